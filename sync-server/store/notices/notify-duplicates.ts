import { phoneToSpellings } from '#schema/rules/customers/international-phone.ts'
import type { WriteContext } from '../context.ts'
import { addNotice } from './notices.ts'
import { readPersonName } from '../person-name.ts'

/** More customers than this with one number are a family or company. */
const notifiedMost = 3

type Duplicate = { id: string; name: string; userId: string | null }

/**
 * Leaves a notice for both authors when two devices added the same customer independently; both rows stay. Only for
 * pushes: otherwise the author could see the other row.
 */
export async function notifyDuplicates(context: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { caller } = context
  if (caller.origin !== 'push' || caller.userId === null) return
  const duplicates = await findUnseenDuplicates(context, id, values)
  if (duplicates.length === 0) return
  const name = String(values['name'])
  const author = await readPersonName(context.trx, caller.userId)
  for (const duplicate of duplicates) {
    const isOwn = duplicate.userId === caller.userId
    const by = await readPersonName(context.trx, duplicate.userId)
    await addNotice(context, {
      kind: 'twin',
      collection: 'customers',
      rowId: duplicate.id,
      userId: caller.userId,
      toActor: true,
      params: { title: `Customer '${name}'`, name: duplicate.name, by, isOwn },
    })
    await addNotice(context, {
      kind: 'twin',
      collection: 'customers',
      rowId: id,
      userId: duplicate.userId,
      params: { title: `Customer '${duplicate.name}'`, name, by: author, isOwn },
    })
  }
}

/** Customers with the same main or alternate number, from another device, that arrived after this mutation was made. */
async function findUnseenDuplicates(
  { trx, shopId, mutationAt, deviceId }: WriteContext,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Duplicate[]> {
  const numbers = [
    { code: values['countryCode'], phone: values['phone'] },
    { code: values['alternateCountryCode'], phone: values['alternatePhone'] },
  ]
  const duplicateById = new Map<string, Duplicate>()
  for (const { code, phone } of numbers) {
    if (typeof code !== 'string' || typeof phone !== 'string') continue
    const spellings = phoneToSpellings(code, phone)
    if (spellings.length === 0) continue
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
        .leftJoin('mutations', 'mutations.id', 'field_changes.mutation_id')
        .leftJoin('past_mutations', 'past_mutations.id', 'field_changes.mutation_id')
        .select(['customers.id', 'customers.name', 'field_changes.user_id as userId'])
        .where('customers.shop_id', '=', shopId)
        .where(phoneColumn, 'in', spellings)
        .where(codeColumn, '=', code)
        .where('customers.deleted', '=', 0)
        .where('customers.id', '!=', id)
        .where((where) => where.fn.coalesce('mutations.received_at', 'past_mutations.received_at'), '>', mutationAt)
        .where((where) => where.fn.coalesce('mutations.device_id', 'past_mutations.device_id'), 'is distinct from', deviceId)
        .orderBy('customers.id')
        .limit(notifiedMost)
        .execute()
      for (const duplicate of rows) duplicateById.set(duplicate.id, duplicate)
    }
  }
  return [...duplicateById.values()].slice(0, notifiedMost)
}
