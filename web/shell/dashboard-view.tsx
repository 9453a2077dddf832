import { useEffect, useRef } from 'react'
import { useLocation } from '#web/navigation/navigate.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { shopToFormat } from '#web/inputs/shop-format.tsx'
import { tabToView } from '#web/features/all-features.ts'
import { GuardedView } from './denied-view.tsx'
import { closeDialog } from '../navigation/dialogs.ts'
import { Frame } from './frame.tsx'
import { rememberShop } from '../navigation/last-shop.ts'
import { readOpenedFrom } from '../navigation/order-address.ts'
import type { DashboardTab } from '../navigation/paths.ts'

type DashboardViewProps = { shop: BootstrapShop; tab: DashboardTab; customerId: string | undefined }

/** One shop's dashboard on one of its views. */
export function DashboardView({ shop, tab, customerId }: DashboardViewProps) {
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
  // A view reads its days when it opens: in another zone it opens anew.
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
