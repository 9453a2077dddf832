import type { Customer } from '../../collections/work/customers.ts'
import { phoneToStoredText } from '../../values/phone.ts'
import { toPhoneKey } from './international-phone.ts'

export type PhoneNumber = { countryCode: string | null; phone: string; isUnconfirmed: boolean }

type Kept = Pick<Customer, 'countryCode' | 'phone' | 'alternateCountryCode' | 'alternatePhone' | 'customerNotes'>

export const phoneToNote = ({ countryCode, phone }: Omit<PhoneNumber, 'isUnconfirmed'>): string =>
  `Other phone: ${[countryCode, phoneToStoredText(countryCode, phone)].filter((part) => part !== null).join(' ')}`

/**
 * Changes that add a number to a customer: as phone, else alternate phone, else a line of the notes. Unconfirmed
 * numbers go to the notes. Empty if the customer has the number already.
 */
export function keepPhone(customer: Kept, number: PhoneNumber): Partial<Kept> {
  const { countryCode, phone, alternateCountryCode, alternatePhone, customerNotes } = customer
  const isHere = [toNumber(countryCode, phone), toNumber(alternateCountryCode, alternatePhone)].some((own) => own !== undefined && isSamePhone(own, number))
  if (isHere) return {}
  if (!number.isUnconfirmed && phone === null) return { countryCode: number.countryCode, phone: number.phone }
  if (!number.isUnconfirmed && alternatePhone === null) return { alternateCountryCode: number.countryCode, alternatePhone: number.phone }
  const note = phoneToNote(number)
  if (`\n${customerNotes ?? ''}\n`.includes(`\n${note}\n`)) return {}
  return { customerNotes: customerNotes === null || customerNotes === '' ? note : `${customerNotes}\n${note}` }
}

type Spelled = { countryCode: string | null; phone: string }

const toNumber = (countryCode: string | null, phone: string | null): Spelled | undefined => (phone === null ? undefined : { countryCode, phone })

/** A number without a country code matches any country. */
const isSamePhone = (one: Spelled, other: Spelled): boolean =>
  toPhoneKey(one.countryCode, one.phone, other.countryCode ?? '') === toPhoneKey(other.countryCode, other.phone, one.countryCode ?? '')
