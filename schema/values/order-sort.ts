import { isSale } from './order-kind.ts'
import { finishedRank } from './order-status.ts'

/** Instants are canonical ISO texts (`YYYY-MM-DDTHH:mm:ss.sssZ`, years 0001-9999), ids uuids. */
export type OrderSortFields = {
  id: string
  kind?: string
  priority: boolean
  dueTimestamp: string | null
  orderStatusId: string
  createdAt: string
}

/**
 * Repairs before sales. Of sales the newest first; of repairs priority first, then due before not due and earliest first, unfinished before finished, finished by group order,
 * newest created, then id.
 */
export function compareOrders(a: OrderSortFields, b: OrderSortFields): number {
  if (isSale(a) !== isSale(b)) return isSale(a) ? 1 : -1
  return isSale(a) ? compareNewest(a, b) : compareRepairs(a, b)
}

function compareRepairs(a: OrderSortFields, b: OrderSortFields): number {
  if (a.priority !== b.priority) return a.priority ? -1 : 1
  if (a.dueTimestamp !== b.dueTimestamp) {
    if (a.dueTimestamp === null) return 1
    if (b.dueTimestamp === null) return -1
    return a.dueTimestamp < b.dueTimestamp ? -1 : 1
  }
  const rankDifference = finishedRank(a.orderStatusId) - finishedRank(b.orderStatusId)
  return rankDifference === 0 ? compareNewest(a, b) : rankDifference
}

function compareNewest(a: OrderSortFields, b: OrderSortFields): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

const lastInstantMs = 253_402_300_799_999
const ageDigits = 15

/** 1 priority + 1 due flag + 24 due + 1 finished rank + 15 created + 36 id. */
export const orderSortKeyMaxLength = 78

/** ASCII key whose code unit order equals compareOrders, so that one index pages the list. */
export function orderSortKey(order: OrderSortFields): string {
  const newestFirst = String(lastInstantMs - Date.parse(order.createdAt)).padStart(ageDigits, '0')
  if (isSale(order)) return `${saleMark}11${newestFirst}${order.id}`
  const due = order.dueTimestamp === null ? '1' : `0${order.dueTimestamp}`
  return `${order.priority ? '0' : '1'}${due}${finishedRank(order.orderStatusId) + 1}${newestFirst}${order.id}`
}

const saleMark = '2'

/** Whether a sort key is a sale's: they come behind all repairs. */
export const isSaleKey = (sortKey: string): boolean => sortKey.startsWith(saleMark)

const dueLength = 24

/**
 * Converts an order's sort key to one of the working order: unfinished priority orders first, then what is due,
 * earliest first, then the oldest. Flags and due dates of finished orders do not count.
 */
export function sortKeyToWorkKey(sortKey: string): string {
  const isDue = sortKey[1] === '0'
  const rankAt = isDue ? 2 + dueLength : 2
  const createdAt = rankAt + 1
  const newestFirst = Number(sortKey.slice(createdAt, createdAt + ageDigits))
  const oldestFirst = String(10 ** ageDigits - 1 - newestFirst).padStart(ageDigits, '0')
  const first = sortKey[rankAt] === '0' ? sortKey.slice(0, rankAt) : '11'
  return `${first}${oldestFirst}${sortKey.slice(createdAt + ageDigits)}`
}

/** The same for an open order's sort key; null for a finished one. */
export const sortKeyToOpenKey = (sortKey: string): string | null => (sortKey[sortKey[1] === '0' ? 2 + dueLength : 2] === '0' ? sortKeyToWorkKey(sortKey) : null)

/** The server's key: open orders in working order, then `finishedOrderKey` for all others. */
export const openOrderKey = (order: OrderSortFields): string => sortKeyToOpenKey(orderSortKey(order)) ?? finishedOrderKey

/** Above every key of an open order. */
export const finishedOrderKey = '2'

/** The due date in an order's sort key; null without one. */
export const sortKeyToDue = (sortKey: string): string | null => (sortKey[1] === '0' ? sortKey.slice(2, 2 + dueLength) : null)
