import type { Customer } from '#schema/collections/work/customers.ts'
import { defaultCountryCode, formatPhone } from '#schema/values/phone.ts'
import { usePhoneGroups } from './phone/use-international-text.ts'
import { useShopCountryCode } from './shop-format.tsx'
import { t } from '#web/inputs/inputs-texts.ts'

type PhoneFields = Pick<Customer, 'countryCode' | 'phone' | 'alternateCountryCode' | 'alternatePhone'> & Partial<Pick<Customer, 'alternatePhoneUnconfirmed'>>

/** A phone as text, without the country code if it is the shop's own; '' for none. */
export function phoneToText(countryCode: string | null, phone: string | null, ownCode = defaultCountryCode): string {
  const grouped = formatPhone(countryCode, phone)
  return grouped === '' || countryCode === null || countryCode === ownCode ? grouped : `${countryCode} ${grouped}`
}

/** A phone in a table cell: may break after the country code, but not within the number. */
export function PhoneText({ countryCode, phone }: { countryCode: string | null; phone: string | null }) {
  const ownCode = useShopCountryCode()
  usePhoneGroups(countryCode)
  const grouped = formatPhone(countryCode, phone)
  // Nothing at all, so that a card leaves out the column's name too.
  if (grouped === '') return null
  return (
    <>
      {countryCode !== null && countryCode !== ownCode && <span className="whitespace-nowrap">{countryCode}</span>}{' '}
      <span className="whitespace-nowrap">{grouped}</span>
    </>
  )
}

export function PhonesText({ customer }: { customer: PhoneFields }) {
  const ownCode = useShopCountryCode()
  usePhoneGroups(customer.countryCode ?? customer.alternateCountryCode)
  const main = phoneToText(customer.countryCode, customer.phone, ownCode)
  const alternate = phoneToText(customer.alternateCountryCode, customer.alternatePhone, ownCode)
  if (main === '' && alternate === '') return <span className="text-sm text-muted">{t.noPhone()}</span>
  return (
    <span className="text-sm text-muted tabular-nums">
      <span className="whitespace-nowrap">{main}</span>
      {main !== '' && alternate !== '' && ' · '}
      {alternate !== '' && <span className="whitespace-nowrap">{t.altPhone({ phone: alternate })}</span>}
      {/* Anyone may register with another's number, so the number proves no identity. */}
      {alternate !== '' && customer.alternatePhoneUnconfirmed === true && ` ${t.notConfirmed()}`}
    </span>
  )
}

export function CustomerLine({ customer }: { customer: Pick<Customer, 'name'> & PhoneFields }) {
  return (
    <>
      <span className="truncate">{customer.name}</span>
      <PhonesText customer={customer} />
    </>
  )
}
