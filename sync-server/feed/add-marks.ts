import type { CollectionName } from '#schema/collections/index.ts'
import type { Tx } from '../db/database.ts'
import { settleEach } from '../db/settle-all.ts'
import { readMark } from '../store/sequence/feed-marks.ts'
import { tableOf } from '../store/table.ts'
import { readHead } from './feed-rows.ts'

type MarkedPlace = { epoch: string; seq: number; mark?: string; reached?: { seq: number; mark: string } }

/**
 * The place up to which rows were read in this transaction, with its mark; where more lie behind it, with the last of those. A row that
 * had moved there is not among what was read: a database that goes back to before that has it at its former place again.
 */
export async function addMarks(trx: Tx, collection: CollectionName, shopId: string, { epoch, seq }: MarkedPlace): Promise<MarkedPlace> {
  const [head, mark] = await settleEach([readHead(trx, tableOf(collection), shopId), readMark(trx, shopId, seq)])
  const headMark = head > seq ? await readMark(trx, shopId, head) : undefined
  return { epoch, seq, ...(mark !== undefined && { mark }), ...(headMark !== undefined && { reached: { seq: head, mark: headMark } }) }
}
