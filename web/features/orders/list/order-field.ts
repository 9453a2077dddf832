import type { Order } from '#schema/collections/work/orders.ts'
import type { Device } from '#web/device/device-types.ts'
import { runAction } from '#web/navigation/notify.ts'

export type OrderChoiceField = 'orderStatusId' | 'assignedEmployeeId'

type Change<F extends OrderChoiceField> = { shopId: string; orderId: string; field: F; from: Order[F]; to: Order[F]; said: string }

/** Changes one field of an order where it is shown, in the list or on the board; the toast takes it back. */
export function changeOrderField<F extends OrderChoiceField>(device: Pick<Device, 'write'>, { shopId, orderId, field, from, to, said }: Change<F>) {
  const write = (seen: Order[F], next: Order[F]) =>
    device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { [field]: next }, seen: { [field]: seen } }])
  const undo = { label: 'Undo', onPress: () => void runAction({ run: () => write(to, from), failure: 'Failed to update order' }) }
  return runAction({
    run: () => write(from, to),
    success: { title: 'Order updated successfully', description: said, action: undo },
    failure: 'Failed to update order',
  })
}
