import { isUuid } from '#schema/values/uuid.ts'

/** The views of a shop by the segment of their address; every feature adds its own. */
export interface DashboardTabs {}

export type DashboardTab = keyof DashboardTabs

export const loginPath = '/login'
export const settingsPaths = {
  profile: '/profile',
  shopSettings: '/shop-settings',
  appSettings: '/app-settings',
  entitySettings: '/entity-settings',
  start: '/app-settings/start',
} as const

export type SettingsPath = (typeof settingsPaths)[keyof typeof settingsPaths]

/** The settings page that a path names, with or without a slash at its end. */
export function pathToSettings(pathname: string): SettingsPath | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  return Object.values(settingsPaths).find((known) => known === path)
}

/** First segments that are never a shop. */
const reservedSegments = new Set(['login', 'profile', 'app-settings', 'entity-settings', 'shop-settings', 'api'])

export type DashboardPlace = {
  shopId: string
  tab?: DashboardTab | undefined
  /** Only this customer's rows. */
  customerId?: string | undefined
  /** The order whose dialog is open; wins over `customerId`. */
  orderId?: string | undefined
  /** The task whose dialog is to be opened. */
  taskId?: string | undefined
}

/** `/{shopId}/{tab}`, `/{shopId}/{tab}/{customerId}` or `/{shopId}/{tab}/order/{orderId}`: the forms of the route table. */
export function dashboardPath({ shopId, tab = 'orders', customerId, orderId, taskId }: DashboardPlace): string {
  const base = `/${encodeURIComponent(shopId)}/${tab}`
  if (orderId !== undefined) return `${base}/order/${orderId}`
  if (taskId !== undefined) return `${base}/task/${taskId}`
  return customerId === undefined ? base : `${base}/${customerId}`
}

const ticketSegment = 't'

/** The shop's list of what can be brought back; a page beside the six views. */
export const deletedPath = (shopId: string): string => `/${encodeURIComponent(shopId)}/${deletedSegment}`

const deletedSegment = 'recently-deleted'

/** What the server refused in the shop: a page of its log, for those who may read that. */
export const refusedChangesPath = (shopId: string): string => `${dashboardPath({ shopId, tab: 'activities' })}/${refusedChangesSegment}`

const refusedChangesSegment = 'refused-changes'

export type ParsedPath =
  /** The first page: leads to the first shop's orders. */
  | { kind: 'root' }
  /** One segment: the dashboard when it names a shop of the user, else the public page. */
  | { kind: 'segment'; shopPart: string }
  /** The public portal, which is the server's to show. */
  | { kind: 'portal' }
  | {
      kind: 'dashboard'
      shopPart: string
      tab: DashboardTab
      customerId?: string | undefined
      orderId?: string | undefined
      taskId?: string | undefined
      lacks?: undefined
    }
  /** An order or a customer was meant, and its id is missing or none. */
  | { kind: 'dashboard'; shopPart: string; tab: DashboardTab; customerId?: undefined; orderId?: undefined; taskId?: undefined; lacks: 'order' | 'customer' }
  /** The order that a ticket names; for who is none of the shop's people its public page. */
  | { kind: 'ticket'; shopPart: string; ticket: string }
  | { kind: 'deleted'; shopPart: string }
  | { kind: 'refused-changes'; shopPart: string }
  | { kind: 'not-found' }

/**
 * Reads a path that is none of the fixed pages (NAV-24..29, AMB-14, AMB-17..20). Ids that are no ids are left out.
 * @param tabs the views that there are; another one is read as orders
 */
export function parseDashboardPath(pathname: string, tabs: readonly DashboardTab[]): ParsedPath {
  const segments = pathToSegments(pathname)
  if (segments === undefined) return { kind: 'not-found' }
  const [shopPart, tabPart, third, fourth] = segments
  if (shopPart === undefined) return { kind: 'root' }
  if (segments.length > 4 || reservedSegments.has(shopPart.toLowerCase())) return { kind: 'not-found' }
  if (tabPart === undefined) return { kind: 'segment', shopPart }
  if (tabPart === 'customer' && third === undefined) return { kind: 'portal' }
  if (tabPart === ticketSegment && third !== undefined && fourth === undefined) return { kind: 'ticket', shopPart, ticket: third }
  if (tabPart === deletedSegment && third === undefined) return { kind: 'deleted', shopPart }
  if (tabPart === 'activities' && third === refusedChangesSegment && fourth === undefined) return { kind: 'refused-changes', shopPart }
  const tab = tabs.find((known) => known === tabPart) ?? 'orders'
  if ((third === 'order' || third === 'customer') && toId(fourth) === undefined) return { kind: 'dashboard', shopPart, tab, lacks: third }
  if (fourth === undefined) return { kind: 'dashboard', shopPart, tab, customerId: toId(third) }
  if (third === 'order') return { kind: 'dashboard', shopPart, tab, orderId: toId(fourth) }
  if (third === 'customer') return { kind: 'dashboard', shopPart, tab, customerId: toId(fourth) }
  if (third === 'task') return { kind: 'dashboard', shopPart, tab, taskId: toId(fourth) }
  return { kind: 'not-found' }
}

type ShopName = { id: string; name: string; alias: string | null }

/** The shop that an address names by id or alias, if it is one of these. */
export function findShop<Shop extends ShopName>(shops: readonly Shop[], shopPart: string): Shop | undefined {
  const part = shopPart.toLowerCase()
  return shops.find((shop) => shop.id === part) ?? shops.find((shop) => shop.alias?.toLowerCase() === part)
}

/** The shop of a ticket's address: labels name the code that customers know. */
export const findTicketShop = <Shop extends ShopName & { code: string }>(shops: readonly Shop[], shopPart: string): Shop | undefined =>
  findShop(shops, shopPart) ?? shops.find(({ code }) => code.toLowerCase() === shopPart.toLowerCase())

/** By name, without regard to case; the first one is where unknown addresses lead. */
export function sortShops<Shop extends ShopName>(shops: readonly Shop[]): Shop[] {
  return [...shops].sort((one, other) => compareText(one.name.toLowerCase(), other.name.toLowerCase()) || compareText(one.id, other.id))
}

export const isShopIdShaped = (segment: string): boolean => isUuid(segment)

/** A path of this app to return to after sign-in, or undefined: never another origin. */
export function toReturnPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(text)) return undefined
  return pathToSegments(text.split(/[?#]/)[0] ?? '')?.[0]?.toLowerCase() === 'login' ? undefined : text
}

function pathToSegments(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const toId = (part: string | undefined): string | undefined => (part !== undefined && isUuid(part) ? part.toLowerCase() : undefined)

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
