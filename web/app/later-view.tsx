import { Hammer } from 'lucide-react'
import { Link } from 'react-router'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dashboardPath, type DashboardTab } from './paths.ts'
import { viewLabel } from './view-tabs.tsx'

type LaterTab = Extract<DashboardTab, 'inventory'>

const insteadByTab: Readonly<Record<LaterTab, string>> = {
  inventory: 'Until then, note parts in the order they were used for.',
}

/** A view that a later version brings; its address holds already. */
export function LaterView({ shop, tab }: { shop: BootstrapShop; tab: LaterTab }) {
  return (
    <section aria-label={viewLabel(tab)} className="py-8">
      <h1 className="sr-only">{viewLabel(tab)}</h1>
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
    </section>
  )
}
