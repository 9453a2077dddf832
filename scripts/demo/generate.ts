import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import { isFinishedStatus, orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Random } from './random.ts'
import { companies, firstNames, kinds, lastNames, notes, requests, shopTaskTexts, taskTexts } from './vocabulary.ts'

export type DemoShop = {
  id: string
  areaCode: string
  employeeIds: readonly string[]
  checklistItemIds: readonly string[]
  /** On top of each quote, in a shop that charges taxes. */
  taxPercent?: number
  /** Of companies among its customers. */
  place?: { postalCode: string; city: string; region: string; country: string }
}

/** Lower numbers are reserved for employees and the portal's customer, whose number must be unique. */
const firstNumber = 200

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Half a year of orders with customers, money, tasks and ticks, as mutations in order of time. Deterministic for `random` and `now`. */
export function generateShop(shop: DemoShop, random: Random, now: Date, orderCount: number): Mutation[] {
  const midnight = now.getTime() - (now.getTime() % dayMs)
  const customers = Array.from({ length: Math.ceil(orderCount * 0.35) }, (_, index) => createCustomer(shop, random, index))
  const mutations: Mutation[] = []
  const knownCustomers = new Set<string>()
  // Sorted by time, because a customer is created with their first order.
  const starts = Array.from({ length: orderCount }, () => {
    const daysAgo = Math.floor(180 * random.next() ** 1.6)
    return { daysAgo, startMs: Math.min(midnight - daysAgo * dayMs + (9 + random.next() * 8) * hourMs, now.getTime() - 60_000) }
  }).sort((a, b) => a.startMs - b.startMs)

  for (const [index, { daysAgo, startMs }] of starts.entries()) {
    const customer = random.pick(customers)
    const ops: Op[] = []
    if (!knownCustomers.has(customer.id)) {
      knownCustomers.add(customer.id)
      ops.push(create('customers', customer.id, customer.values))
    }
    mutations.push(...orderMutations({ shop, random, now, startMs, daysAgo, index, customerId: customer.id, firstOps: ops }))
  }
  for (const [index, description] of shopTaskTexts.entries()) {
    const values = {
      description,
      assignedEmployeeId: random.chance(0.5) ? random.pick(shop.employeeIds) : null,
      dueTimestamp: instant(midnight + (index - 1) * dayMs + 14 * hourMs),
    }
    mutations.push(
      makeMutation(shop, `shop-task-${index}`, now.getTime() - (index + 2) * hourMs, [create('tasks', uuidV5(`shop-task-${index}`, shop.id), values)]),
    )
  }
  return mutations.sort((a, b) => a.at.localeCompare(b.at))
}

type OrderPlan = {
  shop: DemoShop
  random: Random
  now: Date
  startMs: number
  daysAgo: number
  index: number
  customerId: string
  firstOps: Op[]
}

function orderMutations({ shop, random, now, startMs, daysAgo, index, customerId, firstOps }: OrderPlan): Mutation[] {
  const kind = random.pick(kinds)
  const orderId = uuidV5(`order-${index}`, shop.id)
  const price = random.between(kind.priceFrom, kind.priceTo)
  const path = statusPath(random, daysAgo)
  const dueMs = startMs - (startMs % dayMs) + random.between(1, 9) * dayMs + random.pick([10, 14, 17]) * hourMs
  const created: Record<string, Json> = {
    customerId,
    orderStatusId: orderStatusIdByName[path[0] ?? 'Dropped Off'],
    assignedEmployeeId: random.chance(0.75) ? random.pick(shop.employeeIds) : null,
    itemDetails: random.pick(kind.items),
    issueDescription: random.pick(kind.issues),
    quotedCost: random.chance(0.8) ? String(price) : random.pick(['after diagnosis', 'free check']),
    dueTimestamp: random.chance(0.85) ? instant(dueMs) : null,
    priority: random.chance(isFinishedPath(path.at(-1)) ? 0.01 : 0.2),
    repeat: random.chance(0.06),
    additionalRequests: random.chance(0.25) ? random.pick(requests) : null,
    orderNotes: random.chance(0.35) ? random.pick(notes) : null,
  }
  const ticks = shop.checklistItemIds
    .filter(() => random.chance(0.45))
    .map((itemId) => create('checklist_selections', uuidV5(itemId, orderId), { orderId, dropoffChecklistId: itemId }))
  const mutations = [makeMutation(shop, `order-${index}`, startMs, [...firstOps, create('orders', orderId, created), ...ticks])]
  let atMs = startMs
  const later = (): number => {
    atMs = Math.min(atMs + random.between(3, 60) * hourMs, now.getTime() - 30_000)
    return atMs
  }
  for (const [step, status] of path.slice(1).entries()) {
    const from = orderStatusIdByName[path[step] ?? 'Dropped Off']
    const change: Op = { action: 'update', collection: 'orders', id: orderId, changes: { orderStatusId: { from, to: orderStatusIdByName[status] } } }
    const name = `order-${index}-status-${step}`
    mutations.push(makeMutation(shop, name, later(), [change]))
  }
  const last = path.at(-1)
  if (last === 'Picked up' || last === 'Fixed' || random.chance(0.15)) {
    const isAfterTax = random.chance(0.3) || shop.taxPercent !== undefined
    const paid = last !== 'Picked up' ? Math.ceil(price / 3) : index % balanceEvery === 0 ? Math.ceil(price / 2) : withTax(price, shop)
    mutations.push(
      makeMutation(shop, `order-${index}-money`, later(), [
        create('payments', uuidV5(`payment-${index}`, shop.id), {
          orderId,
          paymentText: last === 'Picked up' ? 'Paid at pick-up' : 'Deposit',
          paymentAmount: paid,
          afterTax: isAfterTax,
          method: demoMethods[index % demoMethods.length] ?? null,
        }),
        create('costs', uuidV5(`cost-${index}`, shop.id), {
          orderId,
          costText: random.pick(kind.parts),
          costAmount: Math.round(price * random.between(20, 45)) / 100,
        }),
      ]),
    )
  }
  if (last === 'Picked up' && index % refundEvery === 0) {
    const refundOf = uuidV5(`payment-${index}`, shop.id)
    const values = { orderId, paymentText: 'Came back with the same fault', paymentAmount: Math.ceil(price / 4), method: 'cash', kind: 'refund', refundOf }
    mutations.push(makeMutation(shop, `order-${index}-refund`, later(), [create('payments', uuidV5(`refund-${index}`, shop.id), values)]))
  }
  if (random.chance(0.3)) {
    const task = {
      orderId,
      description: random.pick(taskTexts),
      assignedEmployeeId: random.chance(0.7) ? random.pick(shop.employeeIds) : null,
      dueTimestamp: instant(dueMs - dayMs),
      completed: isFinishedPath(last),
    }
    mutations.push(makeMutation(shop, `order-${index}-task`, later(), [create('tasks', uuidV5(`task-${index}`, shop.id), task)]))
  }
  return mutations
}

const demoMethods = ['card', 'cash', 'card', 'transfer', null, 'card', 'cash', 'other'] as const

const refundEvery = 23

/** Picked up with half of the price still to pay. */
const balanceEvery = 17

const withTax = (price: number, { taxPercent = 0 }: DemoShop): number => price + Math.round(price * taxPercent) / 100

const openPaths: readonly (readonly OrderStatusName[])[] = [
  ['Dropped Off'],
  ['Dropped Off', 'Diagnosis'],
  ['Dropped Off', 'Diagnosis', 'Waiting For Approval'],
  ['Dropped Off', 'Diagnosis', 'Waiting For Part'],
  ['Dropped Off', 'In the Lab', 'In Progress'],
  ['Lead', 'Waiting for information'],
  ['Lead'],
]

const closedPaths: readonly (readonly OrderStatusName[])[] = [
  ['Dropped Off', 'Diagnosis', 'In Progress', 'Fixed', 'Picked up'],
  ['Dropped Off', 'In Progress', 'Fixed', 'Picked up'],
  ['Dropped Off', 'Diagnosis', 'Waiting For Part', 'In Progress', 'Fixed', 'Picked up'],
  ['Dropped Off', 'In Progress', 'Fixed'],
  ['Dropped Off', 'Diagnosis', 'Not Fixable', 'Picked up'],
  ['Dropped Off', 'Diagnosis', 'Part Not Available'],
  ['Dropped Off', 'Diagnosis', 'Not Fixable', 'Recycled'],
  ['Lead', 'Cancelled'],
]

function statusPath(random: Random, daysAgo: number): readonly OrderStatusName[] {
  const openShare = daysAgo < 3 ? 0.9 : daysAgo < 14 ? 0.45 : 0.04
  return random.pick(random.chance(openShare) ? openPaths : closedPaths)
}

const isFinishedPath = (last: OrderStatusName | undefined): boolean => last !== undefined && isFinishedStatus(orderStatusIdByName[last])

function createCustomer(shop: DemoShop, random: Random, index: number) {
  const first = random.pick(firstNames)
  const last = random.pick(lastNames)
  const isForeign = random.chance(0.08)
  const values: Record<string, Json> = {
    name: `${first} ${last}`,
    countryCode: isForeign ? '+44' : '+1',
    phone: isForeign ? `20794600${random.between(10, 99)}` : `${shop.areaCode}555${String(firstNumber + index).padStart(4, '0')}`,
    ...(random.chance(0.2) && { alternateCountryCode: '+1', alternatePhone: `${shop.areaCode}555${String(5000 + index)}` }),
    ...(random.chance(0.6) && { email: `${toAscii(first)}.${toAscii(last)}${index}@example.com` }),
    ...(random.chance(0.1) && { customerNotes: 'Regular customer, pays by card' }),
    ...toCompany(shop, index),
  }
  return { id: uuidV5(`customer-${index}`, shop.id), values }
}

function toCompany({ place }: DemoShop, index: number): Record<string, Json> {
  const company = index % companyEvery === 0 ? companies[(index / companyEvery) % companies.length] : undefined
  if (company === undefined || place === undefined) return {}
  const { name, street, taxId, taxExemptReason } = company
  return { company: name, street, taxId, ...place, ...(taxExemptReason !== null && { taxExempt: true, taxExemptReason }) }
}

const companyEvery = 9

const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const instant = (ms: number): string => new Date(ms).toISOString()

const create = (collection: string, id: string, values: Record<string, Json>): Op => ({ action: 'create', collection, id, values })

const makeMutation = (shop: DemoShop, name: string, atMs: number, ops: Op[]): Mutation => ({
  id: uuidV5(`act-${name}`, shop.id),
  shopId: shop.id,
  at: instant(atMs),
  ops,
})
