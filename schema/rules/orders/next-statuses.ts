import { orderStatusById, type OrderStatusName } from '../../values/order-status.ts'

/** What usually follows, the likeliest first. Any status may still follow any other. */
const nextByName: Readonly<Record<OrderStatusName, readonly OrderStatusName[]>> = {
  Lead: ['Dropped Off', 'Cancelled'],
  'Dropped Off': ['In Progress', 'Diagnosis', 'Waiting For Part'],
  Diagnosis: ['In Progress', 'Waiting For Approval', 'Waiting For Part'],
  'In Progress': ['Fixed', 'Waiting For Part', 'Not Fixable'],
  'In the Lab': ['Fixed', 'In Progress', 'Not Fixable'],
  'Waiting For Approval': ['In Progress', 'Waiting For Part', 'Cancelled'],
  'Waiting For Part': ['In Progress', 'Part Not Available'],
  'Waiting for information': ['In Progress', 'Waiting For Approval', 'Cancelled'],
  Fixed: ['Picked up', 'In Progress'],
  'Not Fixable': ['Picked up', 'Recycled'],
  'Part Not Available': ['Picked up', 'Recycled'],
  'Picked up': ['In Progress'],
  Recycled: [],
  Cancelled: ['Dropped Off'],
}

/** For a status that the shop added itself. */
const nextOfOwn: readonly OrderStatusName[] = ['In Progress', 'Fixed', 'Picked up']

/** The two or three statuses that likely follow, of those that the shop has. */
export function findNextStatuses<Status extends { id: string }>(statusId: string, statuses: readonly Status[]): Status[] {
  const known = orderStatusById.get(statusId)
  const names: readonly string[] = known === undefined ? nextOfOwn : nextByName[known.statusName]
  return names.flatMap((name) => statuses.filter(({ id }) => orderStatusById.get(id)?.statusName === name))
}
