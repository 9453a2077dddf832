import { findRules } from '#schema/rules/messages/rules-of-status.ts'
import type { Device } from '#web/device/device-types.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { notifySuccess } from '#web/navigation/notify.ts'

type Told = { shopId: string; orderId: string; orderStatusId: string }

/** Offers to tell the customer where the shop wants to be asked at this status: one toast, whose button opens the message, filled in. */
export async function askToTell(device: Pick<Device, 'rows' | 'sync'>, { shopId, orderId, orderStatusId }: Told): Promise<void> {
  if (findRules(readRules(device, shopId), orderStatusId, 'ask').length === 0) return
  const order = await device.rows.read('orders', orderId)
  const customer = order === undefined ? undefined : await device.rows.read('customers', order.customerId)
  if (customer === undefined || customer.noMessages) return
  const onPress = (): void => openDialog({ kind: 'message-add', orderId, orderStatusId })
  notifySuccess(`Tell ${customer.name}?`, 'The shop has a message for this status.', { label: 'Write', onPress })
}

type ToldTogether = {
  shopId: string
  orderIds: readonly string[]
  orderStatusId: string
  /** A dialog already tells of these orders: a toast asks beside it. Else the dialog does, and the toast with Undo stays. */
  isTold: boolean
}

/** The same for orders that got the status together: asked once for all. */
export function askToTellMany(device: Pick<Device, 'sync'>, { shopId, orderIds, orderStatusId, isTold }: ToldTogether): void {
  if (orderIds.length === 0 || findRules(readRules(device, shopId), orderStatusId, 'ask').length === 0) return
  const ask = (): void => openDialog({ kind: 'messages-tell', orderIds, orderStatusId })
  if (isTold) notifySuccess('Tell the customers?', 'The shop has a message for this status.', { label: 'Write', onPress: ask })
  else ask()
}

const readRules = (device: Pick<Device, 'sync'>, shopId: string) => device.sync.bootstrap.get()?.shops.find(({ id }) => id === shopId)?.messageRules ?? []
