import type { CollectionName } from '#schema/collections/index.ts'
import type { Tx } from '../db/database.ts'
import { settleEach } from '../db/settle-all.ts'
import { readMark } from '../store/sequence/feed-marks.ts'
import { tableOf } from '../store/table.ts'
import { readHead } from './feed-rows.ts'

type MarkedPlace = { epoch: string; seq: number; mark?: string; reached?: { seq: number; mark: string } }

/**
 * Adds the mark of the position up to which rows were read. If more rows follow, also adds the head and its mark: an
 * unread row may have moved there, and after a restore it is back below the device's position.
 */
export async function addMarks(trx: Tx, collection: CollectionName, shopId: string, { epoch, seq }: MarkedPlace): Promise<MarkedPlace> {
  const [head, mark] = await settleEach([readHead(trx, tableOf(collection), shopId), readMark(trx, shopId, seq)])
  const headMark = head > seq ? await readMark(trx, shopId, head) : undefined
  return { epoch, seq, ...(mark !== undefined && { mark }), ...(headMark !== undefined && { reached: { seq: head, mark: headMark } }) }
}
