import type { InvoiceLine } from '#schema/collections/work/invoice-content.ts'
import type { IssuedDocument } from './issued-document.ts'

/** Content of an issued document of a shop in Berlin with a customer there; lines and sums are given. */
export function makeDocument({
  seller,
  buyer,
  ...content
}: Pick<IssuedDocument, 'lines' | 'taxes' | 'net' | 'tax' | 'total'> &
  Partial<Omit<IssuedDocument, 'seller' | 'buyer'>> & {
    seller?: Partial<IssuedDocument['seller']>
    buyer?: Partial<IssuedDocument['buyer']>
  }): IssuedDocument {
  const address = { street: 'Hauptstr. 5\nHinterhaus', postalCode: '10115', city: 'Berlin', region: null, country: 'DE' }
  return {
    kind: 'invoice',
    number: '2026-0007',
    issuedAt: '2026-11-28T23:30:00.000Z',
    suppliedAt: '2026-11-27T10:00:00.000Z',
    dueAt: null,
    seller: {
      name: 'Fix It GmbH',
      ...address,
      taxId: 'DE 123 456 789',
      email: 'desk@fixit.test',
      phone: '+49 30 1234',
      address: null,
      currency: 'EUR',
      taxMode: 'exclusive',
      ...seller,
    },
    buyer: { name: 'Ann Lee', company: 'Lee & Sons <Berlin>', ...address, taxId: null, email: null, ...buyer },
    note: null,
    timeZone: 'Europe/Berlin',
    paid: 0,
    iban: null,
    corrected: null,
    ...content,
  }
}

export type GivenLine = Pick<InvoiceLine, 'description' | 'net' | 'percent'> & Partial<InvoiceLine>

export const makeLine = (place: number, line: GivenLine): InvoiceLine => ({
  id: String(place + 1),
  lineId: null,
  tax: 0,
  total: line.net,
  kind: 'part',
  quantity: 1,
  unitPrice: line.net,
  taxName: 'VAT',
  category: 'standard',
  ...line,
})
