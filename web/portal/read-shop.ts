import type { PublicProfile, PublicShop, ShopValidateAnswer } from '#schema/api/portal.ts'
import { parseServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'

export type { PublicShop } from '#schema/api/portal.ts'

export type ShopAnswer =
  | { state: 'found'; shop: PublicShop; hasPortal: boolean; profile?: PublicProfile; color?: string; openingHours?: string }
  | { state: 'not-found' }
  /** No response of our server (offline, captive portal, 5xx): worth a retry. */
  | { state: 'failed' }

/** The address's shop segment: code or id; '' at the root. */
export function pathToShopPart(pathname: string): string {
  const [part = ''] = pathname.split('/').filter((segment) => segment !== '')
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether the address is /{shop}/customer, which opens the flow at once and keeps its form open. */
export function isCustomerPage(pathname: string): boolean {
  return pathname.split('/').filter((segment) => segment !== '')[1] === 'customer'
}

/** The address with the shop's code instead of its id, or undefined without a change. */
export function pathWithCode(pathname: string, shop: PublicShop): string | undefined {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  if (segments[0]?.toLowerCase() !== shop.id.toLowerCase()) return undefined
  return `/${[encodeURIComponent(shop.code), ...segments.slice(1)].join('/')}`
}

/** The used part of fetch, so that a test can direct it to its own server. */
export type ShopRequest = (path: string, options: RequestInit) => Promise<Response>

/** Reads a shop by code or id, and whether its portal is on, in one request. A 404 means no such shop. */
export async function readShop(part: string, request: ShopRequest, signal?: AbortSignal): Promise<ShopAnswer> {
  const options = { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) }
  try {
    const answer = await request(`/api/public/shop-validate/${encodeURIComponent(part)}`, options)
    if (parseServerMark(answer.headers.get(serverMarkHeader)) === undefined) return { state: 'failed' }
    if (answer.status === 404) return { state: 'not-found' }
    if (!answer.ok) return { state: 'failed' }
    const body = (await answer.json()) as Partial<ShopValidateAnswer>
    if (body.valid === false) return { state: 'not-found' }
    if (body.valid !== true || !isShop(body.shop)) return { state: 'failed' }
    const { id, code, name } = body.shop
    return {
      state: 'found',
      shop: { id, code, name },
      hasPortal: body.customerPortal === true,
      ...(body.profile && { profile: body.profile }),
      ...(typeof body.color === 'string' && { color: body.color }),
      ...(typeof body.openingHours === 'string' && { openingHours: body.openingHours }),
    }
  } catch {
    return { state: 'failed' }
  }
}

const isShop = (shop: Partial<PublicShop> | undefined): shop is PublicShop =>
  typeof shop?.id === 'string' && typeof shop.code === 'string' && typeof shop.name === 'string'
