import { keepPhone, type PhoneNumber } from '#schema/rules/customers/keep-phone.ts'
import type { Json } from '#schema/values/merge.ts'
import { findOwnRow, type WriteContext } from '../../context.ts'
import { toTypedDocument } from '../../rows.ts'
import { tableOf, type Table } from '../../table.ts'
import { findSuccessor } from './follow-merged.ts'

type Values = Readonly<Record<string, unknown>>
type SetValues = (context: WriteContext, table: Table, op: { id: string; values: Readonly<Record<string, Json>> }) => Promise<void>

const phoneFields: readonly string[] = ['countryCode', 'phone', 'alternateCountryCode', 'alternatePhone', 'phoneUnconfirmed', 'alternatePhoneUnconfirmed']

/** Gives the one who stays each number of the other that they lack (MERGE-01): somebody may have added it since the merge was planned. */
export async function keepPhones(context: WriteContext, values: Values, winnerId: string, setValues: SetValues): Promise<void> {
  const customers = tableOf('customers')
  for (const number of readNumbers(values)) {
    const { document } = await findOwnRow(context, customers, winnerId)
    const winner = toTypedDocument<'customers'>(document)
    // A change of the number alone says no country: the one that was typed before it may have gone to who stays.
    const kept = keepPhone(winner, { ...number, countryCode: number.countryCode ?? winner.countryCode })
    if (Object.keys(kept).length > 0) await setValues(context, customers, { id: winnerId, values: kept })
  }
}

/**
 * Who took over a customer that was merged away, for a change of nothing but numbers that was done without knowing of the merge.
 * Undefined for any other change: it is refused with all that was typed.
 */
export async function findPhoneHeir(context: WriteContext, table: Table, id: string, names: readonly string[]): Promise<string | undefined> {
  if (table.name !== 'customers' || names.length === 0 || !names.every((name) => phoneFields.includes(name))) return undefined
  const successor = await findSuccessor(context, id)
  return successor === id ? undefined : successor
}

function readNumbers(values: Values): PhoneNumber[] {
  const numbers = [
    [values['countryCode'], values['phone'], values['phoneUnconfirmed']],
    [values['alternateCountryCode'], values['alternatePhone'], values['alternatePhoneUnconfirmed']],
  ] as const
  return numbers.flatMap(([code, phone, isUnconfirmed]) =>
    typeof phone === 'string' && phone !== '' ? [{ countryCode: typeof code === 'string' ? code : null, phone, isUnconfirmed: isUnconfirmed === true }] : [],
  )
}
