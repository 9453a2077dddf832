import type { Mutation, MutationError } from '#schema/api/sync.ts'
import { readMergedIssue } from '#schema/rules/customers/merged-away.ts'
import type { WriteContext } from '../context.ts'
import { readPersonName } from '../person-name.ts'
import { tableOf } from '../table.ts'
import { addNotice } from './notices.ts'

/** Tells who merged a customer that somebody had edited it without seeing the merge, and was refused. */
export async function notifyMergedEdit(context: WriteContext, { ops }: Pick<Mutation, 'ops'>, { issues }: MutationError): Promise<void> {
  const stays = readMergedIssue(issues)
  if (stays === undefined) return
  const { trx, memory, caller } = context
  const customers = tableOf('customers')
  for (const op of ops) {
    if (op.collection !== 'customers' || op.action !== 'update') continue
    const row = await memory.find(customers, op.id)
    if (row === undefined || row.shopId !== context.shopId || row.deletedWith === null) continue
    const merge = await trx.selectFrom('mutations').select('user_id as userId').where('id', '=', row.deletedWith).executeTakeFirst()
    if (merge === undefined) continue
    const fields = Object.keys(op.changes).flatMap((name) => customers.fieldByName.get(name)?.field.label ?? [])
    const by = await readPersonName(trx, caller.userId)
    const params = { title: `Customer '${String(row['name'])}'`, name: stays.name, by, fields: fields.join(', ') }
    await addNotice(context, { kind: 'mergedEdit', collection: 'customers', rowId: stays.id, userId: merge.userId, params })
  }
}
