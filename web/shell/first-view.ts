import { firstPageViews } from '#schema/api/sync.ts'
import type { OpensAt } from '#web/device/sync/head-start.ts'
import { tabs } from '#web/features/all-features.ts'
import { findShop, loginPath, parseDashboardPath, sortShops, toReturnPath } from '../navigation/paths.ts'

/** The list that the present address opens, as the dashboard will read it. */
export const findFirstView: OpensAt = ({ shops }) => {
  const { pathname, search } = readAddress()
  const parsed = parseDashboardPath(pathname, tabs)
  const shop = ('shopPart' in parsed ? findShop(shops, parsed.shopPart) : undefined) ?? sortShops(shops)[0]
  const tab = parsed.kind === 'root' ? (new URLSearchParams(search).get('view') ?? 'orders') : parsed.kind === 'dashboard' ? parsed.tab : 'orders'
  const view = firstPageViews.find((known) => known === tab)
  return shop === undefined || view === undefined ? undefined : { view, shopId: shop.id }
}

/** The sign-in page stands for the one that it leads to. */
function readAddress(): { pathname: string; search: string } {
  const { origin, pathname, search } = window.location
  return pathname === loginPath ? new URL(toReturnPath(new URLSearchParams(search).get('next')) ?? '/', origin) : { pathname, search }
}
