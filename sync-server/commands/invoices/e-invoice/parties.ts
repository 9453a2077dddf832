import type { Invoice } from '@e-invoice-eu/core'
import type { InvoiceBuyer, InvoiceSeller } from '#schema/collections/work/invoice-content.ts'
import { toXmlText } from './xml-text.ts'

type Seller = Invoice['ubl:Invoice']['cac:AccountingSupplierParty']['cac:Party']
type Buyer = Invoice['ubl:Invoice']['cac:AccountingCustomerParty']['cac:Party']
type Address = Seller['cac:PostalAddress']

export function toSeller(seller: InvoiceSeller): Seller {
  const name = toXmlText(seller.name) ?? ''
  const taxId = toXmlText(seller.taxId) ?? ''
  const vatId = toVatId(taxId, seller.country)
  return {
    ...toEndpoint(seller.email),
    'cac:PostalAddress': toAddress(seller),
    'cac:PartyTaxScheme': [{ 'cbc:CompanyID': vatId ?? taxId, 'cac:TaxScheme': { 'cbc:ID': vatId === undefined ? 'TAX' : 'VAT' } }],
    // A seller without a VAT identifier is known by its registration (BR-CO-26).
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, ...(vatId === undefined && { 'cbc:CompanyID': taxId }) },
    ...toContact({ phone: seller.phone, email: seller.email }),
  }
}

export function toBuyer(buyer: InvoiceBuyer): Buyer {
  const [name, company] = [toXmlText(buyer.name), toXmlText(buyer.company)]
  const taxId = toXmlText(buyer.taxId)
  const vatId = taxId === undefined ? undefined : toVatId(taxId, buyer.country)
  return {
    ...toEndpoint(buyer.email),
    'cac:PostalAddress': toAddress(buyer),
    ...(vatId !== undefined && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': company ?? name ?? '',
      ...(taxId !== undefined && vatId === undefined && { 'cbc:CompanyID': taxId }),
    },
    ...toContact({ ...(company !== undefined && { name }), email: buyer.email }),
  }
}

/** The electronic address, for those who take one: UBL's own profiles demand it, EN 16931 does not. */
function toEndpoint(email: string | null): { 'cbc:EndpointID'?: string; 'cbc:EndpointID@schemeID'?: 'EM' } {
  const address = toXmlText(email)
  return address === undefined ? {} : { 'cbc:EndpointID': address, 'cbc:EndpointID@schemeID': 'EM' }
}

function toContact({ name, phone, email }: { name?: string | undefined; phone?: string | null; email: string | null }) {
  const telephone = toXmlText(phone ?? null)
  const mail = toXmlText(email)
  if (name === undefined && telephone === undefined && mail === undefined) return {}
  return {
    'cac:Contact': {
      ...(name !== undefined && { 'cbc:Name': name }),
      ...(telephone !== undefined && { 'cbc:Telephone': telephone }),
      ...(mail !== undefined && { 'cbc:ElectronicMail': mail }),
    },
  }
}

/** The rest of a street of more than three lines goes into the third. */
function toAddress({ street, postalCode, city, region, country }: Pick<InvoiceSeller, 'street' | 'postalCode' | 'city' | 'region' | 'country'>): Address {
  const [first, second, ...more] = (toXmlText(street) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [place, code, district] = [toXmlText(city), toXmlText(postalCode), toXmlText(region)]
  return {
    ...(first !== undefined && { 'cbc:StreetName': first }),
    ...(second !== undefined && { 'cbc:AdditionalStreetName': second }),
    ...(place !== undefined && { 'cbc:CityName': place }),
    ...(code !== undefined && { 'cbc:PostalZone': code }),
    ...(district !== undefined && { 'cbc:CountrySubentity': district }),
    ...(more.length > 0 && { 'cac:AddressLine': { 'cbc:Line': more.join(', ') } }),
    'cac:Country': { 'cbc:IdentificationCode': toCountryCode(country) },
  }
}

/** Safe: the library checks the code against its list. */
const toCountryCode = (country: string | null): Address['cac:Country']['cbc:IdentificationCode'] =>
  (country ?? '') as Address['cac:Country']['cbc:IdentificationCode']

/** Countries whose VAT identifiers begin with other letters than their code. */
const otherPrefixes: Readonly<Record<string, string>> = { GR: 'EL', GB: 'XI' }

/** 'de 123 456 789' → 'DE123456789'; undefined for an ID without its country's letters, which is no VAT identifier (BR-CO-09). */
function toVatId(taxId: string, country: string | null): string | undefined {
  const compact = taxId.replaceAll(/[\s./-]/g, '').toUpperCase()
  const prefix = compact.slice(0, 2)
  const isOwn = country !== null && (prefix === country || prefix === otherPrefixes[country])
  return isOwn && /\d/.test(compact) ? compact : undefined
}
