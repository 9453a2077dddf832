import { orderStatusById, type OrderStatusName } from '../../values/order-status.ts'

export const progressSteps = ['received', 'diagnosis', 'repair', 'ready', 'pickedUp'] as const

/** `step`: 0 to 4. `isWaiting`: for a part or an answer. `isStopped`: the repair will not continue. */
type Progress = { step: number; isWaiting: boolean; isStopped: boolean }

const on = (step: number): Progress => ({ step, isWaiting: false, isStopped: false })
const waitingAt = (step: number): Progress => ({ step, isWaiting: true, isStopped: false })
const stoppedAt = (step: number): Progress => ({ step, isWaiting: false, isStopped: true })

const progressByStatus: Readonly<Record<OrderStatusName, Progress>> = {
  Lead: on(0),
  'Dropped Off': on(0),
  Diagnosis: on(1),
  'In the Lab': on(1),
  'Waiting For Approval': waitingAt(1),
  'Waiting for information': waitingAt(1),
  'In Progress': on(2),
  'Waiting For Part': waitingAt(2),
  Fixed: on(3),
  'Picked up': on(4),
  'Not Fixable': stoppedAt(1),
  'Part Not Available': stoppedAt(2),
  Recycled: stoppedAt(1),
  Cancelled: stoppedAt(0),
}

export function statusToProgress(orderStatusId: string): Progress | undefined {
  const name = orderStatusById.get(orderStatusId)?.statusName
  return name === undefined ? undefined : progressByStatus[name]
}
