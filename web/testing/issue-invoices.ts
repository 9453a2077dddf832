import type { InvoiceSeller } from '#schema/collections/work/invoice-content.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { toCreditContent } from '#schema/rules/invoices/credit-note.ts'
import { invoiceTexts } from '#schema/rules/invoices/invoice-states.ts'
import { toInvoiceContent } from '#schema/rules/invoices/invoice-sums.ts'
import { readInvoiceLines, readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'
import { type Pricing } from '#schema/rules/money/price.ts'
import { RestFailure, type Rest } from './answer-rest.ts'
import type { TestShop } from './shop-server.ts'

const seller: InvoiceSeller = {
  name: 'Harbor Repairs',
  street: '1 Quay',
  postalCode: '04001',
  city: 'Harbor',
  region: null,
  country: 'DE',
  address: null,
  taxId: 'DE123456789',
  email: null,
  phone: null,
  currency: 'USD',
  taxMode: 'exclusive',
}

const buyer = { name: 'Ann Lee', company: null, street: '2 Ring', postalCode: '10115', city: 'Berlin', region: null, country: 'DE', taxId: null, email: null }

/** Issues drafts as the server does, by the same rules, at a fixed time. `count`: documents so far. */
export function issueInvoices(shop: TestShop, pricing: Pricing): Rest {
  let count = 0
  const pull = async <Row>(collection: 'invoices' | 'orders' | 'order_lines'): Promise<Row[]> => {
    const rows = await shop.api.pullAll(collection)
    return rows.filter((row) => row._deleted !== true) as unknown as Row[]
  }
  const toContent = async (draft: Invoice) => {
    const documents = await pull<Invoice>('invoices')
    const invoice = documents.find(({ id }) => id === draft.correctsId)
    if (invoice !== undefined) {
      const toDocument = ({ lines, taxes, total }: Invoice) => ({ lines: readInvoiceLines(lines), taxes: readInvoiceTaxes(taxes), total })
      const earlier = documents.filter(({ correctsId, state }) => correctsId === invoice.id && state === 'issued').map(toDocument)
      const { currency } = seller
      return toCreditContent({
        invoice: { ...toDocument(invoice), number: invoice.number ?? '', seller: { currency, taxMode: pricing.taxMode } },
        earlier,
        given: readInvoiceLines(draft.lines),
        money: String,
      })
    }
    const order = (await pull<Order>('orders')).find(({ id }) => id === draft.orderId)
    if (order === undefined) throw new Error('The order is gone')
    const lines = (await pull<OrderLine>('order_lines')).filter(({ orderId }) => orderId === order.id)
    const { quotedCost, quoteFromLines } = order
    return (
      toInvoiceContent({ quotedCost, quoteFromLines, lines, isExempt: false, exemptReason: null, pricing }) ?? {
        code: 'CONFLICT' as const,
        message: invoiceTexts.nothingCharged,
      }
    )
  }
  return {
    'POST /api/*/invoices/*/issue': async ({ parts: [, id] }) => {
      const draft = (await pull<Invoice>('invoices')).find((one) => one.id === id)
      if (draft === undefined) return new RestFailure(404, { code: 'NOT_FOUND', message: 'Not found.' })
      const content = await toContent(draft)
      if ('code' in content) return new RestFailure(409, content)
      count += 1
      const issuedAt = new Date(Date.UTC(2026, 2, 2, 10, count)).toISOString()
      const number = `${draft.kind === 'invoice' ? '' : 'CN-'}2026-${String(count).padStart(4, '0')}`
      const issued = {
        ...draft,
        state: 'issued',
        number,
        issuedAt,
        suppliedAt: draft.suppliedAt ?? issuedAt,
        seller: { ...seller, taxMode: pricing.taxMode },
        buyer,
        ...content,
      }
      shop.server.put('invoices', shop.id, issued, draft.createdAt, draft.id)
      return issued
    },
  }
}
