import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { saveContent, saveThumbnail } from '#server/commands/files/save-content.ts'
import type { Services } from '#server/services.ts'
import type { Random } from '../random.ts'
import { deviceByItem, isDamage, isPictured, photosOf } from './device-vocabulary.ts'

const picturedOrders = 14
const forCustomerShare = 0.6
const signatureShare = 0.75

const photoSize = { width: 1280, height: 960 }
const signatureSize = { width: 900, height: 300 }
const signatureCount = 3

type Bytes = Uint8Array<ArrayBuffer>
type DemoFile = { id: string; content: Bytes; thumbnail: Bytes | null }
type FilesOptions = {
  shopId: string
  terms: string
  random: Random
  always?: ReadonlySet<string>
  names?: Iterable<readonly [unknown, string]>
}

/** Photos and drop-off signatures of the newest orders and those in `always`: mutations for the rows, and contents to save afterwards. */
export function makeOrderFiles(mutations: readonly Mutation[], { shopId, terms, random, always = new Set(), names = [] }: FilesOptions) {
  const nameByCustomer = new Map<unknown, Json>(names)
  const takenIn: TakenIn[] = []
  for (const { at, ops } of mutations) {
    for (const op of ops) {
      if (op.action !== 'create') continue
      if (op.collection === 'customers') nameByCustomer.set(op.id, op.values['name'] ?? null)
      const shown = op.collection === 'orders' ? findPhotos(op.values) : []
      if (shown.length > 0) takenIn.push({ orderId: op.id, customerId: op.values['customerId'], at, shown })
    }
  }
  const newest = new Set(takenIn.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, picturedOrders))
  const files: DemoFile[] = []
  const rows: Mutation[] = []
  for (const order of takenIn) {
    const { orderId, at, shown } = order
    if (!newest.has(order) && !always.has(orderId)) continue
    const add = (fileName: string, facts: Record<string, Json>, thumbnail: Bytes | null = null): Op => {
      const content = readPicture(fileName)
      const id = uuidV5(fileName, orderId)
      files.push({ id, content, thumbnail })
      const sha256 = createHash('sha256').update(content).digest('hex')
      return { action: 'create', collection: 'attachments', id, values: { orderId, fileName, byteSize: content.length, sha256, takenAt: at, ...facts } }
    }
    const ops = shown.map(({ picture, caption }) => {
      const forCustomer = always.has(orderId) || random.chance(forCustomerShare)
      const facts = { kind: 'photo', mimeType: 'image/jpeg', ...photoSize, caption, forCustomer }
      return add(`${picture}.jpg`, facts, readPicture(`${picture}.small.jpg`))
    })
    if (random.chance(signatureShare)) {
      const signed = { signedName: nameByCustomer.get(order.customerId) ?? null, signedTerms: terms }
      const facts = { kind: 'signature', mimeType: 'image/png', ...signatureSize, caption: 'drop-off', ...signed }
      ops.push(add(`signature-${random.between(1, signatureCount)}.png`, facts))
    }
    rows.push({ id: uuidV5('act-files', orderId), shopId, at: new Date(Date.parse(at) + 20_000).toISOString(), ops })
  }
  return { rows, files }
}

type TakenIn = { orderId: string; customerId: unknown; at: string; shown: ReturnType<typeof findPhotos> }

export async function saveOrderFiles(services: Services, userId: string | null, shopId: string, files: readonly DemoFile[]): Promise<void> {
  for (const { id, content, thumbnail } of files) {
    if (thumbnail !== null) await saveThumbnail(services, userId, shopId, id, thumbnail)
    await saveContent(services, userId, shopId, id, content)
  }
}

function findPhotos({ itemDetails, issueDescription, assetId }: Record<string, Json>) {
  if (typeof itemDetails !== 'string' || typeof issueDescription !== 'string' || assetId === undefined) return []
  const kind = deviceByItem[itemDetails]?.kind
  if (kind === undefined || !isPictured(itemDetails, kind)) return []
  return photosOf[kind]?.[isDamage(issueDescription) ? 'damaged' : 'whole'] ?? []
}

export function readPicture(name: string): Bytes {
  return new Uint8Array(readFileSync(path.join(import.meta.dirname, '../pictures', name)))
}
