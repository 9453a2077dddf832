import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import type { DashboardTab } from '#web/navigation/paths.ts'
import { FindButton } from '../find/find-button.tsx'
import { FlowsMenu } from '../menus/flows-menu.tsx'
import { RefreshButton } from '../menus/refresh-button.tsx'
import { ScanButton } from '../menus/scan-button.tsx'
import { ShopSelector } from '../menus/shop-selector.tsx'
import { UserMenu } from '../menus/user-menu.tsx'
import { ViewTabs } from '../menus/view-tabs.tsx'
import { SyncBadge } from '../sync/sync-badge.tsx'
import { t } from '../shell-texts.ts'

export function TopBar({ shop, tab }: { shop: BootstrapShop | undefined; tab: DashboardTab | undefined }) {
  return (
    <TopBarShell>
      <ShopSelector shop={shop} tab={tab} />
      {shop && (
        <IconButton
          label={t.todayKey()}
          icon={<CalendarCheck aria-hidden="true" />}
          aria-keyshortcuts="g d"
          className="max-sm:hidden"
          onClick={() => openDialog({ kind: 'today' })}
        />
      )}
      <ViewTabs shop={shop} tab={tab} className="max-lg:hidden" />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-1.5 lg:max-[72rem]:gap-1">
        <FlowsMenu isEnabled={shop !== undefined} />
        {shop && <FindButton />}
        {shop && <ScanButton />}
        <RefreshButton />
        <SyncBadge />
        <UserMenu canScan={shop !== undefined} />
      </div>
    </TopBarShell>
  )
}

export function TopBarShell({ children }: { children: ReactNode }) {
  return <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 sm:gap-2 sm:px-3">{children}</header>
}
