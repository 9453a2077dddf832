import { activitiesOnDevice, pullRequestSchema, type Checkpoint, type PullResponse } from '#schema/api/sync.ts'
import { parseInput } from '#schema/api/parse.ts'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { canReadCollection, type Caller } from '#schema/rules/access.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { defineStatement } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { rowToDocument } from '../store/rows.ts'
import { tableOf } from '../store/table.ts'

type Feed = { shop_id: string; epoch: string; seq: number }

/**
 * One page of a collection over all of the caller's shops (design section 5). `body` is what the device sent.
 * @throws AppError VALIDATION, NOT_FOUND for an unknown collection, FORBIDDEN for one that the privileges do not cover
 */
export async function pullPage(services: Services, caller: Caller, body: unknown): Promise<PullResponse> {
  const { collection, limit, checkpoint } = parseInput(pullRequestSchema, body)
  if (!isCollectionName(collection)) throw new AppError('NOT_FOUND', 'There is no such collection.')
  if (!canReadCollection(caller.privileges, collection)) throw new AppError('FORBIDDEN')
  // One transaction, so that epochs, heads and rows are of one moment.
  return inTransaction(services.reader, (trx) => readPage(trx, caller, collection, limit, checkpoint))
}

async function readPage(trx: Tx, caller: Caller, collection: CollectionName, limit: number, checkpoint: Checkpoint): Promise<PullResponse> {
  const feeds = await readFeeds(trx, caller)
  const table = tableOf(collection)
  const page: PullResponse = { documents: [], checkpoint: {}, reset: [], gone: Object.keys(checkpoint).filter((shopId) => !feeds.has(shopId)) }
  for (const { shop_id: shopId, epoch, seq: head } of feeds.values()) {
    const known = checkpoint[shopId]
    if (known && (known.epoch !== epoch || known.seq > head)) {
      page.reset.push(shopId)
      continue
    }
    const start = known?.seq ?? 0
    const left = limit - page.documents.length
    const rows = left > 0 && start < head ? await table.page(trx, { shopId, seq: await cutActivities(trx, collection, shopId, start), limit: left }) : []
    for (const row of rows) page.documents.push(rowToDocument(table, row))
    page.checkpoint[shopId] = { epoch, seq: rows.at(-1)?.seq ?? start }
  }
  return page
}

/** Ascending by shop, so that pages go on where they stopped. */
async function readFeeds(trx: Tx, caller: Caller): Promise<Map<string, Feed>> {
  if (caller.shopIds.size === 0) return new Map()
  const feeds = await trx.selectFrom('shop_feed').selectAll().where('shop_id', 'in', [...caller.shopIds]).orderBy('shop_id').execute()
  return new Map(feeds.map((feed) => [feed.shop_id, feed]))
}

const findCut = defineStatement<{ seq: number }>((db, argument) =>
  db.selectFrom('activities').select('seq').where('shop_id', '=', argument('shopId')).orderBy('seq', 'desc').limit(1).offset(activitiesOnDevice),
)

/** A device that has none starts at the newest activities of the shop; older ones are read online. */
async function cutActivities(trx: Tx, collection: CollectionName, shopId: string, start: number): Promise<number> {
  if (collection !== 'activities' || start > 0) return start
  const [newestLeftOut] = await findCut(trx, { shopId })
  return newestLeftOut?.seq ?? start
}

