import { orderViews, type OrderView } from '#schema/rules/orders/order-views.ts'
import { useShopCounts } from '#web/device/react/use-device.ts'
import { TabList } from '#web/ui/controls/tab-list.tsx'
import type { SavedView } from './kept-views.ts'
import { t } from './orders-texts.ts'

/** Before the name of a saved view, which may be that of a view. */
export const savedMark = 'saved/'

type OrderTabsProps = { shopId: string; value: string; saved: readonly SavedView[]; panelId: string; onChange: (tab: string) => void }

export function OrderTabs({ shopId, value, saved, panelId, onChange }: OrderTabsProps) {
  const { ordersOpen, ordersReady, ordersWaiting } = useShopCounts(shopId)
  const counts: Partial<Record<OrderView, number | null>> = { open: ordersOpen, ready: ordersReady, waiting: ordersWaiting }
  return (
    <TabList
      label={t.views()}
      className="min-w-48 flex-1 sm:min-w-0"
      panelId={panelId}
      tabs={[
        ...orderViews.map((view) => ({ value: view as string, label: t.view[view](), count: counts[view] })),
        ...saved.map(({ name }) => ({ value: `${savedMark}${name}`, label: name })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
