import { findLeftOut, type Reachable } from '#schema/rules/customers/plan-merge.ts'
import { defaultProfile, type ShopProfile } from '#schema/rules/shop/profile.ts'
import type { WriteContext } from '../../context.ts'
import { rowToContent, type LivingDocument } from '../../rows.ts'
import { tableOf, type StoredRow } from '../../table.ts'
import { applySet } from '../apply-update.ts'

/**
 * Notes with the customer who stays what of the other one would go with a merge. Who planned it on a device put all of both together; what
 * came after they had looked would be lost (MERGE-01).
 */
export async function keepLeftOut(context: WriteContext, loser: StoredRow, winner: StoredRow): Promise<void> {
  const table = tableOf('customers')
  const [goes, stays] = [loser, winner].map((row) => toReachable(rowToContent(table, row)))
  if (goes === undefined || stays === undefined) return
  const left = findLeftOut({ stays, goes }, await readOwnCode(context))
  // As tables hold flags.
  const noMessages = loser['noMessages'] === 1 && winner['noMessages'] !== 1
  if (left.length === 0 && !noMessages) return
  const customerNotes = [...(stays.customerNotes === null ? [] : [stays.customerNotes]), ...left].join('\n')
  await applySet(context, table, { id: winner.id, values: { ...(left.length > 0 && { customerNotes }), ...(noMessages && { noMessages }) } })
}

const toReachable = (customer: LivingDocument): Reachable => ({
  countryCode: toText(customer['countryCode']),
  phone: toText(customer['phone']),
  phoneUnconfirmed: customer['phoneUnconfirmed'] === true,
  alternateCountryCode: toText(customer['alternateCountryCode']),
  alternatePhone: toText(customer['alternatePhone']),
  alternatePhoneUnconfirmed: customer['alternatePhoneUnconfirmed'] === true,
  email: toText(customer['email']),
  customerNotes: toText(customer['customerNotes']),
})

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The country code of numbers that have none. */
async function readOwnCode({ memory, shopId }: WriteContext): Promise<string> {
  const row = await memory.apart((trx) => trx.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst())
  return (JSON.parse(row?.fields ?? '{}') as Partial<ShopProfile>).countryCode ?? defaultProfile('').countryCode
}
