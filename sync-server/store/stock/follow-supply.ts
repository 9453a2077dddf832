import { toPurchaseState, toSuppliedIds, toSupply } from '#schema/rules/inventory/supply.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { recordFieldSet } from '../apply/field-changes.ts'
import { recordAuthor } from '../deletions/row-authors.ts'
import { rowToContent } from '../rows.ts'
import { tableOf, type StoredRow } from '../table.ts'
import { noteEvent } from '../told/note-event.ts'

type Line = Readonly<Record<string, unknown>>

/** What was received has arrived for its repair, and a purchase is received when all of it is. */
export async function followSupply(context: WriteContext, before: Line | undefined, after: Line | undefined): Promise<void> {
  for (const id of toSuppliedIds(before, after)) {
    const row = await context.memory.find(tableOf('order_lines'), id)
    if (row === undefined || row.deleted === 1) continue
    const supply = toSupply(before, after, rowToContent(tableOf('order_lines'), row))
    if (supply !== undefined) await setText(context, 'order_lines', row, 'supply', supply)
  }
  const line = after ?? before
  const purchase = line && (await context.memory.find(tableOf('purchases'), String(line['purchaseId'])))
  if (line === undefined || purchase === undefined || purchase.deleted === 1) return
  const state = toPurchaseState(before, after, await readOthers(context, purchase.id, line['id']), purchase['state'])
  if (state !== undefined) await setText(context, 'purchases', purchase, 'state', state)
}

async function readOthers(context: WriteContext, purchaseId: string, lineId: unknown): Promise<Line[]> {
  return context.trx
    .selectFrom('purchase_lines')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('deleted', '=', 0)
    .where('id', '!=', String(lineId))
    .execute()
}

async function setText(context: WriteContext, collection: CollectionName, row: StoredRow, name: string, value: string): Promise<void> {
  const table = tableOf(collection)
  const before = rowToContent(table, row)
  const seq = await nextSeq(context, collection)
  context.memory.update(table, row.id, { [name]: value, updated_at: context.mutationAt, seq })
  context.written.push({ collection, id: row.id })
  recordAuthor(context, collection, row.id, seq, [name])
  recordFieldSet(context, table, row.id, name)
  noteEvent(context, collection, row.id, seq, { kind: 'updated', before, after: { ...before, [name]: value } })
}
