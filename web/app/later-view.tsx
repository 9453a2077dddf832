import { Hammer, Lock } from 'lucide-react'
import { Link } from 'react-router'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useAuth } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dashboardPath, type DashboardTab } from './paths.ts'
import { viewLabel } from './view-tabs.tsx'

type LaterTab = Exclude<DashboardTab, 'orders' | 'customers'>

const insteadByTab: Readonly<Record<LaterTab, string>> = {
  tasks: 'Until then, keep what is to be done in the notes of its order; the due date brings the order to the top of the list.',
  activities: 'What happens is being recorded already and will be listed here.',
  reports: 'Payments and costs of each order stand in the orders list.',
  inventory: 'Until then, note parts in the order they were used for.',
}

/** ACT-05 and REP-11. */
const deniedByTab = {
  activities: { privilege: 'view_activity', text: "Access Denied: You don't have permission to view activities. Contact your administrator." },
  reports: { privilege: 'view_report', text: "Access Denied: You don't have permission to view reports. Contact your administrator." },
} as const

/** A view that a later version brings; its address and its privilege hold already. */
export function LaterView({ shop, tab }: { shop: BootstrapShop; tab: LaterTab }) {
  const { hasPrivilege } = useAuth()
  const denied = tab === 'activities' || tab === 'reports' ? deniedByTab[tab] : undefined
  return (
    <section aria-label={viewLabel(tab)} className="py-8">
      <h1 className="sr-only">{viewLabel(tab)}</h1>
      {denied && !hasPrivilege(denied.privilege) ? (
        <EmptyState icon={<Lock />} title={denied.text} />
      ) : (
        <EmptyState
          icon={<Hammer />}
          title="This view is not part of this version yet."
          text={insteadByTab[tab]}
          action={
            <Link to={dashboardPath({ shopId: shop.id })} className={buttonClass('secondary')}>
              Open orders
            </Link>
          }
        />
      )}
    </section>
  )
}
