import { useState } from 'react'
import type { Order } from '#schema/collections/work/orders.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { changeOrderField } from '../list/order-field.ts'
import { t } from '../list/orders-texts.ts'

/** `onStatus` is called before the status is written. */
export type StatusChange = { shopId: string; order: Pick<Order, 'id' | 'orderStatusId'>; onStatus: (from: string, to: string) => void }

/** Saves a status at once, with Undo; `choose` answers whether it was saved. */
export function useStatusChange({ shopId, order, onStatus }: StatusChange) {
  const device = useDevice()
  const [isBusy, setIsBusy] = useState(false)
  const choose = async (to: string, name: string): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    const from = order.orderStatusId
    onStatus(from, to)
    const { ok } = await changeOrderField(device, { shopId, orderId: order.id, field: 'orderStatusId', from, to, said: t.statusTo({ name }) })
    setIsBusy(false)
    return ok
  }
  return { isBusy, choose }
}
