import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../notice.tsx'
import { LoadingOrders } from './loading-orders.tsx'
import type { OrderListProps } from './order-list.tsx'
import { t } from '../language/texts.ts'

type Loaded = { List: ComponentType<OrderListProps> } | 'failed' | undefined

/** Loads the customer's order list on demand: most visitors never open it. */
export function LaterOrderList(props: OrderListProps) {
  const [loaded, setLoaded] = useState<Loaded>(undefined)
  useEffect(() => {
    let isCurrent = true
    void import('./order-list.tsx').then(
      ({ OrderList }) => isCurrent && setLoaded({ List: OrderList }),
      () => isCurrent && setLoaded('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (loaded === undefined) return <LoadingOrders />
  if (loaded !== 'failed') return <loaded.List {...props} />
  return (
    <div className="flex flex-col gap-4">
      <Notice notice={{ tone: 'danger', title: t.failedOrders(), text: t.checkConnection() }} />
      {/* Browsers remember a failed script import until the page reloads. */}
      <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
        {t.retry()}
      </Button>
    </div>
  )
}
