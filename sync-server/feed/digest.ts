import { setImmediate } from 'node:timers/promises'
import type { DigestAnswer, DigestRequest } from '#schema/api/sync.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { canReadCollection, type Caller, isMember } from '#schema/rules/access/access.ts'
import { Digest } from '#schema/rules/merge/digest.ts'
import type { Services } from '../services.ts'
import { readHead } from './feed-rows.ts'
import { rowToContent } from '../store/rows.ts'
import { tableOf } from '../store/table.ts'

/** Rows per step of a few ms; other requests run between steps. */
const stepRows = 500

/**
 * Sums over the rows of one shop and collection that a device at this feed position must hold. `isMoved`: the feed has
 * advanced, so a comparison is impossible now. `onRead` gets the number of rows of each step.
 * @throws AppError NOT_FOUND for a shop or collection that the caller cannot see, FORBIDDEN, VALIDATION for an unknown
 *   field
 */
export async function digestRows(
  services: Services,
  caller: Caller,
  { shopId, collection, epoch, seq, from, fields, differed }: DigestRequest,
  onRead: (rows: number) => void,
): Promise<DigestAnswer> {
  if (!isCollectionName(collection)) throw new AppError('NOT_FOUND', 'There is no such collection.')
  if (!canReadCollection(caller.privileges, collection)) throw new AppError('FORBIDDEN')
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND', 'Shop not found')
  const table = tableOf(collection)
  const unknown = fields.find((name) => table.fieldByName.get(name)?.field.secret !== false)
  if (unknown !== undefined) throw new AppError('VALIDATION', `Unknown field: ${unknown}`)
  if (differed !== undefined && differed > 0) services.log.warn({ collection, shopId, userId: caller.userId, rows: differed }, 'digest mismatch')
  const digest = new Digest(fields)
  const { reader } = services
  const hasMoved = async (): Promise<boolean> => {
    const feed = await reader.selectFrom('shop_feed').select('epoch').where('shop_id', '=', shopId).executeTakeFirst()
    return feed?.epoch !== epoch || (await readHead(reader, table, shopId)) > seq
  }
  if (await hasMoved()) return { isMoved: true, rows: 0 }
  for (let start = from - 1; ;) {
    const rows = await table.page(reader, { shopId, seq: start, limit: stepRows })
    onRead(rows.length)
    for (const row of rows) if (row.deleted === 0) digest.add(rowToContent(table, row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < stepRows) break
    start = last.seq
    await setImmediate()
  }
  // Check again: a row written meanwhile has a greater seq.
  const isMoved = await hasMoved()
  return isMoved ? { isMoved, rows: 0 } : { isMoved, rows: digest.rows, sums: digest.toSums() }
}
