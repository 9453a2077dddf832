import type { EstimateDecisionBody, PublicEstimate } from '#schema/api/links/estimates.ts'
import { ApiError } from '#web/api/errors.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { attempt } from '../order-link/order-link-api.ts'

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
