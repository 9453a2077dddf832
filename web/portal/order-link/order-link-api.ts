import type { CustomerTextBody, LinkedOrder } from '#schema/api/links/order-links.ts'
import { ApiError } from '#web/api/errors.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { toServerText, whenLanguageIsShown } from '../language/texts.ts'

/**
 * `not-open`: the link is wrong, expired or withdrawn. `refused`: with the server's message. `no-answer`: the server
 * may or may not have received the request.
 */
export type LinkOutcome<Value> =
  | { state: 'ok'; value: Value }
  | { state: 'not-open'; message: string }
  | { state: 'refused'; message: string }
  | { state: 'no-answer' }

export type OrderLinkApi = ReturnType<typeof createOrderLinkApi>

/** An order link's requests. None throws: a failure is an outcome. */
export function createOrderLinkApi(token: string, http: Http = createHttp()) {
  const path = `/api/public/order-links/${encodeURIComponent(token)}`
  return {
    read: () => attempt(http.request<LinkedOrder>('GET', path)),
    write: (body: CustomerTextBody) => attempt(http.request<{ success: true }>('POST', `${path}/messages`, body)),
    openEstimate: () => attempt(http.request<{ url: string }>('POST', `${path}/estimate`)),
    logoAddress: `${path}/logo`,
    photoAddress: (id: string, part: 'content' | 'thumbnail'): string => `${path}/attachments/${encodeURIComponent(id)}/${part}`,
  }
}

/** A request's outcome, whatever became of it. */
export async function attempt<Value>(work: Promise<Value>): Promise<LinkOutcome<Value>> {
  try {
    return { state: 'ok', value: await work }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isFromServer || error.status >= 500) return { state: 'no-answer' }
    await whenLanguageIsShown()
    return { state: error.status === 404 ? 'not-open' : 'refused', message: toServerText(error.message, error.code) }
  }
}
