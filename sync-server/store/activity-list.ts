import type { Activity } from '#schema/collections/activities.ts'
import type { Db } from '../db/database.ts'
import type { ListSteps } from '../lists/list-steps.ts'
import { unknownAfter, type List, type ListPage } from '../lists/list.ts'
import { compareMade, readKeys, rowsToList } from './list-rows.ts'
import { findRow } from './read.ts'

const usualLimit = 1_000

/**
 * Newest first. A page ends between two instants, so that the next one can start at the last entry's time and miss nothing of one act;
 * one that starts after an entry holds exactly `limit`.
 */
export async function listActivities(reader: Db, steps: ListSteps, shopId: string, { limit = usualLimit, after, before }: ListPage & { before?: string | undefined }): Promise<List<Activity>> {
  const last = after === undefined ? undefined : await findRow(reader, 'activities', shopId, after)
  if (after !== undefined && last === undefined) throw unknownAfter()
  const keys = await steps.step(() => readNewest(reader, shopId, { limit, before, last }))
  const oldest = keys.at(-1)?.createdAt
  if (last !== undefined || oldest === undefined || keys.length < limit) return toPage(reader, shopId, keys)
  const justAfter = new Date(Date.parse(oldest) + 1).toISOString()
  const sameInstant = await readKeys(reader, steps, 'activities', shopId, [], { way: 'time', from: oldest, to: justAfter })
  return toPage(reader, shopId, [...keys.filter(({ createdAt }) => createdAt !== oldest), ...sameInstant.sort(compareMade).reverse()])
}

const toPage = (reader: Db, shopId: string, keys: readonly { id: string }[]): List<Activity> => ({ ...rowsToList(reader, 'activities', shopId, keys), isPage: true })

type Bounds = { limit: number; before: string | undefined; last: Activity | undefined }

async function readNewest(reader: Db, shopId: string, { limit, before, last }: Bounds): Promise<{ id: string; createdAt: string }[]> {
  let query = reader.selectFrom('activities').select(['id', 'created_at as createdAt']).where('shop_id', '=', shopId).where('deleted', '=', 0)
  if (before !== undefined) query = query.where('created_at', '<', before)
  if (last !== undefined) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(last.createdAt, last.id)))
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}
