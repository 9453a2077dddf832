import type { Activity } from '#schema/collections/people/activities.ts'
import { readActivityAuthor } from '#schema/rules/text/activity-author.ts'
import { activityMatches } from '#schema/rules/text/activity-filter.ts'
import { queryToWords } from '#schema/rules/text/search-words.ts'
import { type Db, toDynamicDb } from '../../db/database.ts'
import type { ListSteps } from '../../lists/list-steps.ts'
import { arrayToList, unknownAfter, type List, type ListPage } from '../../lists/list.ts'
import { findOrderByTicket } from '../tickets.ts'
import { findRow } from './read-rows.ts'
import { rowToContent, toTypedDocument } from '../../store/rows.ts'
import { tableOf, toStoredRows, type StoredRow } from '../../store/table.ts'

/** Instants: `before` bounds the mutation time; `from` and `to` (exclusive) bound the mutation time or the arrival. */
type ActivitiesFilter = { before?: string | undefined; search?: string | undefined; from?: string | undefined; to?: string | undefined }

type Place = { createdAt: string; id: string }

const usualLimit = 1_000
const batchSize = 500

/**
 * Entries of the shop, newest mutation first. A page ends between two instants, so it may hold slightly more than
 * `limit`; a shorter page is the last. With `after`, a page holds at most `limit`.
 */
export async function listActivities(
  reader: Db,
  steps: ListSteps,
  shopId: string,
  { limit = usualLimit, after, ...page }: ListPage & ActivitiesFilter,
): Promise<List<Activity>> {
  const last = after === undefined ? undefined : await findRow(reader, 'activities', shopId, after)
  if (after !== undefined && last === undefined) throw unknownAfter()
  return { ...arrayToList(await findActivities(reader, steps, shopId, { ...page, limit, last })), isPage: true }
}

type Wanted = ActivitiesFilter & { limit: number; last: Place | undefined }

async function findActivities(reader: Db, steps: ListSteps, shopId: string, page: Wanted): Promise<Activity[]> {
  const words = queryToWords(page.search ?? '')
  const orderId = words.length === 0 ? undefined : (await findOrderByTicket(reader, shopId, page.search ?? ''))?.id
  const filter = { words, orderId, fromInstant: page.from ?? null, toInstantExclusive: page.to ?? null }
  const userById = words.length === 0 ? new Map<string, Member>() : await readMembers(reader, shopId)
  const found: Activity[] = []
  const batches = readNewestFirst(reader, shopId, page)
  // A search may read the whole log, so yield to other requests between batches.
  for (;;) {
    const { done, value: batch } = await steps.step(() => batches.next())
    if (done === true) return found
    for (const entry of batch) {
      if (found.length >= page.limit && (page.last !== undefined || entry.createdAt !== found.at(-1)?.createdAt)) return found
      if (activityMatches(entry, filter, (activity) => readActivityAuthor(activity, userById))) found.push(entry)
    }
  }
}

type Member = { id: string; name: string | null; login_id: string }

async function readMembers(reader: Db, shopId: string): Promise<Map<string, Member>> {
  const users = await reader
    .selectFrom('users')
    .innerJoin('shop_users', 'shop_users.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.login_id'])
    .where('shop_users.shop_id', '=', shopId)
    .execute()
  return new Map(users.map((user) => [user.id, user]))
}

/** Activities of the range by mutation time, then older ones that arrived within it. */
async function* readNewestFirst(reader: Db, shopId: string, { before, from, to, limit, last }: Wanted): AsyncGenerator<Activity[]> {
  const end = before !== undefined && to !== undefined && to < before ? to : (before ?? to)
  if (from === undefined || end === undefined || from < end) yield* readByMutation(reader, shopId, { from, end, last, size: Math.min(batchSize, limit + 1) })
  if (from !== undefined) yield* readLateOnes(reader, shopId, { from, to, last, end: end !== undefined && end < from ? end : from })
}

type ByMutation = { from: string | undefined; end: string | undefined; last: Place | undefined; size: number }

async function* readByMutation(reader: Db, shopId: string, { from, end, last: first, size }: ByMutation): AsyncGenerator<Activity[]> {
  for (let last = first; ;) {
    let query = toDynamicDb(reader).selectFrom('activities').select(tableOf('activities').selection).where('shop_id', '=', shopId).where('deleted', '=', 0)
    if (from !== undefined) query = query.where('created_at', '>=', from)
    if (last !== undefined) {
      const { createdAt, id } = last
      query = query.where((where) => where(where.refTuple('created_at', 'id'), '<', where.tuple(createdAt, id)))
    }
    if (end !== undefined) query = query.where('created_at', '<', end)
    const rows = toStoredRows(await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(size).execute()).map(toActivity)
    yield rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}

type LateOnes = { from: string; to: string | undefined; end: string; last: Place | undefined }

/** Late arrivals, found by arrival and sorted by mutation. Only ids stay in memory, as one import adds thousands. */
async function* readLateOnes(reader: Db, shopId: string, { from, to, end, last }: LateOnes): AsyncGenerator<Activity[]> {
  let query = reader
    .selectFrom('activities')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('arrived_at', '>=', from)
    .where('created_at', '<', end)
    .where('deleted', '=', 0)
  if (to !== undefined) query = query.where('arrived_at', '<', to)
  if (last !== undefined) query = query.where((where) => where(where.refTuple('created_at', 'id'), '<', where.tuple(last.createdAt, last.id)))
  const late = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  for (let start = 0; start < late.length; start += batchSize) {
    const ids = late.slice(start, start + batchSize).map(({ id }) => id)
    const rows = await toDynamicDb(reader)
      .selectFrom('activities')
      .select(tableOf('activities').selection)
      .where('id', 'in', ids)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    yield toStoredRows(rows).map(toActivity)
  }
}

const toActivity = (row: StoredRow): Activity => toTypedDocument<'activities'>(rowToContent(tableOf('activities'), row))
