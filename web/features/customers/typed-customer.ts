import { keepDigits, phoneMaxDigits } from '#schema/values/phone.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import type { CustomerForm } from './form.ts'

/** Initial values of the form for a new customer. */
export type TypedCustomer = Partial<Pick<CustomerForm, 'name' | 'countryCode' | 'phone' | 'email'>>

/** Splits a search text into an e-mail address, a name, or a phone with its country code if it has one. */
export async function textToCustomer(text: string): Promise<TypedCustomer> {
  const typed = text.trim()
  if (/^\S+@\S+$/.test(typed)) return { email: typed }
  if (/\p{L}/u.test(typed)) return { name: typed.replace(/\s+/g, ' ') }
  const digits = keepDigits(typed).slice(0, phoneMaxDigits)
  if (digits === '') return {}
  if (!/^[\s(]*(\+|00)/.test(typed)) return { phone: digits }
  // The country table is large and rarely needed, so load it on demand; without it only the digits are filled in.
  const rules = await import('#schema/rules/customers/international-phone.ts').catch(() => undefined)
  const split = rules?.splitInternationalPhone(typed)
  return split === undefined ? { phone: digits } : { countryCode: split.countryCode, phone: split.phone }
}

/** Opens Add New Customer with the search text. */
export async function addTypedCustomer(text: string): Promise<void> {
  openDialog({ kind: 'customer-add', typed: await textToCustomer(text) })
}
