import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { invoiceCreateBody, invoiceUpdateBody, issueQuery, journalQuery } from '#schema/api/rows.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { journalColumns } from '#schema/rules/money/journal.ts'
import { issueInvoice } from '../../commands/issue-invoice.ts'
import { readJournal } from '../../queries/rows/read-journal.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { eInvoiceRoute } from './e-invoice.ts'
import { noteExport } from '../../session/security-log.ts'
import { listPartsRoute, readId, readRoute, readShopId, writeRoutes } from '../shop-data/row-routes.ts'

const collection = 'invoices'

export const invoiceRoutes: readonly Route[] = [
  listPartsRoute(collection, collection, 'Invoices and credit notes of the shop, or of one order, oldest first; drafts, too'),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/journal',
    summary:
      'Journal of some days of the shop, as CSV: a row for each issued document, each of its taxes and each payment, oldest first, with an id that stays. What goes back is negative',
    access: { who: 'member', privilege: 'view_report', denied: deniedTexts.reports },
    query: journalQuery,
    answer: { mediaTypes: ['text/csv'], description: `${journalColumns.join()}; UTF-8` },
    handler: async ({ services, steps, caller, params, query: { from, to } }) => {
      const shopId = readShopId(params)
      await noteExport(services, { userId: caller.userId, shopId, detail: 'Journal' })
      const name = ['journal', from, to].filter((part) => part !== undefined).join('_')
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
        'X-Content-Type-Options': 'nosniff',
      }
      return new Response(await readJournal(services.reader, steps, shopId, { from, to }), { headers })
    },
  }),
  readRoute(collection, collection, 'invoice'),
  eInvoiceRoute,
  ...writeRoutes({ collection, segment: collection, noun: 'invoice', createBody: invoiceCreateBody, updateBody: invoiceUpdateBody }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/invoices/:id/issue',
    summary:
      'Issue a draft: it gets the next number and keeps seller, buyer, lines and sums as they are now, for ever. An issued one is answered as it is, so that the request may be repeated',
    access: { who: 'member', action: 'update', collection },
    query: issueQuery,
    answer: rowAnswerByCollection.invoices,
    handler: ({ services, caller, params, query: { unlessIssued } }) =>
      issueInvoice(services, { userId: caller.userId, shopId: readShopId(params), id: readId(params), unlessIssued: unlessIssued !== undefined }),
  }),
]
