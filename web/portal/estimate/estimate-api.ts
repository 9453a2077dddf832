import type { EstimateDecisionBody, PublicEstimate } from '#schema/api/links/estimates.ts'
import { ApiError } from '#web/api/errors.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { toServerText } from '../language/texts.ts'

/**
 * `not-open`: the link is wrong, withdrawn or ended. `refused`: with the server's message. `no-answer`: the server may or
 * may not have received the request.
 */
export type EstimateOutcome =
  | { state: 'ok'; estimate: PublicEstimate }
  | { state: 'not-open'; message: string }
  | { state: 'refused'; message: string }
  | { state: 'no-answer' }

export type EstimateApi = ReturnType<typeof createEstimateApi>

/** A link's requests. None throws: a failure is an outcome. */
export function createEstimateApi(token: string, http: Http = createHttp()) {
  const path = `/api/public/estimates/${encodeURIComponent(token)}`
  return {
    read: () => attempt(http.request<PublicEstimate>('GET', path)),
    /** Of an estimate that was decided meanwhile: what was decided. */
    decide: (body: EstimateDecisionBody) =>
      attempt(
        http.request<PublicEstimate>('POST', `${path}/decision`, body).catch((error: unknown) => {
          if (error instanceof ApiError && error.isFromServer && error.status === 409) return http.request<PublicEstimate>('GET', path)
          throw error
        }),
      ),
    logoAddress: `${path}/logo`,
    photoAddress: (id: string, part: 'content' | 'thumbnail'): string => `${path}/attachments/${encodeURIComponent(id)}/${part}`,
  }
}

async function attempt(work: Promise<PublicEstimate>): Promise<EstimateOutcome> {
  try {
    return { state: 'ok', estimate: await work }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isFromServer || error.status >= 500) return { state: 'no-answer' }
    return { state: error.status === 404 ? 'not-open' : 'refused', message: toServerText(error.message, error.code) }
  }
}
