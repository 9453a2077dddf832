import type { PublicInvoice } from '#schema/api/links/invoices.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { attempt } from '../order-link/order-link-api.ts'

export type InvoiceApi = ReturnType<typeof createInvoiceApi>

/** An invoice link's requests. None throws: a failure is an outcome. */
export function createInvoiceApi(token: string, http: Http = createHttp()) {
  const path = `/api/public/invoices/${encodeURIComponent(token)}`
  return { read: () => attempt(readInvoice(http, path)), logoAddress: `${path}/logo` }
}

/** With the texts of its paper, which is loaded beside the page. */
async function readInvoice(http: Http, path: string): Promise<PublicInvoice> {
  const invoice = await http.request<PublicInvoice>('GET', path)
  const { loadPaperTexts } = await import('#web/sheets/paper-texts.tsx')
  await loadPaperTexts([invoice.profile.language])
  return invoice
}
