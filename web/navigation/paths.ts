import { isUuid } from '#schema/values/uuid.ts'

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

/** The list of all settings. */
export const allSettingsPath = `${settingsPaths.shopSettings}?part=all`

export type SettingsPath = (typeof settingsPaths)[keyof typeof settingsPaths]

/** The settings page of a path, with or without a trailing slash. */
export function pathToSettings(pathname: string): SettingsPath | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  return Object.values(settingsPaths).find((known) => known === path)
}

const reservedSegments = new Set(['login', 'profile', 'app-settings', 'entity-settings', 'shop-settings', 'api'])

type DashboardPlace = {
  shopId: string
  tab?: DashboardTab | undefined
  customerId?: string | undefined
  /** The order whose dialog is open; overrides `customerId`. */
  orderId?: string | undefined
  taskId?: string | undefined
}

/** `/{shopId}/{tab}`, `/{shopId}/{tab}/{customerId}` or `/{shopId}/{tab}/order/{orderId}`. */
export function dashboardPath({ shopId, tab = 'orders', customerId, orderId, taskId }: DashboardPlace): string {
  const base = `/${encodeURIComponent(shopId)}/${tab}`
  if (orderId !== undefined) return `${base}/order/${orderId}`
  if (taskId !== undefined) return `${base}/task/${taskId}`
  return customerId === undefined ? base : `${base}/${customerId}`
}

const ticketSegment = 't'

export const deletedPath = (shopId: string): string => `/${encodeURIComponent(shopId)}/${deletedSegment}`

const deletedSegment = 'recently-deleted'

export const refusedChangesPath = (shopId: string): string => `${dashboardPath({ shopId, tab: 'activities' })}/${refusedChangesSegment}`

const refusedChangesSegment = 'refused-changes'

type ParsedPath =
  | { kind: 'root' }
  /** One segment: the dashboard for one of the user's shops, else the public page. */
  | { kind: 'segment'; shopPart: string }
  /** The public portal, which the server renders. */
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
  /** The path names an order or a customer without a valid id. */
  | { kind: 'dashboard'; shopPart: string; tab: DashboardTab; customerId?: undefined; orderId?: undefined; taskId?: undefined; lacks: 'order' | 'customer' }
  /** The order of a ticket; for users outside the shop its public page. */
  | { kind: 'ticket'; shopPart: string; ticket: string }
  | { kind: 'deleted'; shopPart: string }
  | { kind: 'refused-changes'; shopPart: string }
  | { kind: 'not-found' }

/**
 * Parses a path that is not one of the fixed pages. Invalid ids are omitted.
 * @param tabs the existing views; any other is read as orders
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

export function findShop<Shop extends ShopName>(shops: readonly Shop[], shopPart: string): Shop | undefined {
  const part = shopPart.toLowerCase()
  return shops.find((shop) => shop.id === part) ?? shops.find((shop) => shop.alias?.toLowerCase() === part)
}

/** The shop of a ticket's address: labels use the shop's code. */
export const findTicketShop = <Shop extends ShopName & { code: string }>(shops: readonly Shop[], shopPart: string): Shop | undefined =>
  findShop(shops, shopPart) ?? shops.find(({ code }) => code.toLowerCase() === shopPart.toLowerCase())

/** By name, ignoring case; unknown addresses lead to the first. */
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
