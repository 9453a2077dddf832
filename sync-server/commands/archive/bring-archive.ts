import { z } from 'zod'
import { messageRulesBody } from '#schema/api/shop/shop-messages.ts'
import { profileBody } from '#schema/api/shop/shop-profile.ts'
import { isRecord } from '#schema/is-record.ts'
import { logoMaxBytes } from '#schema/rules/shop/profile.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import type { BringOp } from '../../store/context.ts'
import { tableOf } from '../../store/table.ts'
import { bringRows } from '../../store/write.ts'
import { saveLogo } from '../shop-profile/save-logo.ts'
import { saveRules } from '../shop-profile/save-rules.ts'
import { saveProfile } from '../shop-profile/save-profile.ts'
import {
  archiveVersion,
  broughtCollections,
  logoName,
  manifestName,
  manifestShape,
  peopleName,
  peopleShape,
  shopName,
  toJsonName,
  type ArchivePerson,
  type BroughtCollection,
  thumbnailName,
} from './archive-layout.ts'
import { ArchiveError, openZip, type OpenZip } from './open-zip.ts'
import { countRows, readRows } from './archived-rows.ts'
import { toBringOp, type BroughtTo } from './to-bring-op.ts'
import { attachmentMaxBytes, thumbnailMaxBytes, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { bytesToFileType } from '#schema/rules/files/file-type.ts'
import { toSha256 } from '../../to-sha256.ts'

type BroughtFile = { id: string; part: 'content' | 'thumbnail'; sha256: string; mimeType: string; content: Uint8Array<ArrayBuffer> }

/** Reads the contents of the rows' files and marks those rows as stored, if the content matches the row. */
async function readFiles(zip: OpenZip, ops: BringOp[], rows: readonly unknown[]): Promise<BroughtFile[]> {
  const nameById = new Map(rows.flatMap((row) => (isRecord(row) && typeof row['file'] === 'string' ? [[String(row['id']).toLowerCase(), row['file']]] : [])))
  const files: BroughtFile[] = []
  for (const [place, op] of ops.entries()) {
    const name = nameById.get(op.id)
    if (name === undefined || !zip.has(name)) continue
    const content = await zip.readBytes(name, attachmentMaxBytes)
    const [sha256, mimeType] = [toSha256(content), bytesToFileType(content)]
    const { values } = op
    if (sha256 !== values['sha256'] || mimeType === null || mimeType !== values['mimeType'] || content.length !== values['byteSize']) continue
    ops[place] = { ...op, values: { ...values, isStored: true } }
    files.push({ id: op.id, part: 'content', sha256, mimeType, content })
    const thumbnail = await readThumbnail(zip, op.id)
    if (thumbnail !== undefined) files.push(thumbnail)
  }
  return files
}

async function readThumbnail(zip: OpenZip, id: string): Promise<BroughtFile | undefined> {
  if (!zip.has(thumbnailName(id))) return undefined
  const content = await zip.readBytes(thumbnailName(id), thumbnailMaxBytes)
  const mimeType = bytesToFileType(content)
  return mimeType !== null && thumbnailTypes.some((type) => type === mimeType)
    ? { id, part: 'thumbnail', sha256: toSha256(content), mimeType, content }
    : undefined
}

const tableByPart = { content: 'attachment_contents', thumbnail: 'attachment_thumbnails' } as const

/** Runs in the transaction of the rows, so that `isStored` is never wrong. */
async function storeFiles(trx: Tx, files: readonly BroughtFile[], refused: ReadonlyMap<string, unknown>): Promise<void> {
  for (const { id, part, sha256, mimeType, content } of files) {
    if (refused.has(id)) continue
    await trx
      .insertInto(tableByPart[part])
      .values({ attachment_id: id, sha256, mime_type: mimeType, content })
      .onConflict((conflict) => conflict.column('attachment_id').doNothing())
      .execute()
  }
}

/** Batch sizes of one transaction; a file may have several megabytes. */
const batchRows = 200
const batchFiles = 10

export type BroughtRow = { collection: BroughtCollection; id: string; reason: string }

export type Brought = {
  shop: string
  exportedAt: string
  rows: number
  files: number
  /** Rows that an earlier run has imported. */
  existing: number
  refused: BroughtRow[]
  /** Rows that came without what refers to a refused one. A repeated import fills it in, unless somebody changed the row. */
  incomplete: BroughtRow[]
}

type Options = { onProgress?: (collection: BroughtCollection, rows: number) => void }

/**
 * Imports a whole export into an empty shop, keeping ids, numbers, times, histories and files. After an interruption,
 * importing the same file resumes.
 * @throws ArchiveError when the file or the shop is unsuitable; nothing was stored
 */
export async function bringArchive(services: Services, shopId: string, file: string, { onProgress }: Options = {}): Promise<Brought> {
  const zip = await openZip(file)
  try {
    const manifest = readShape(manifestShape, manifestName, zip.has(manifestName) ? await zip.readJson(manifestName) : {})
    if (manifest.archiveVersion > archiveVersion) throw new ArchiveError('This export is of a newer Mainspring. Update this one first.')
    for (const name of broughtCollections) if (!zip.has(toJsonName(name))) throw new ArchiveError(`The zip has no ${toJsonName(name)}.`)
    const known = await assertEmpty(services.reader, shopId, zip)
    const to = await findTarget(services.reader, shopId, readShape(peopleShape, peopleName, await zip.readJson(peopleName)))
    if (to.entityId === null && (await hasRows(zip, 'employees'))) throw new ArchiveError(noEntityText)
    const brought: Brought = { shop: manifest.shop.name, exportedAt: manifest.exportedAt, rows: 0, files: 0, existing: 0, refused: [], incomplete: [] }
    await bringShop(services, shopId, zip)
    for (const name of broughtCollections) {
      let count = 0
      for await (const batch of readBatches(zip, name)) {
        await bringBatch(services, shopId, { name, zip, to, known }, batch, brought)
        count += batch.length
        onProgress?.(name, count)
      }
    }
    return brought
  } finally {
    zip.close()
  }
}

/** Without its employees, orders and tasks would come without the people who do them, also when the file is imported again. */
const noEntityText = 'The shop belongs to no entity, and employees do. Assign the shop to one, then import the file again.'

async function hasRows(zip: OpenZip, name: BroughtCollection): Promise<boolean> {
  for await (const _row of zip.readRows(toJsonName(name))) return true
  return false
}

type Bringing = { name: BroughtCollection; zip: OpenZip; to: BroughtTo; known: ReadonlySet<string> }

async function bringBatch(services: Services, shopId: string, { name, zip, to, known }: Bringing, rows: readonly unknown[], brought: Brought): Promise<void> {
  const ops: BringOp[] = []
  for (const row of rows) {
    const op = toBringOp(name, row, to)
    if ('refusal' in op) brought.refused.push({ collection: name, id: op.id, reason: op.refusal })
    else ops.push(op)
  }
  const files: readonly BroughtFile[] = name === 'attachments' ? await readFiles(zip, ops, rows) : []
  const refused = await bringRows(services, shopId, ops, (trx, refusals) => storeFiles(trx, files, refusals))
  for (const [id, { message, issues }] of refused) {
    brought.refused.push({ collection: name, id, reason: [...new Set([message, ...(issues ?? []).map((issue) => issue.message)])].join('; ') })
  }
  const taken = ops.filter(({ id }) => !refused.has(id))
  const missing = new Set(brought.refused.map(({ collection, id }) => `${collection}/${id}`))
  brought.incomplete.push(...taken.flatMap((op) => toIncomplete(op, missing).map((reason) => ({ collection: name, id: op.id, reason }))))
  const isNew = ({ id }: { id: string }): boolean => !refused.has(id) && !known.has(id)
  brought.rows += ops.filter(isNew).length
  brought.existing += ops.filter(({ id }) => known.has(id)).length
  brought.files += files.filter((file) => file.part === 'content' && isNew(file)).length
}

/** What the row of the file says and the shop cannot hold. */
function toIncomplete({ collection, values }: BringOp, missing: ReadonlySet<string>): string[] {
  const { references, fieldByName } = tableOf(collection)
  return references.flatMap(({ name, collection: target }) => {
    const id = values[name]
    if (typeof id !== 'string' || !missing.has(`${target}/${id}`)) return []
    return [`${fieldByName.get(name)?.field.label ?? name}: ${tableOf(target).collection.audit.noun} ${id} was refused`]
  })
}

async function* readBatches(zip: OpenZip, name: BroughtCollection): AsyncGenerator<unknown[]> {
  const size = name === 'attachments' ? batchFiles : batchRows
  let batch: unknown[] = []
  for await (const row of readInOrder(zip, name)) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The field by which rows name others of their own collection. */
const ownReference: Partial<Record<BroughtCollection, string>> = { categories: 'parentId', payments: 'refundOf', orders: 'claimOf' }

/** Rows that others refer to come first. Holds only rows that refer to another, which are few. */
async function* readInOrder(zip: OpenZip, name: BroughtCollection): AsyncGenerator<unknown> {
  const field = ownReference[name]
  const parentOf = (row: unknown): unknown => (field !== undefined && isRecord(row) ? (row[field] ?? undefined) : undefined)
  let waiting: unknown[] = []
  for await (const row of zip.readRows(toJsonName(name))) {
    if (parentOf(row) === undefined) yield row
    else waiting.push(row)
  }
  while (waiting.length > 0) {
    const ids = new Set(waiting.map((row) => (isRecord(row) ? row['id'] : undefined)))
    const { next = [], later = [] } = Object.groupBy(waiting, (row) => (ids.has(parentOf(row)) ? 'later' : 'next'))
    // Rows that name each other are refused one by one later.
    yield* next.length > 0 ? next : later
    waiting = next.length > 0 ? later : []
  }
}

/** Checks that the shop holds only rows from an earlier run of the same file; returns the ids of all its rows. */
async function assertEmpty(reader: Db, shopId: string, zip: OpenZip): Promise<ReadonlySet<string>> {
  const counts = await countRows(reader, shopId)
  const known = new Set<string>()
  for (const name of broughtCollections) {
    if ((counts.get(name) ?? 0) === 0) continue
    const there = new Set<string>()
    for await (const page of readRows(reader, shopId, name)) for (const { id } of page) there.add(id)
    for (const id of there) known.add(id)
    // Creating a shop already writes activities.
    if (name === 'activities') continue
    for await (const row of zip.readRows(toJsonName(name))) if (isRecord(row)) there.delete(String(row['id']))
    if (there.size > 0) throw new ArchiveError(`The shop has ${name} already. A whole export goes into an empty shop only: make a new one for it.`)
  }
  return known
}

async function findTarget(reader: Db, shopId: string, people: readonly ArchivePerson[]): Promise<BroughtTo> {
  const loginIds = people.map(({ loginId }) => loginId)
  const users = loginIds.length === 0 ? [] : await reader.selectFrom('users').select(['id', 'login_id as loginId']).where('login_id', 'in', loginIds).execute()
  const entity = await reader.selectFrom('entity_shops').select('entity_id as id').where('shop_id', '=', shopId).executeTakeFirst()
  const idByLogin = new Map(users.map(({ id, loginId }) => [loginId, id]))
  return {
    entityId: entity?.id ?? null,
    personOf(id) {
      const person = people.find((one) => one.id === id)
      return { userId: person === undefined ? null : (idByLogin.get(person.loginId) ?? null), name: person?.name ?? person?.loginId ?? null }
    },
  }
}

const storedShop = z.looseObject({})

/** Imports the shop's settings; name and code stay those of the new shop. */
async function bringShop(services: Services, shopId: string, zip: OpenZip): Promise<void> {
  const {
    effectiveTimeZone: _zone,
    logo: _logo,
    orderConfig: _config,
    messageRules = [],
    ...fields
  } = readShape(storedShop, shopName, await zip.readJson(shopName))
  await saveProfile(services, null, shopId, readShape(profileBody, shopName, fields))
  await saveRules(services, null, shopId, readShape(messageRulesBody, shopName, messageRules))
  if (zip.has(logoName)) await saveLogo(services, null, shopId, await zip.readBytes(logoName, logoMaxBytes))
}

function readShape<Shape extends z.ZodType>(shape: Shape, name: string, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ArchiveError(`${name} is not as Mainspring writes it: ${parsed.error.issues.map(({ message }) => message).join('; ')}`)
}
