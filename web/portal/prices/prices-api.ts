import type { PublicPrices } from '#schema/api/links/prices.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { attempt } from '../order-link/order-link-api.ts'

export type PricesApi = ReturnType<typeof createPricesApi>

/** `shopPart`: as in the address, encoded. None throws: a failure is an outcome. */
export const createPricesApi = (shopPart: string, http: Http = createHttp()) => ({
  read: () => attempt(http.request<PublicPrices>('GET', `/api/public/prices/${shopPart}`)),
})
