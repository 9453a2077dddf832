import type { ChangesAnswer } from '#schema/api/programs/changes.ts'
import { collectionNames, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { isAllowed, type Caller } from '#schema/rules/access/access.ts'
import { toDynamicDb, type Db, type Tx } from '../../db/database.ts'
import { settleAll } from '../../db/settle-all.ts'
import { inReadTransaction } from '../../db/transaction.ts'
import { readToldRows, type ToldRow } from '../../queries/rows/told-rows.ts'
import { tableOf } from '../../store/table.ts'
import { readDepartures } from '../feed-rows.ts'

type Wanted = { shopId: string; after: number; limit: number }
type Place = { collection: CollectionName; seq: number }
type Change = { seq: number; collection: CollectionName; row: ToldRow }

/**
 * The newest state of each row above `after` that the caller may read, over all collections in feed order. The position
 * also passes unreadable rows, so that callers do not ask for them again.
 */
export async function readChanges(reader: Db, caller: Caller, wanted: Wanted): Promise<ChangesAnswer> {
  // One transaction, so that the feed's end and the rows are of one snapshot.
  return inReadTransaction(reader, async (trx) => {
    const { shopId, after, limit } = wanted
    const feed = await trx.selectFrom('shop_feed').select(['epoch', 'seq']).where('shop_id', '=', shopId).executeTakeFirst()
    if (feed === undefined) throw new AppError('NOT_FOUND')
    const readable = collectionNames.filter((name) => isAllowed(caller, 'read', name, shopId))
    const places = after >= feed.seq ? [] : (await settleAll(readable.map((name) => readPlaces(trx, name, wanted)))).flat()
    const page = places.toSorted((one, other) => one.seq - other.seq).slice(0, limit)
    const more = places.length > limit
    // Safe because rows and the answer's shape come from the same declarations.
    const changes = (await readRows(trx, wanted, page)) as ChangesAnswer['changes']
    return { epoch: feed.epoch, changes, after: more ? (page.at(-1)?.seq ?? after) : feed.seq, more }
  })
}

/** Reads only seqs first, since a page is a small part of what follows. One more than the limit shows that there is more. */
async function readPlaces(trx: Tx, collection: CollectionName, { shopId, after, limit }: Wanted): Promise<Place[]> {
  const rows = await selectPlaces(trx, collection, { shopId, after, limit }).execute()
  const departed = collection === 'employees' ? await readDepartures(trx, { shopId, seq: after, limit: limit + 1 }) : []
  return [...rows, ...departed].map((row) => ({ collection, seq: Number(row['seq']) }))
}

const selectPlaces = (db: Db, collection: CollectionName, { shopId, after, limit }: Wanted) =>
  toDynamicDb(db)
    .selectFrom(collection as string)
    .select('seq')
    .where('shop_id', '=', shopId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit + 1)

async function readRows(trx: Tx, { shopId, after }: Wanted, page: readonly Place[]): Promise<Change[]> {
  const places = [...Map.groupBy(page, ({ collection }) => collection)]
  const changes = await settleAll(
    places.map(async ([collection, { length: limit }]) => {
      const table = tableOf(collection)
      const rows = await table.page(trx, { shopId, seq: after, limit })
      const toldById = await readToldRows(trx, shopId, table, rows)
      const changed = rows.map(({ id, seq }): Change => ({ seq, collection, row: toldById.get(id) ?? { id, _deleted: true } }))
      if (collection !== 'employees') return changed
      const departed = await readDepartures(trx, { shopId, seq: after, limit })
      return [...changed, ...departed.map(({ id, seq }): Change => ({ seq, collection, row: { id, _deleted: true } }))]
        .toSorted((one, other) => one.seq - other.seq)
        .slice(0, limit)
    }),
  )
  return changes.flat().toSorted((one, other) => one.seq - other.seq)
}
