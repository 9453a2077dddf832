import { type RawBuilder, sql } from 'kysely'
import { deletedPageSize, type DeletedPage, type DeletedRow, type RestorableCollection, type WentWith } from '#schema/api/deleted.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { formatPhone } from '#schema/values/phone.ts'
import { assetToTitle } from '#schema/values/assets/asset-title.ts'
import { toFormerNumbers, toTicket } from '#schema/rules/orders/ticket.ts'
import { toPhoneLines } from '#schema/rules/customers/customer-search.ts'
import { deletedMatcher, type SearchedRow } from '#schema/rules/merge/deleted-search.ts'
import { restorableSince, restorableUntil } from '#schema/rules/merge/restore.ts'
import { type Db, type SqlValue, toDynamicDb } from '../../db/database.ts'
import { readDeletionNames } from '../../store/deletions/repeated-deletions.ts'
import { type MoneyFormat, readMoneyFormat } from '../../store/shop-money.ts'
import { columnOf, tableOf } from '../../store/table.ts'
import { readTicketPrefixes } from './ticket-prefix.ts'

type DeletedFilter = {
  /** Only rows deleted earlier than this seq: `next` of the previous page. */
  before?: number | undefined
  collections: readonly RestorableCollection[]
  /** Collections in which the caller may restore every deleted row; in the others only rows that they wrote are listed. */
  permitted: readonly RestorableCollection[]
  userId: string
  search: string
  now: Date
}

/** Columns that form a row's title: of `r` (the row) and `p` (its parent). */
type Kind = {
  parent: { collection: RestorableCollection; column: string; title: string } | null
  own: readonly string[]
}

const ofOrder = { collection: 'orders', column: 'order_id', title: 'item_details' } as const

const kindByCollection: Readonly<Record<RestorableCollection, Kind>> = {
  orders: { parent: { collection: 'customers', column: 'customer_id', title: 'name' }, own: ['item_details', 'number', 'former_numbers'] },
  customers: { parent: null, own: ['name', 'phone', 'country_code', 'alternate_phone', 'alternate_country_code'] },
  tasks: { parent: ofOrder, own: ['description'] },
  payments: { parent: ofOrder, own: ['payment_amount_cents', 'payment_text'] },
  costs: { parent: ofOrder, own: ['cost_amount_cents', 'cost_text'] },
  assets: { parent: { collection: 'customers', column: 'customer_id', title: 'name' }, own: ['brand', 'model', 'kind', 'serial'] },
  order_lines: { parent: ofOrder, own: ['description'] },
  estimates: { parent: ofOrder, own: ['total_cents', 'note'] },
  order_notes: { parent: ofOrder, own: ['text'] },
}

type Found = Record<string, SqlValue> & { id: string; seq: number; deletedWith: string | null; mutationAt: string; receivedAt: string }
type ShopWords = { money: MoneyFormat; prefixes: readonly string[] }
type Candidate = { collection: RestorableCollection; found: Found }

const searchBatch = 500

/** The shop's rows deleted in the last 30 days, latest arrival first. Dependents are counted under the row they were deleted with. */
export async function listDeletedRows(reader: Db, shopId: string, filter: DeletedFilter): Promise<DeletedPage> {
  const words: ShopWords = { money: await readMoneyFormat(reader, shopId), prefixes: await readTicketPrefixes(reader, shopId) }
  const kinds = filter.collections.map((collection) => readKind(reader, collection, shopId, filter, words))
  const heads: (Candidate | undefined)[] = []
  for (const kind of kinds) heads.push((await kind.next()).value)
  const wanted: Candidate[] = []
  while (wanted.length <= deletedPageSize) {
    const newest = heads.reduce((best, head) => (head !== undefined && (best === undefined || head.found.seq > best.found.seq) ? head : best), undefined)
    if (newest === undefined) break
    wanted.push(newest)
    const at = heads.indexOf(newest)
    heads[at] = (await kinds[at]?.next())?.value
  }
  const page = wanted.slice(0, deletedPageSize)
  const rows: DeletedRow[] = []
  const names = await readDeletionNames(
    reader,
    page.map(({ found }) => found),
  )
  for (const candidate of page) {
    const { collection, found } = candidate
    rows.push(
      toDeletedRow(candidate, words, {
        wentWith: await countWentWith(reader, candidate),
        deletion: names.get(found.id) ?? null,
        mayRestore: filter.permitted.includes(collection),
      }),
    )
  }
  return { rows, next: wanted.length > page.length ? (page.at(-1)?.found.seq ?? null) : null }
}

async function* readKind(
  reader: Db,
  collection: RestorableCollection,
  shopId: string,
  filter: DeletedFilter,
  shopWords: ShopWords,
): AsyncGenerator<Candidate, undefined> {
  const isSearched = deletedMatcher(filter.search, shopWords.prefixes)
  const size = filter.search.trim() === '' ? deletedPageSize + 1 : searchBatch
  for (let before = filter.before ?? Number.MAX_SAFE_INTEGER; ;) {
    const rows = await readDeleted(reader, collection, shopId, { ...filter, before, size })
    for (const found of rows) if (isSearched(toSearched(collection, found, shopWords))) yield { collection, found }
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return undefined
    before = last.seq
  }
}

async function readDeleted(
  reader: Db,
  collection: RestorableCollection,
  shopId: string,
  { before, now, permitted, userId, size }: DeletedFilter & { before: number; size: number },
): Promise<Found[]> {
  const { parent, own } = kindByCollection[collection]
  // The ledger has author and arrival time; rows without a ledger entry only have `updated_at`.
  const receivedAt = sql<string>`coalesce(m.received_at, r.updated_at)`
  let query = toDynamicDb(reader)
    .selectFrom(`${collection} as r`)
    .leftJoin('mutations as m', 'm.id', 'r.deleted_with')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['r.id', 'r.seq', 'r.deleted_with as deletedWith', 'r.updated_at as mutationAt', receivedAt.as('receivedAt')])
    .select(sql<string | null>`coalesce(u.name, u.login_id)`.as('deletedBy'))
    .select(own.map((column) => `r.${column}`))
    .where('r.shop_id', '=', shopId)
    // A literal, because SQLite does not use the partial index for a bound parameter.
    .where(sql<boolean>`r.deleted = 1`)
    .where('r.seq', '<', before)
    .where(receivedAt, '>=', restorableSince(now))
  if (collection === 'customers')
    query = query.select(sql<string | null>`(select s.name from customers as s where s.id = r.merged_into and s.deleted = 0)`.as('mergedName'))
  if (!permitted.includes(collection)) query = query.where(hasWorked(collection, userId))
  if (parent !== null) {
    query = query
      .leftJoin(`${parent.collection} as p`, 'p.id', `r.${parent.column}`)
      .select([`r.${parent.column} as parentId`, 'p.deleted as parentDeleted'])
      // Only callers who may restore the parent see its title.
      .select(
        permitted.includes(parent.collection)
          ? sql.ref<string>(`p.${parent.title}`).as('parentTitle')
          : sql<string | null>`case when p.deleted = 0 then ${sql.ref(`p.${parent.title}`)} end`.as('parentTitle'),
      )
      .where(sql<boolean>`(p.deleted is null or p.deleted = 0 or p.deleted_with is distinct from r.deleted_with)`)
  }
  const rows = await query.orderBy('r.seq', 'desc').limit(size).execute()
  // Safe: these columns are selected above.
  return rows as unknown as Found[]
}

/** Whether the user created or changed the row or one of its dependents. */
function hasWorked(collection: RestorableCollection, userId: string): RawBuilder<boolean> {
  const dependants = tableOf(collection).dependants.filter(({ onParentDelete }) => onParentDelete === 'cascade')
  const ofDependants = dependants.map((dependant) => {
    const column = columnOf(tableOf(dependant.collection), dependant.field)
    return sql`exists (select 1 from ${sql.table(dependant.collection)} as d join row_work as w on w.row_id = d.id and w.user_id = ${userId} where ${sql.ref(`d.${column}`)} = r.id)`
  })
  return sql<boolean>`(${sql.join([sql`exists (select 1 from row_work as w where w.row_id = r.id and w.user_id = ${userId})`, ...ofDependants], sql` or `)})`
}

const textOf = (value: SqlValue | undefined): string => (value === null || value === undefined ? '' : String(value))
function toTitle(collection: RestorableCollection, found: Found, money: MoneyFormat): string {
  const moneyOf = (cents: SqlValue | undefined): string => money(centsToAmount(Number(cents ?? 0)))
  switch (collection) {
    case 'orders':
      return textOf(found['item_details'])
    case 'customers':
      return textOf(found['name'])
    case 'tasks':
    case 'order_lines':
      return textOf(found['description'])
    case 'payments':
      return moneyOf(found['payment_amount_cents'])
    case 'costs':
      return moneyOf(found['cost_amount_cents'])
    case 'assets':
      return assetToTitle(found)
    case 'estimates':
      return moneyOf(found['total_cents'])
    case 'order_notes':
      return textOf(found['text'])
  }
}

function toDetails(collection: RestorableCollection, found: Found, { prefixes: [prefix = ''] }: ShopWords): string[] {
  const ticket = typeof found['number'] === 'number' ? toTicket(prefix, found['number']) : ''
  const phone = collection === 'customers' ? formatPhone(textOf(found['country_code']), textOf(found['phone'])) : ''
  const note = textOf(found['payment_text'] ?? found['cost_text'] ?? found['serial'])
  const merged = textOf(found['mergedName'])
  return [merged && `Merged into ${merged}`, ticket, textOf(found['parentTitle']), phone, note].filter((text) => text !== '')
}

function toSearched(collection: RestorableCollection, found: Found, words: ShopWords): SearchedRow {
  const [countryCode, phone] = [textOf(found['country_code']), textOf(found['phone'])]
  const [alternateCountryCode, alternatePhone] = [textOf(found['alternate_country_code']), textOf(found['alternate_phone'])]
  return {
    text: foldText([toTitle(collection, found, words.money), ...toDetails(collection, found, words), textOf(found['deletedBy'])].join(' ')),
    phones: collection === 'customers' ? toPhoneLines({ countryCode, phone, alternateCountryCode, alternatePhone }) : '',
    numbers: [...(typeof found['number'] === 'number' ? [found['number']] : []), ...toFormerNumbers(textOf(found['former_numbers']))],
  }
}

const titleMaxLength = 300
const shorten = (text: string): string => (text.length > titleMaxLength ? `${text.slice(0, titleMaxLength - 1)}…` : text)

function toDeletedRow({ collection, found }: Candidate, words: ShopWords, more: Pick<DeletedRow, 'wentWith' | 'deletion' | 'mayRestore'>): DeletedRow {
  const { parent } = kindByCollection[collection]
  const isWithoutParent = parent !== null && found['parentDeleted'] === 1
  return {
    collection,
    id: found.id,
    title: shorten(toTitle(collection, found, words.money)),
    details: toDetails(collection, found, words).map(shorten),
    deletedAt: found.mutationAt,
    deletedBy: found['deletedBy'] === null ? null : textOf(found['deletedBy']),
    restorableUntil: restorableUntil(found.receivedAt),
    ...more,
    needs: isWithoutParent ? { collection: parent.collection, id: textOf(found['parentId']), title: shorten(textOf(found['parentTitle'])) || null } : null,
  }
}

/** Counts the dependents that a restore brings back. One level is enough: dependents have none of their own. */
async function countWentWith(reader: Db, { collection, found }: Candidate): Promise<WentWith[]> {
  const counts: WentWith[] = []
  if (found.deletedWith === null) return counts
  for (const dependant of tableOf(collection).dependants) {
    if (dependant.onParentDelete !== 'cascade') continue
    const { count } = await toDynamicDb(reader)
      .selectFrom(dependant.collection as string)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(columnOf(tableOf(dependant.collection), dependant.field), '=', found.id)
      .where('deleted', '=', 1)
      .where('deleted_with', '=', found.deletedWith)
      .executeTakeFirstOrThrow()
    if (count > 0) counts.push({ collection: dependant.collection, count })
  }
  return counts
}
