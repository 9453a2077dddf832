import { Link } from '#web/navigation/link.tsx'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useShopCounts } from '#web/device/react/use-device.ts'
import { views } from '#web/features/all-features.ts'
import type { FeatureView } from '#web/features/define-feature.ts'
import { useAuth } from '#web/session/session.ts'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { BottomBar, bottomBarItemClass } from '#web/ui/layout/bottom-bar.tsx'
import { NavTabs, navTabClass } from '#web/ui/layout/nav-tabs.tsx'
import { dashboardPath, type DashboardTab } from '../../navigation/paths.ts'
import { t } from '../shell-texts.ts'

type ViewsProps = { shop: BootstrapShop | undefined; tab: DashboardTab | undefined; className?: string | undefined }

export function useVisibleViews(): FeatureView[] {
  const { hasPrivilege } = useAuth()
  return views.filter(({ guard }) => guard === undefined || hasPrivilege(guard.privilege))
}

export function ViewTabs({ shop, tab, className }: ViewsProps) {
  const visible = useVisibleViews()
  if (shop === undefined) return null
  return (
    // In a narrow bar the shop's name shrinks, then names of views go on two lines.
    <NavTabs label={t.views()} className={className}>
      {visible.map((view) => (
        // Selecting Orders clears the customer filter.
        <Link
          key={view.tab}
          to={dashboardPath({ shopId: shop.id, tab: view.tab })}
          aria-current={tab === view.tab ? 'page' : undefined}
          className={navTabClass(
            'max-[84rem]:shrink max-[84rem]:gap-1.5 max-[84rem]:px-1.75 max-[84rem]:text-sm max-[84rem]:leading-tight max-[84rem]:whitespace-normal max-[84rem]:after:inset-x-1.75',
          )}
        >
          {view.label}
          <ViewCount shopId={shop.id} view={view} />
        </Link>
      ))}
    </NavTabs>
  )
}

export function ViewBar({ shop, tab, className }: ViewsProps) {
  const visible = useVisibleViews()
  if (shop === undefined) return null
  return (
    <BottomBar label={t.views()} className={className}>
      {visible.map((view) => (
        <Link
          key={view.tab}
          to={dashboardPath({ shopId: shop.id, tab: view.tab })}
          aria-current={tab === view.tab ? 'page' : undefined}
          className={bottomBarItemClass('px-0 max-sm:tracking-tight max-[26rem]:text-[0.6875rem]')}
        >
          <view.Icon aria-hidden="true" />
          <span className="line-clamp-2 max-w-full text-center leading-tight wrap-break-word hyphens-auto">{view.label}</span>
        </Link>
      ))}
    </BottomBar>
  )
}

function ViewCount({ shopId, view }: { shopId: string; view: FeatureView }) {
  const counts = useShopCounts(shopId)
  if (view.count === undefined) return null
  const { label, tone, read } = view.count
  const count = read(counts)
  // Keeps the place of a count that is still being read, so that the tabs do not move.
  if (count === null) return <span aria-hidden="true" className="h-5 w-7 max-xl:hidden" />
  return (
    // A narrow bar has no room for counts, which Today and the lists show too.
    <span className="flex max-xl:hidden">
      <CountBadge count={count} label={label} tone={tone} />
    </span>
  )
}
