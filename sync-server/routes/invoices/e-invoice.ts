import { eInvoiceQuery } from '#schema/api/rows.ts'
import { makeEInvoice } from '../../commands/invoices/e-invoice/make-e-invoice.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readShopId } from '../shop-data/row-routes.ts'

export const eInvoiceRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/:shopId/invoices/:id/xml',
  summary: 'An issued invoice or credit note as an e-invoice by EN 16931: UBL or CII. 409 for a draft, and with one sentence for each thing that is missing',
  access: { who: 'member', action: 'read', collection: 'invoices' },
  query: eInvoiceQuery,
  answer: { mediaTypes: ['application/xml'], description: 'The XML' },
  handler: async ({ services, eInvoices, params, query: { format } }) => {
    const invoice = await getRow(services, 'invoices', readShopId(params), readId(params))
    const xml = await makeEInvoice(services, eInvoices, invoice, format)
    const name = `${(invoice.number ?? '').replaceAll(/[^A-Za-z0-9]+/g, '_')}_${format}.xml`
    const headers = {
      'Content-Type': 'application/xml; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
    }
    return new Response(xml, { headers })
  },
})
