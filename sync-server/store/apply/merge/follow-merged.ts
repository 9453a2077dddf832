import type { Json } from '#schema/values/merge.ts'
import type { WriteContext } from '../../context.ts'
import { tableOf, type Table } from '../../table.ts'

/**
 * The customer that now owns the orders and devices: the customer itself while alive, else the one it was merged into,
 * and so on. The result may be deleted or of no shop; callers check it like any reference.
 */
export async function findSuccessor(context: WriteContext, customerId: string): Promise<string> {
  const passed = new Set<string>()
  for (let id = customerId; ;) {
    const row = await context.memory.find(tableOf('customers'), id)
    if (row?.deleted !== 1 || row.shopId !== context.shopId || passed.has(id)) return id
    passed.add(id)
    const next = await readMergedInto(context, id)
    if (next === null) return id
    id = next
  }
}

export async function readMergedInto({ trx }: WriteContext, customerId: string): Promise<string | null> {
  const row = await trx.selectFrom('customers').select('merged_into').where('id', '=', customerId).executeTakeFirst()
  return row?.merged_into ?? null
}

/** Ids of customers merged into this one, directly or indirectly. */
export async function findPredecessors({ trx }: WriteContext, customerId: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let ids = [customerId]; ids.length > 0;) {
    const rows = await trx.selectFrom('customers').select('id').where('merged_into', 'in', ids).execute()
    ids = rows.flatMap(({ id }) => (found.has(id) || id === customerId ? [] : [id]))
    for (const id of ids) found.add(id)
  }
  return found
}

/** The values, with merged customers replaced by their successors, for devices that do not know of the merge yet. */
export async function followMerged(context: WriteContext, { references }: Table, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const followed: Record<string, unknown> = { ...values }
  for (const { name, collection } of references) {
    const id = values[name]
    if (collection === 'customers' && typeof id === 'string') followed[name] = await findSuccessor(context, id)
  }
  return followed
}

/** The op with the original customer as `mergedFrom`: the new row returns to them when they are restored. */
export function withOrigin<Op extends { serverValues?: Readonly<Record<string, Json>> | undefined }>(
  table: Table,
  op: Op,
  asked: Readonly<Record<string, unknown>>,
  followed: Readonly<Record<string, unknown>>,
): Op {
  const moved = table.references.find(({ name, collection }) => collection === 'customers' && asked[name] !== followed[name])
  return moved === undefined ? op : { ...op, serverValues: { ...op.serverValues, mergedFrom: asked[moved.name] as Json } }
}

/** The value that the author saw, with a merged customer replaced by its successor. */
export async function followMergedChange(context: WriteContext, { references }: Table, name: string, from: Json): Promise<Json> {
  const isCustomer = references.some((reference) => reference.name === name && reference.collection === 'customers')
  return isCustomer && typeof from === 'string' ? findSuccessor(context, from) : from
}
