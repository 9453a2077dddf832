import { describe, expect, it } from 'vitest'
import { orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { orderViewToMatcher, orderViewToStatuses, type OrderView } from './order-views.ts'
import { statusFilterToMatcher } from './status-filter.ts'

const orders = orderStatuses.flatMap(({ id, statusName }, place) =>
  ['kay', 'lee', null].map((assigneeId) => ({ name: statusName, statusId: id, assigneeId, isUnpaid: () => place % 2 === 0 })),
)

const shownBy = (view: OrderView, mine: readonly string[] = []) => orders.filter(orderViewToMatcher(view, mine))
const statusesOf = (found: readonly { name: string }[]): string[] => [...new Set(found.map(({ name }) => name))]

describe('the views of orders (DAY-01)', () => {
  it('show the open, the ready, the waiting, the unpaid and all orders', () => {
    expect(statusesOf(shownBy('open'))).toEqual([
      'Diagnosis',
      'Dropped Off',
      'In Progress',
      'In the Lab',
      'Lead',
      'Waiting For Approval',
      'Waiting For Part',
      'Waiting for information',
    ])
    expect(statusesOf(shownBy('ready'))).toEqual(['Fixed'])
    expect(statusesOf(shownBy('waiting'))).toEqual(['In the Lab', 'Waiting For Approval', 'Waiting For Part', 'Waiting for information'])
    expect(shownBy('unpaid')).toEqual(orders.filter(({ isUnpaid }) => isUnpaid()))
    expect(shownBy('all')).toEqual(orders)
  })

  it('show as mine the open orders of the employees that I am, and nothing while I am none', () => {
    expect(shownBy('mine')).toEqual([])
    expect(shownBy('mine', ['kay'])).toEqual(shownBy('open').filter(({ assigneeId }) => assigneeId === 'kay'))
    expect(shownBy('mine', ['kay', 'lee'])).toEqual(shownBy('open').filter(({ assigneeId }) => assigneeId !== null))
  })

  it('show no order outside their statuses', () => {
    for (const view of ['open', 'mine', 'ready', 'waiting', 'unpaid', 'all'] as const) {
      const isOfView = statusFilterToMatcher(orderViewToStatuses(view))
      expect(shownBy(view, ['kay']).every(({ statusId }) => isOfView(statusId))).toBe(true)
    }
  })

  it('count a status that this version does not know as open', () => {
    const order = { statusId: 'new-status', assigneeId: null, isUnpaid: () => false }
    expect(orderViewToMatcher('open', [])(order)).toBe(true)
    expect(orderViewToMatcher('ready', [])({ ...order, statusId: orderStatusIdByName.Lead })).toBe(false)
  })
})
