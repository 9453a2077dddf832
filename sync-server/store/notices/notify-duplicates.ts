import type { WriteContext } from '../context.ts'
import { addNotice } from './notices.ts'
import { readName } from './notify-conflict.ts'

/** More customers with one number are a family or a company. */
const toldMost = 3

type Twin = { id: string; name: string; userId: string | null }

/**
 * Two devices that had not heard of each other took in the same person: both stay, and both people are told afterwards. Only for what a
 * device sends whose author could not have seen the other row yet.
 */
export async function tellTwins(context: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { caller } = context
  if (caller.origin !== 'push' || caller.userId === null) return
  const twins = await findUnseenTwins(context, id, values)
  if (twins.length === 0) return
  const name = String(values['name'])
  const author = await readName(context, caller.userId)
  for (const twin of twins) {
    const isOwn = twin.userId === caller.userId
    const by = await readName(context, twin.userId)
    await addNotice(context, {
      kind: 'twin',
      collection: 'customers',
      rowId: twin.id,
      userId: caller.userId,
      toActor: true,
      params: { title: `Customer '${name}'`, name: twin.name, by, isOwn },
    })
    await addNotice(context, {
      kind: 'twin',
      collection: 'customers',
      rowId: id,
      userId: twin.userId,
      params: { title: `Customer '${twin.name}'`, name, by: author, isOwn },
    })
  }
}

/** The same main or alternate number, made by another device, and not yet on the server when this person acted. */
async function findUnseenTwins({ trx, shopId, mutationAt, deviceId }: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<Twin[]> {
  const numbers = [
    { code: values['countryCode'], phone: values['phone'] },
    { code: values['alternateCountryCode'], phone: values['alternatePhone'] },
  ]
  const twinById = new Map<string, Twin>()
  for (const { code, phone } of numbers) {
    if (typeof code !== 'string' || typeof phone !== 'string') continue
    const pairs = [
      ['customers.phone', 'customers.country_code'],
      ['customers.alternate_phone', 'customers.alternate_country_code'],
    ] as const
    for (const [phoneColumn, codeColumn] of pairs) {
      const rows = await trx
        .selectFrom('customers')
        .innerJoin('field_changes', (join) =>
          join.onRef('field_changes.row_id', '=', 'customers.id').on('field_changes.collection', '=', 'customers').on('field_changes.field', '=', ''),
        )
        .innerJoin('mutations', 'mutations.id', 'field_changes.mutation_id')
        .select(['customers.id', 'customers.name', 'mutations.user_id as userId'])
        .where('customers.shop_id', '=', shopId)
        .where(phoneColumn, '=', phone)
        .where(codeColumn, '=', code)
        .where('customers.deleted', '=', 0)
        .where('customers.id', '!=', id)
        .where('mutations.received_at', '>', mutationAt)
        .where('mutations.device_id', 'is not', deviceId)
        .orderBy('customers.id')
        .limit(toldMost)
        .execute()
      for (const twin of rows) twinById.set(twin.id, twin)
    }
  }
  return [...twinById.values()].slice(0, toldMost)
}
