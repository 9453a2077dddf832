import { Store, Lock } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, Navigate } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import type { Bootstrap, BootstrapShop } from '#schema/api/sync.ts'
import { laterPart, laterView } from '#web/navigation/later.tsx'
import { tabs, tabToView } from '#web/features/all-features.ts'
import { useAuth } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { type DialogRequest, openDialog, closeDialog } from '../navigation/dialogs.ts'
import { Frame } from './frame.tsx'
import { HandOver } from './guards.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import {
  dashboardPath,
  deletedPath,
  findShop,
  findTicketShop,
  isShopIdShaped,
  parseDashboardPath,
  refusedChangesPath,
  settingsPaths,
  sortShops,
  type DashboardTab,
} from '../navigation/paths.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { shopToFormat } from '#web/inputs/shop-format.tsx'
import { rememberShop } from '../navigation/last-shop.ts'
import { readOpenedFrom } from '../navigation/order-address.ts'
import type { FeatureView } from '#web/features/define-feature.ts'
import { t } from './shell-texts.ts'

const RefusedChangesView = laterView(async () => (await import('#web/features/attention/refused/refused-changes-view.tsx')).RefusedChangesView)

function RefusedChangesPage({ shop }: { shop: BootstrapShop }) {
  useEffect(() => {
    rememberShop(shop.id)
    closeDialog()
  }, [shop.id])
  return (
    <Frame title={t.changesNotAccepted()} shop={shop} tab="activities">
      <RefusedChangesView key={shop.id} shop={shop} />
    </Frame>
  )
}

const DeletedView = laterView(async () => (await import('#web/features/deleted/deleted-view.tsx')).DeletedView)

function DeletedPage({ shop }: { shop: BootstrapShop }) {
  useEffect(() => {
    rememberShop(shop.id)
    closeDialog()
  }, [shop.id])
  return (
    <Frame title={t.recentlyDeleted()} shop={shop} tab={undefined}>
      <DeletedView key={shop.id} shopId={shop.id} />
    </Frame>
  )
}

const LedFromEmpty = laterPart(async () => (await import('#web/features/settings/start/led-from-empty.tsx')).LedFromEmpty)
const TicketPage = laterView(async () => (await import('./ticket-page.tsx')).TicketPage)

/** Finds the address's shop and view, and corrects the address on a fallback. */
export function DashboardRoute({ bootstrap }: { bootstrap: Bootstrap }) {
  const { pathname, search } = useLocation()
  const parsed = parseDashboardPath(pathname, tabs)
  const shops = sortShops(bootstrap.shops)
  const [firstShop] = shops
  if (parsed.kind === 'not-found') return <NotFoundPage />
  if (parsed.kind === 'portal') return <HandOver />
  if (parsed.kind === 'segment' && findShop(shops, parsed.shopPart) === undefined && !isShopIdShaped(parsed.shopPart)) return <HandOver />
  if (parsed.kind === 'ticket') {
    const shop = findTicketShop(shops, parsed.shopPart)
    return shop === undefined ? (
      <HandOver path={`/${encodeURIComponent(parsed.shopPart)}`} />
    ) : (
      <TicketPage key={`${shop.id}/${parsed.ticket}`} shop={shop} ticket={parsed.ticket} />
    )
  }
  if (firstShop === undefined) return <NoShops isFirstPage={parsed.kind === 'root'} />
  if (parsed.kind === 'root') return <FirstPage shop={firstShop} />
  const shop = findShop(shops, parsed.shopPart) ?? firstShop
  if (parsed.kind === 'segment') return <Navigate to={dashboardPath({ shopId: shop.id })} replace />
  if (parsed.kind === 'deleted') {
    return findShop(shops, parsed.shopPart) === undefined ? <Navigate to={deletedPath(shop.id) + search} replace /> : <DeletedPage shop={shop} />
  }
  if (parsed.kind === 'refused-changes') {
    return findShop(shops, parsed.shopPart) === undefined ? <Navigate to={refusedChangesPath(shop.id)} replace /> : <RefusedChangesPage shop={shop} />
  }
  const { tab, customerId, orderId, taskId, lacks } = parsed
  // Correct the address of an unknown shop or view, so that a copied address is right.
  const isKnownShop = findShop(shops, parsed.shopPart) !== undefined
  if (!isKnownShop) return <Navigate to={dashboardPath({ shopId: shop.id, tab })} replace />
  if (!pathname.split('/').includes(tab)) return <Navigate to={dashboardPath({ shopId: shop.id, tab, customerId, orderId }) + search} replace />
  const listPath = dashboardPath({ shopId: shop.id, tab }) + search
  if (lacks !== undefined) return <DialogRoute dialog={{ kind: `${lacks}-edit` }} listPath={listPath} />
  if (taskId !== undefined) return <DialogRoute dialog={{ kind: 'task-edit', taskId }} listPath={listPath} />
  // A customer in the customers view shows that customer's orders, as pressing the row does.
  if (tab === 'customers' && customerId !== undefined) return <Navigate to={dashboardPath({ shopId: shop.id, tab: 'orders', customerId })} replace />
  return <DashboardView shop={shop} tab={tab} customerId={customerId} />
}

/**
 * An open task has no address of its own: one that names a task opens its dialog over the list. So does one without an
 * id, which the dialog reports.
 */
function DialogRoute({ dialog, listPath }: { dialog: DialogRequest; listPath: string }) {
  // Once, because this render also replaces the address with the list's.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => openDialog(dialog), [])
  return <Navigate to={listPath} replace />
}

/** `/` leads to the first shop's orders; the installed app's shortcuts name another view. */
function FirstPage({ shop }: { shop: BootstrapShop }) {
  const search = new URLSearchParams(useLocation().search)
  const view = search.get('view')
  const wantsNewOrder = search.get('new') === 'order'
  useEffect(() => {
    if (wantsNewOrder) openDialog({ kind: 'order-add' })
  }, [wantsNewOrder])
  return <Navigate to={dashboardPath({ shopId: shop.id, tab: tabs.find((tab) => tab === view) })} replace />
}

/** For a user without shops: the frame and a text, with no request for a shop. In an empty system, guides an administrator. */
function NoShops({ isFirstPage }: { isFirstPage: boolean }) {
  const { hasPrivilege } = useAuth()
  const isLed = isFirstPage && hasPrivilege('view_app_setting') && hasPrivilege('view_entity_setting')
  const action = hasPrivilege('view_app_setting') ? (
    <Link to={settingsPaths.appSettings} className={buttonClass('primary')}>
      {t.setUpShops()}
    </Link>
  ) : undefined
  return (
    <Frame title={t.noShops()} shop={undefined} tab={undefined}>
      {isLed && <LedFromEmpty startPath={settingsPaths.start} />}
      <EmptyState icon={<Store />} title={t.noShops()} text={t.noShopsText()} action={action} />
    </Frame>
  )
}

type DashboardViewProps = { shop: BootstrapShop; tab: DashboardTab; customerId: string | undefined }

function DashboardView({ shop, tab, customerId }: DashboardViewProps) {
  const { state } = useLocation()
  const device = useDevice()
  const place = `${shop.id}/${tab}`
  const lastPlace = useRef(place)
  useEffect(() => {
    rememberShop(shop.id)
    device.numbers.visit(shop.id)
    if (lastPlace.current !== place) closeDialog()
    lastPlace.current = place
  }, [device, shop.id, place])
  // A view reads its days when it mounts, so remount it for another time zone.
  const { timeZone } = shopToFormat(shop)
  return (
    <Frame title={tabToView(tab)?.label ?? ''} shop={shop} tab={tab}>
      <View key={`${place}/${timeZone}`} shop={shop} tab={tab} customerId={customerId ?? readOpenedFrom(state)?.customerId} />
    </Frame>
  )
}

function View({ shop, tab, customerId }: DashboardViewProps) {
  const view = tabToView(tab)
  const content = view?.show({ shop, customerId })
  return view?.guard === undefined ? (
    content
  ) : (
    <GuardedView label={view.label} guard={view.guard}>
      {content}
    </GuardedView>
  )
}

type GuardedViewProps = { label: string; guard: NonNullable<FeatureView['guard']>; children: ReactNode }

function GuardedView({ label, guard: { privilege, deniedText }, children }: GuardedViewProps) {
  const { hasPrivilege } = useAuth()
  if (hasPrivilege(privilege)) return children
  return (
    <section aria-label={label} className="py-8">
      <h1 className="sr-only">{label}</h1>
      <EmptyState icon={<Lock />} title={deniedText} />
    </section>
  )
}
