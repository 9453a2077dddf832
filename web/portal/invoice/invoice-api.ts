import type { PublicInvoice } from '#schema/api/links/invoices.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { attempt } from '../order-link/order-link-api.ts'

export type InvoiceApi = ReturnType<typeof createInvoiceApi>

/** An invoice link's requests. None throws: a failure is an outcome. */
export function createInvoiceApi(token: string, http: Http = createHttp()) {
  const path = `/api/public/invoices/${encodeURIComponent(token)}`
  return { read: () => attempt(http.request<PublicInvoice>('GET', path)), logoAddress: `${path}/logo` }
}
