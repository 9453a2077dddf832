import { countryToName } from '../../values/places/country.ts'

/** In the order of a form. */
export const addressFields = ['street', 'postalCode', 'city', 'region', 'country'] as const

export type Address = Record<(typeof addressFields)[number], string | null>

type Named = { name: string; company: string | null }

const isFilled = (text: string | null): text is string => text !== null && text.trim() !== ''

const toWords = (code: string): ReadonlySet<string> => new Set(code.split(' '))

/** 'Harbor, ME 04001' */
const withComma = toWords('US PR GU VI AS MP UM')
/** 'Sydney NSW 2000' */
const cityFirst = toWords('AU CA NZ IN SG TH ID TW SA PK BD LK VN')
/** The postal code has a line of its own, below the region. */
const codeBelow = toWords('GB IE GG JE IM HK ZA KE NG EG')
/** 'Santos - SP', the postal code below. */
const withDash = toWords('BR')
/** '00184 Roma RM' */
const regionBehind = toWords('IT MX')

/**
 * The lines of an address as its country writes them. `ownCountry`: code of the shop's country; it lays out an address
 * without a country, and an address in it has no line for the country. `locale`: of the country's name.
 */
export function addressToLines(address: Address, { ownCountry, locale }: { ownCountry: string | null; locale: string }): string[] {
  const { country } = address
  const name = isFilled(country) && country !== ownCountry ? countryToName(country, locale) : ''
  return [...toLines(address, country ?? ownCountry ?? ''), name].filter((line) => line !== '')
}

/** One line, equal in each runtime: the country is its code. */
export const addressToText = (address: Address): string =>
  [...toLines(address, address.country ?? ''), address.country ?? '']
    .filter((line) => line !== '')
    .join(', ')
    .replaceAll(/\s+/g, ' ')

function toLines(address: Address, country: string): string[] {
  const [street, postalCode, city, region] = addressFields.map((field) => (address[field] ?? '').trim())
  const join = (separator: string, ...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join(separator)
  const streets = (street ?? '').split('\n').map((line) => line.trim())
  if (withComma.has(country)) return [...streets, join(', ', city, join(' ', region, postalCode))]
  if (cityFirst.has(country)) return [...streets, join(' ', city, region, postalCode)]
  if (codeBelow.has(country)) return [...streets, city ?? '', region ?? '', postalCode ?? '']
  if (withDash.has(country)) return [...streets, join(' - ', city, region), postalCode ?? '']
  if (regionBehind.has(country)) return [...streets, join(' ', postalCode, city, region)]
  return [...streets, join(' ', postalCode, city), region ?? '']
}

/** Name, company and address of a customer on paper, one line each; a company that is the name stands once. */
export function toAddressBlock(
  customer: Address & Named & { taxId: string | null },
  reader: { ownCountry: string | null; locale: string },
): { lines: string[]; taxId: string | null } {
  return { lines: [...toOtherCompany(customer), customer.name, ...addressToLines(customer, reader)], taxId: customer.taxId }
}

/** Company and address below a name that is shown already; '' without both. */
export const toPlaceText = (customer: Address & Named): string => [...toOtherCompany(customer), addressToText(customer)].filter(isFilled).join(' · ')

/** None where the company is the name. */
function toOtherCompany({ name, company }: Named): string[] {
  const text = (company ?? '').trim()
  return text === '' || text.toLowerCase() === name.trim().toLowerCase() ? [] : [text]
}
