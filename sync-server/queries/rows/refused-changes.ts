import type { MutationError, Op } from '#schema/api/sync.ts'
import {
  cursorToText,
  refusedChangesPageSize,
  type RefusedChangeEntry,
  type RefusedChangesCursor,
  type RefusedChangesPage,
} from '#schema/api/refused-changes.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { type Db, toDynamicDb } from '../../db/database.ts'
import { readRefusedBody, withoutSecrets } from '../../store/answers/refused-body.ts'
import { readMoneyFormat } from '../../store/shop-money.ts'
import { tableOf } from '../../store/table.ts'

/** Maximum characters of user content per page; a page always holds at least one entry. */
const pageMaxLength = 1024 * 1024

/** A page of the shop's refused changes, newest first, with the titles of the rows they name. */
export async function listRefusedChanges(reader: Db, shopId: string, cursor: RefusedChangesCursor | undefined): Promise<RefusedChangesPage> {
  const { ids, last } = await choosePage(reader, shopId, cursor)
  if (ids.length === 0) return { entries: [], nextCursor: null }
  const rows = await reader
    .selectFrom('mutations')
    .leftJoin('users', 'users.id', 'mutations.user_id')
    .select(['mutations.id', 'mutations.received_at', 'mutations.error', 'mutations.body', 'users.id as userId', 'users.name', 'users.login_id'])
    .where('mutations.id', 'in', ids)
    .orderBy('mutations.received_at', 'desc')
    .orderBy('mutations.id', 'desc')
    .execute()
  const read = rows.map((row) => ({ row, ...readStored(row.body) }))
  const titleByRow = await readTitles(
    reader,
    shopId,
    read.flatMap(({ ops }) => ops),
  )
  const entries = read.map(({ row, ops, typedAt, unreadable }): RefusedChangeEntry => ({
    id: row.id,
    user: row.userId === null || row.login_id === null ? null : { id: row.userId, name: row.name, login_id: row.login_id },
    typedAt,
    refusedAt: row.received_at,
    ops,
    unreadable,
    // Safe: every rejected row of the ledger has an error that this server wrote.
    error: JSON.parse(row.error ?? '{}') as MutationError,
    titleByRow: pickTitles(ops, titleByRow),
  }))
  return { entries, nextCursor: last === undefined ? null : cursorToText(last) }
}

async function choosePage(
  reader: Db,
  shopId: string,
  cursor: RefusedChangesCursor | undefined,
): Promise<{ ids: string[]; last: RefusedChangesCursor | undefined }> {
  let query = reader
    .selectFrom('mutations')
    .select((eb) => ['id', 'received_at as refusedAt', eb.fn<number | null>('length', ['body']).as('length')])
    .where('outcome', '=', 'rejected')
    .where('shop_id', '=', shopId)
  if (cursor) {
    const { refusedAt, id } = cursor
    query = query.where((eb) => eb.or([eb('received_at', '<', refusedAt), eb.and([eb('received_at', '=', refusedAt), eb('id', '<', id)])]))
  }
  const found = await query
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(refusedChangesPageSize + 1)
    .execute()
  let length = 0
  let end = 0
  while (end < Math.min(found.length, refusedChangesPageSize)) {
    length += found[end]?.length ?? 0
    if (end > 0 && length > pageMaxLength) break
    end += 1
  }
  return { ids: found.slice(0, end).map(({ id }) => id), last: end < found.length ? found[end - 1] : undefined }
}

function readStored(body: string | null): { ops: Op[]; typedAt: string | null; unreadable: string | null } {
  // Bodies stored before the secrets filter existed may still contain secrets.
  const clean = withoutSecrets(body === null ? null : JSON.parse(body))
  const { ops, typedAt, isWhole } = readRefusedBody(clean)
  return { ops, typedAt, unreadable: isWhole || body === null ? null : JSON.stringify(clean) }
}

type RowName = { collection: CollectionName; id: string }

const toKey = ({ collection, id }: RowName): string => `${collection}/${id}`

function opToRowNames(op: Op): RowName[] {
  if (!isCollectionName(op.collection)) return []
  const table = tableOf(op.collection)
  const values =
    op.action === 'create' ? op.values : op.action === 'update' ? Object.fromEntries(Object.entries(op.changes).map(([name, { to }]) => [name, to])) : {}
  const named = Object.entries(values).flatMap(([name, value]): RowName[] => {
    const target = table.fieldByName.get(name)?.field.reference?.collection
    return target !== undefined && isCollectionName(target) && typeof value === 'string' ? [{ collection: target, id: value }] : []
  })
  return [{ collection: op.collection, id: op.id }, ...named]
}

/** Restricted to this shop, because a refused change may name any id. */
async function readTitles(reader: Db, shopId: string, ops: readonly Op[]): Promise<Map<string, string>> {
  const idsByCollection = new Map<CollectionName, Set<string>>()
  for (const { collection, id } of ops.flatMap(opToRowNames)) {
    const ids = idsByCollection.get(collection) ?? new Set()
    idsByCollection.set(collection, ids.add(id))
  }
  const titles = new Map<string, string>()
  const money = await readMoneyFormat(reader, shopId)
  for (const [collection, ids] of idsByCollection) {
    const table = tableOf(collection)
    const { titleField, titleOf } = table.collection.audit
    const title = table.fieldByName.get(titleField)
    if (title === undefined || title.field.kind === 'id' || table.collection.access.read !== 'member') continue
    for (const chunk of toChunks([...ids], 500)) {
      const rows = await toDynamicDb(reader)
        .selectFrom(collection as string)
        .select(titleOf === undefined ? ['id', title.column] : table.selection)
        .where('shop_id', '=', shopId)
        .where('id', 'in', chunk)
        .execute()
      for (const row of rows) {
        const value = titleOf === undefined ? row[title.column] : titleOf(row)
        if (value === null || value === undefined) continue
        const text = title.field.kind === 'money' ? money(centsToAmount(Number(value))) : String(value)
        titles.set(toKey({ collection, id: String(row['id']) }), text.replace(/\s+/g, ' ').slice(0, 200))
      }
    }
  }
  return titles
}

const pickTitles = (ops: readonly Op[], titles: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    ops.flatMap(opToRowNames).flatMap((row) => {
      const title = titles.get(toKey(row))
      return title === undefined ? [] : [[toKey(row), title]]
    }),
  )

const toChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
