import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { ActivitiesView } from '#web/features/activities/activities-view.tsx'
import { CustomersView } from '#web/features/customers/customers-view.tsx'
import { InventoryView } from '#web/features/inventory/inventory-view.tsx'
import { OrdersView } from '#web/features/orders/list/orders-view.tsx'
import { ReportsView } from '#web/features/reports/reports-view.tsx'
import { TasksView } from '#web/features/tasks/tasks-view.tsx'
import { GuardedView } from './denied-view.tsx'
import { closeDialog } from '../navigation/dialogs.ts'
import { Frame } from './frame.tsx'
import { rememberShop } from '../navigation/last-shop.ts'
import { readOpenedFrom } from '../navigation/order-address.ts'
import type { DashboardTab } from '../navigation/paths.ts'
import { viewLabel } from './menus/view-tabs.tsx'

type DashboardViewProps = { shop: BootstrapShop; tab: DashboardTab; customerId: string | undefined }

/** One shop's dashboard on one of its views. */
export function DashboardView({ shop, tab, customerId }: DashboardViewProps) {
  const { state } = useLocation()
  const place = `${shop.id}/${tab}`
  const lastPlace = useRef(place)
  useEffect(() => {
    rememberShop(shop.id)
    if (lastPlace.current !== place) closeDialog()
    lastPlace.current = place
  }, [shop.id, place])
  return (
    <Frame title={viewLabel(tab)} shop={shop} tab={tab}>
      <View key={place} shop={shop} tab={tab} customerId={customerId ?? readOpenedFrom(state)?.customerId} />
    </Frame>
  )
}

function View({ shop, tab, customerId }: DashboardViewProps) {
  if (tab === 'orders') return <OrdersView shopId={shop.id} customerId={customerId} />
  if (tab === 'customers') return <CustomersView shopId={shop.id} />
  if (tab === 'tasks') return <TasksView shopId={shop.id} />
  if (tab === 'activities') {
    return (
      <GuardedView tab={tab}>
        <ActivitiesView shop={shop} />
      </GuardedView>
    )
  }
  if (tab === 'reports') {
    return (
      <GuardedView tab={tab}>
        <ReportsView shop={shop} />
      </GuardedView>
    )
  }
  return <InventoryView shopId={shop.id} />
}
