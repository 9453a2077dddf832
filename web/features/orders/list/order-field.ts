import type { Order } from '#schema/collections/work/orders.ts'
import { AppError } from '#schema/errors.ts'
import type { Device } from '#web/device/device-types.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { t } from './orders-texts.ts'

export type OrderChoiceField = 'orderStatusId' | 'assignedEmployeeId'

/** `from`: as it is here now; Undo returns to it. `seen`: what the user saw, if that is something else. */
type Change<F extends OrderChoiceField> = { shopId: string; orderId: string; field: F; from: Order[F]; seen?: Order[F]; to: Order[F]; said: string }

/** Changes one field from the list or board, with an Undo toast. */
export async function changeOrderField<F extends OrderChoiceField>(
  device: Pick<Device, 'rows' | 'sync' | 'write'>,
  { shopId, orderId, field, from, seen = from, to, said }: Change<F>,
) {
  const missing = field === 'orderStatusId' && typeof to === 'string' ? await findMissing(device, shopId, orderId, to) : undefined
  if (missing !== undefined) return { ok: false as const, error: new AppError('CONFLICT', missing), reason: missing }
  const write = (before: Order[F], next: Order[F]) =>
    device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { [field]: next }, seen: { [field]: before } }])
  const undo = { label: t.undo(), onPress: () => void runAction({ run: () => write(to, from), failure: t.updateFailed() }) }
  const outcome = await runAction({
    run: () => write(seen, to),
    success: { title: t.updated(), description: said, action: undo },
    failure: t.updateFailed(),
  })
  if (outcome.ok && field === 'orderStatusId' && typeof to === 'string') void offerToTell(device, { shopId, orderId, orderStatusId: to })
  return outcome
}

/** Asks for the tests of a status that the order lacks; undefined if it lacks none. */
async function findMissing(device: Pick<Device, 'rows'>, shopId: string, orderId: string, orderStatusId: string): Promise<string | undefined> {
  const part = await import('#web/features/tests/missing-tests.ts').catch(() => undefined)
  // Storage that cannot be read is told by the write.
  const missing = await part?.readMissingTests(device, shopId, orderId, orderStatusId).catch(() => undefined)
  if (missing !== undefined) openDialog({ kind: 'tests-missing', orderId, orderStatusId, missing })
  return missing
}

/** Load it with the dialogs, so that the list does not wait; if loading fails, skip the question. */
async function offerToTell(device: Pick<Device, 'rows' | 'sync'>, told: { shopId: string; orderId: string; orderStatusId: string }): Promise<void> {
  const part = await import('#web/features/messages/ask-to-tell.ts').catch(() => undefined)
  await part?.askToTell(device, told)
}
