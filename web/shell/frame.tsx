import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { ShopFormatProvider } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import { CommandKeys } from './menus/command-keys.tsx'
import { DialogHost } from './dialog-host.tsx'
import { closeFindBox, useFindBox } from './find/find-store.ts'
import { Notices } from './news/banners.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import type { DashboardTab } from '../navigation/paths.ts'
import { ViewBar } from './menus/view-tabs.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { laterDialog, quietPart } from '../navigation/later.tsx'

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
        Skip to content
      </a>
      <TopBar shop={shop} tab={tab} />
      <Notices />
      <UnfinishedBar shopId={shop?.id} />
      <main
        id="main"
        ref={mainRef}
        tabIndex={-1}
        className={cn('min-h-0 flex-1 overflow-y-auto outline-none', 'max-lg:pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))]')}
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
