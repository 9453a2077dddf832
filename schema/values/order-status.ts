export const orderStatusNames = [
  'Diagnosis',
  'Dropped Off',
  'Fixed',
  'In Progress',
  'In the Lab',
  'Lead',
  'Not Fixable',
  'Part Not Available',
  'Picked up',
  'Recycled',
  'Waiting For Approval',
  'Waiting For Part',
  'Waiting for information',
  'Cancelled',
] as const

export type OrderStatusName = (typeof orderStatusNames)[number]
export type OrderStatus = { id: string; statusName: OrderStatusName }
export type OrderStatusGroup = 'new' | 'in-work' | 'waiting' | 'done' | 'closed'

/** Fixed ids: uuid v5 of `order-status:<name>` in referenceNamespace. Stored rows refer to them: never change one. */
export const orderStatusIdByName: Readonly<Record<OrderStatusName, string>> = {
  Diagnosis: '52d890e6-2b52-52aa-ac51-e7222bcbb803',
  'Dropped Off': 'a08f459b-8b86-5036-b7f2-83bddc516c41',
  Fixed: 'a7a58f5f-96a7-5be9-a1b6-227756da5d3a',
  'In Progress': '7322781f-713b-5d6f-acb2-a31c1547fcb3',
  'In the Lab': '245a85d1-d936-5e8c-ac6a-307f58ce636b',
  Lead: 'd6d12294-ae5e-52b3-9390-2b8d16e4b94b',
  'Not Fixable': '239b9d2f-df55-5964-b29f-e41edd025425',
  'Part Not Available': '5a35de8a-da65-5d22-94a6-77066cd7d03d',
  'Picked up': 'dcee1a29-8877-5d41-a737-4ca99b106ccb',
  Recycled: '1863ef9c-ea4b-59ba-abcd-332ba74ce4b4',
  'Waiting For Approval': 'c298b2cc-b2b1-5a4f-83c0-1d63cf26d431',
  'Waiting For Part': 'f43a0ba3-db94-565d-a2b7-c58a4818ebec',
  'Waiting for information': '88babd23-9385-5108-a08a-5df14c96f275',
  Cancelled: '54d7280f-1dd5-5f50-a96c-6911454de2bd',
}

export const orderStatuses: readonly OrderStatus[] = orderStatusNames.map((statusName) => ({
  id: orderStatusIdByName[statusName],
  statusName,
}))

export const orderStatusById: ReadonlyMap<string, OrderStatus> = new Map(orderStatuses.map((status) => [status.id, status]))

/** In sort order of finished orders. */
export const finishedStatusNames = [
  'Fixed',
  'Not Fixable',
  'Part Not Available',
  'Recycled',
  'Picked up',
  'Cancelled',
] as const satisfies readonly OrderStatusName[]

const finishedRankById: ReadonlyMap<string, number> = new Map(finishedStatusNames.map((name, rank) => [orderStatusIdByName[name], rank]))

export const finishedStatusIds: readonly string[] = [...finishedRankById.keys()]

export function isFinishedStatus(id: string): boolean {
  return finishedRankById.has(id)
}

/** Index in the finished group, 0 to 5; -1 for an unfinished or unknown status. */
export function finishedRank(id: string): number {
  return finishedRankById.get(id) ?? -1
}

const groupByName: Readonly<Record<OrderStatusName, OrderStatusGroup>> = {
  Lead: 'new',
  'Dropped Off': 'new',
  Diagnosis: 'in-work',
  'In Progress': 'in-work',
  'In the Lab': 'in-work',
  'Waiting For Approval': 'waiting',
  'Waiting For Part': 'waiting',
  'Waiting for information': 'waiting',
  Fixed: 'done',
  'Picked up': 'done',
  'Not Fixable': 'closed',
  'Part Not Available': 'closed',
  Recycled: 'closed',
  Cancelled: 'closed',
}

/** Colour group of a status chip; 'new' for unknown ids. */
export function statusGroup(id: string): OrderStatusGroup {
  const status = orderStatusById.get(id)
  return status === undefined ? 'new' : groupByName[status.statusName]
}
