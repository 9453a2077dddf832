import { keepPhone, type PhoneNumber } from '#schema/rules/customers/keep-phone.ts'
import type { Json } from '#schema/values/merge.ts'
import { findOwnRow, type WriteContext } from '../../context.ts'
import { toTypedDocument, type LivingDocument } from '../../rows.ts'
import { tableOf, type Table } from '../../table.ts'
import { findPredecessors, findSuccessor } from './follow-merged.ts'

type Values = Readonly<Record<string, unknown>>
type SetValues = (context: WriteContext, table: Table, op: { id: string; values: Readonly<Record<string, Json>> }) => Promise<void>

const numbers = [
  ['countryCode', 'phone', 'phoneUnconfirmed'],
  ['alternateCountryCode', 'alternatePhone', 'alternatePhoneUnconfirmed'],
] as const
const phoneFields: readonly string[] = numbers.flat()

/** Gives the remaining customer each number of the other that they lack, including numbers added after the merge was planned. */
export async function keepPhones(context: WriteContext, values: Values, winnerId: string, setValues: SetValues): Promise<void> {
  const customers = tableOf('customers')
  for (const number of readNumbers(values)) {
    const { document } = await findOwnRow(context, customers, winnerId)
    const winner = toTypedDocument<'customers'>(document)
    // A change of the number alone has no country code, so use the remaining customer's.
    const kept = keepPhone(winner, { ...number, countryCode: number.countryCode ?? winner.countryCode })
    if (Object.keys(kept).length > 0) await setValues(context, customers, { id: winnerId, values: kept })
  }
}

/**
 * The successor of a merged customer, for a change of phone numbers only whose author did not know of the merge.
 * Undefined for any other change, which is refused.
 */
export async function findPhoneHeir(context: WriteContext, table: Table, id: string, names: readonly string[]): Promise<string | undefined> {
  if (table.name !== 'customers' || names.length === 0 || !names.every((name) => phoneFields.includes(name))) return undefined
  const successor = await findSuccessor(context, id)
  return successor === id ? undefined : successor
}

/** A merged number field: `before` was replaced, or `yielded` lost to `before`. */
type NumberChange = { name: string; before: unknown; after: unknown; isReplaced: boolean; isYielded?: boolean; yielded?: unknown }

/**
 * Keeps each number that lost a merge conflict on a customer with predecessors: it may belong to one of those, unknown
 * to the author of the other number.
 */
export async function keepLostPhones(context: WriteContext, customer: LivingDocument, changes: readonly NumberChange[], setValues: SetValues): Promise<void> {
  const lost = numbers.flatMap(([codeName, name, unconfirmedName]) => {
    const change = changes.find((one) => one.name === name)
    const code = changes.find((one) => one.name === codeName)
    if (change?.isYielded === true) return [{ countryCode: code === undefined ? customer[codeName] : (code.yielded ?? code.after), phone: change.yielded }]
    if (change?.isReplaced === true) return [{ countryCode: customer[codeName], phone: change.before, phoneUnconfirmed: customer[unconfirmedName] }]
    return []
  })
  if (lost.length === 0 || (await findPredecessors(context, customer.id)).size === 0) return
  for (const number of lost) await keepPhones(context, number, customer.id, setValues)
}

function readNumbers(values: Values): PhoneNumber[] {
  return numbers.flatMap((names) => {
    const [code, phone, isUnconfirmed] = names.map((name) => values[name])
    return typeof phone === 'string' && phone !== ''
      ? [{ countryCode: typeof code === 'string' ? code : null, phone, isUnconfirmed: isUnconfirmed === true }]
      : []
  })
}
