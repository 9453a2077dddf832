import { phoneToSpellings } from '#schema/rules/customers/international-phone.ts'
import { defineStatement, type Statement } from '../../db/statement.ts'
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
    for (const spelling of phoneToSpellings(code, phone)) {
      for (const find of [findByPhone, findByAlternatePhone]) {
        for (const duplicate of await find(trx, { shopId, phone: spelling, code, id, mutationAt, deviceId })) duplicateById.set(duplicate.id, duplicate)
      }
    }
  }
  return [...duplicateById.values()].slice(0, notifiedMost)
}

/** Looks at the customers of the number that changed last, so that a number of thousands costs no more. */
const lookedAtMost = 50

const findByPhone = defineFind('phone', 'country_code')
const findByAlternatePhone = defineFind('alternate_phone', 'alternate_country_code')

function defineFind(phoneColumn: string, codeColumn: string): Statement<Duplicate> {
  return defineStatement<Duplicate>((db, argument) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('customers')
          .select(['id', 'name', 'deleted', `${codeColumn} as code`])
          .where('shop_id', '=', argument('shopId'))
          .where(phoneColumn, '=', argument('phone'))
          .orderBy('seq', 'desc')
          .limit(lookedAtMost)
          .as('newest'),
      )
      .innerJoin('field_changes', (join) =>
        join.onRef('field_changes.row_id', '=', 'newest.id').on('field_changes.collection', '=', 'customers').on('field_changes.field', '=', ''),
      )
      .leftJoin('mutations', 'mutations.id', 'field_changes.mutation_id')
      .leftJoin('past_mutations', 'past_mutations.id', 'field_changes.mutation_id')
      .select(['newest.id', 'newest.name', 'field_changes.user_id as userId'])
      .where('newest.code', '=', argument('code'))
      .where('newest.deleted', '=', 0)
      .where('newest.id', '!=', argument('id'))
      .where((where) => where.fn.coalesce('mutations.received_at', 'past_mutations.received_at'), '>', argument('mutationAt'))
      .where((where) => where.fn.coalesce('mutations.device_id', 'past_mutations.device_id'), 'is distinct from', argument('deviceId'))
      .orderBy('newest.id')
      .limit(notifiedMost),
  )
}
