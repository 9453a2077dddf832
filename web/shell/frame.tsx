import { type ReactNode, useEffect, useRef } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { ShopFormatProvider } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import { navigate, useLocation } from '#web/navigation/navigate.ts'
import { dialogs, tabs, allFeatures } from '#web/features/all-features.ts'
import type { RefusedFormKind, ShowDialog } from '#web/features/define-feature.ts'
import { closeFindBox, useFindBox } from './find/find-store.ts'
import { Notices } from './news/banners.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import { type DashboardTab, dashboardPath, parseDashboardPath } from '../navigation/paths.ts'
import { ViewBar, useVisibleViews } from './menus/view-tabs.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { laterDialog, quietPart } from '../navigation/later.tsx'
import { closeDialog, type DialogKind, type DialogOf, type DialogRequest, useDialogs, openDialog } from '../navigation/dialogs.ts'
import { type OpenedFrom, readOpenedFrom } from '../navigation/order-address.ts'
import { t } from './shell-texts.ts'
import { useHotkeys } from '#web/ui/keys/use-hotkeys.ts'
import { hideShortcuts, showShortcuts, useShortcuts } from './menus/shortcuts.ts'

const RefusedEditDialog = laterDialog(async () => (await import('./refused-edit-dialog.tsx')).RefusedEditDialog<RefusedFormKind>)
const ShortcutsDialog = laterDialog(async () => (await import('./menus/shortcuts-dialog.tsx')).ShortcutsDialog)

const dialogHotkeys = allFeatures.flatMap(({ hotkeys = [] }) => hotkeys)

function CommandKeys({ shop }: { shop: BootstrapShop | undefined }) {
  const visibleViews = useVisibleViews()
  const { isShown } = useShortcuts()
  const shopId = shop?.id
  useHotkeys({
    '?': showShortcuts,
    ...(shopId === undefined
      ? {}
      : {
          '/': focusSearch,
          ...Object.fromEntries(dialogHotkeys.map(({ keys, dialog }) => [keys, () => openDialog(dialog)])),
          ...Object.fromEntries(visibleViews.flatMap(({ hotkey, tab }) => (hotkey ? [[hotkey.keys, () => navigate(dashboardPath({ shopId, tab }))]] : []))),
        }),
  })
  return <ShortcutsDialog open={isShown} onClose={hideShortcuts} />
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('[data-search]')
  search?.focus()
  search?.select()
}

const FindBox = laterDialog(async () => (await import('./find/find-box.tsx')).FindBox)
// Loads with all other parts, which include the forms it reopens.
const UnfinishedBar = quietPart(async () => (await import('#web/features/unfinished/unfinished-bar.tsx')).UnfinishedBar)
const ScanKeys = quietPart(async () => (await import('#web/features/scan/scan-keys.tsx')).ScanKeys)

type FrameProps = {
  title: string
  /** The dashboard's shop; undefined on the settings pages and before the first connection. */
  shop: BootstrapShop | undefined
  tab: DashboardTab | undefined
  /** False on the user's own pages; the bar still leads back to the shop. */
  isShopPage?: boolean | undefined
  children: ReactNode
}

/** The page in its frame, with the shop's format of money and dates; the user's own pages use the reader's. */
export function Frame(props: FrameProps) {
  const { shop, isShopPage = true } = props
  return (
    <ShopFormatProvider shop={isShopPage ? shop : undefined}>
      <FrameParts {...props} />
    </ShopFormatProvider>
  )
}

function FrameParts({ title, shop, tab, isShopPage = true, children }: FrameProps) {
  const mainRef = useRef<HTMLElement>(null)
  const isFinding = useFindBox(({ isOpen }) => isOpen)
  usePageTitle(title, isShopPage ? shop?.name : undefined)
  useFocusOnNewPage(mainRef, isShopPage ? `${shop?.id}/${title}` : title)
  return (
    <div className="flex h-dvh min-h-0 flex-col">
      <a
        href="#main"
        className="sr-only z-80 rounded-md bg-surface px-4 py-3 text-accent-ink shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        onClick={(event) => {
          event.preventDefault()
          mainRef.current?.focus()
        }}
      >
        {t.skip()}
      </a>
      <TopBar shop={shop} tab={tab} />
      <Notices />
      <UnfinishedBar shopId={shop?.id} />
      <main
        id="main"
        ref={mainRef}
        tabIndex={-1}
        // Relative, so that texts for screen readers scroll with the rest of it and not the whole page.
        className={cn('relative min-h-0 flex-1 overflow-y-auto outline-none', 'max-lg:pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))]')}
      >
        {children}
      </main>
      <ViewBar shop={shop} tab={tab} className="lg:hidden" />
      <CommandKeys shop={shop} />
      {shop && <ScanKeys shop={shop} />}
      {shop && <DialogHost shopId={shop.id} />}
      {shop && <FindBox key={shop.id} shop={shop} open={isFinding} onClose={closeFindBox} />}
    </div>
  )
}

let shownPage: string | undefined

/** Not on the first page, where it would hide the skip link. */
function useFocusOnNewPage(ref: React.RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    if (shownPage !== undefined && shownPage !== page) ref.current?.focus({ preventScroll: true })
    shownPage = page
  }, [ref, page])
}

const OrderDialog = laterDialog(async () => (await import('#web/features/orders/order-dialog.tsx')).OrderDialog)

/** Shows the requested dialog. An open order has its own address, so that Back closes it and links lead to it. */
function DialogHost({ shopId }: { shopId: string }) {
  const { dialog } = useDialogs()
  const order = useOrderOfAddress(shopId, dialog)
  return (
    <>
      {order.orderId !== undefined && <OrderDialog key={order.orderId} shopId={shopId} mode="edit" orderId={order.orderId} onClose={order.close} />}
      {dialog !== null && <RequestedDialog shopId={shopId} dialog={dialog} />}
    </>
  )
}

/** A declared kind without a renderer fails to compile here. */
const showByKind: { readonly [K in DialogKind]: ShowDialog<K> } = {
  ...dialogs,
  'refused-edit': ({ request: { shopId, form }, onClose }) => <RefusedEditDialog key={form.source.changeId} shopId={shopId} form={form} onClose={onClose} />,
}

function RequestedDialog<K extends DialogKind>({ shopId, dialog }: { shopId: string; dialog: DialogOf<K> }) {
  return showByKind[dialog.kind]({ shopId, request: dialog, onClose: closeDialog })
}

function useOrderOfAddress(shopId: string, dialog: DialogRequest | null): { orderId: string | undefined; close: () => void } {
  const { pathname, search, state } = useLocation()
  const parsed = parseDashboardPath(pathname, tabs)
  const place = parsed.kind === 'dashboard' ? parsed : undefined
  const wantedOrderId = dialog?.kind === 'order-edit' ? dialog.orderId : undefined
  const tab = place?.tab
  const customerId = place?.customerId ?? readOpenedFrom(state)?.customerId

  useEffect(() => {
    if (wantedOrderId === undefined) return
    closeDialog()
    const openedFrom: OpenedFrom = { isFromList: true, customerId }
    navigate(dashboardPath({ shopId, tab, orderId: wantedOrderId }) + search, { state: openedFrom })
    // Only a new request changes the address; all else is read at that time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wantedOrderId])

  const close = (): void => {
    if (readOpenedFrom(state)) navigate(-1)
    else navigate(dashboardPath({ shopId, tab, customerId }) + search, { replace: true })
  }
  return { orderId: place?.orderId, close }
}
