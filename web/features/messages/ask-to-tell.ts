import { findRules } from '#schema/rules/messages/rules-of-status.ts'
import type { Device } from '#web/device/device-types.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { notifySuccess } from '#web/navigation/notify.ts'
import { t } from './messaging-texts.ts'

type Told = { shopId: string; orderId: string; orderStatusId: string }

/** If the shop's rules ask at this status, offers a message to the customer in a toast. */
export async function askToTell(device: Pick<Device, 'rows' | 'sync'>, { shopId, orderId, orderStatusId }: Told): Promise<void> {
  if (findRules(readRules(device, shopId), orderStatusId, 'ask').length === 0) return
  const order = await device.rows.read('orders', orderId)
  const customer = typeof order?.customerId === 'string' ? await device.rows.read('customers', order.customerId) : undefined
  if (customer === undefined || customer.noMessages) return
  const onPress = (): void => openDialog({ kind: 'message-add', orderId, orderStatusId })
  notifySuccess(t.tell({ name: customer.name }), t.tellText(), { label: t.write(), onPress })
}

type ToldTogether = {
  shopId: string
  orderIds: readonly string[]
  orderStatusId: string
  /** True when a dialog about these orders is open: ask by toast. Otherwise open the dialog, which keeps the Undo toast. */
  isTold: boolean
}

/** The same for orders that changed status together, with one question for all. */
export function askToTellMany(device: Pick<Device, 'sync'>, { shopId, orderIds, orderStatusId, isTold }: ToldTogether): void {
  if (orderIds.length === 0 || findRules(readRules(device, shopId), orderStatusId, 'ask').length === 0) return
  const ask = (): void => openDialog({ kind: 'messages-tell', orderIds, orderStatusId })
  if (isTold) notifySuccess(t.tellMany(), t.tellText(), { label: t.write(), onPress: ask })
  else ask()
}

const readRules = (device: Pick<Device, 'sync'>, shopId: string) => device.sync.bootstrap.get()?.shops.find(({ id }) => id === shopId)?.messageRules ?? []
