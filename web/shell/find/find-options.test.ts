import { describe, expect, it } from 'vitest'
import type { Order } from '#schema/collections/work/orders.ts'
import { readFindQuery } from '#schema/rules/find/find-query.ts'
import { views } from '#web/features/all-features.ts'
import { listActs } from './acts.ts'
import { toGroups } from './find-options.ts'
import type { Shown } from './use-find.ts'

const shopId = '11111111-0000-4000-8000-000000000000'
const around = { shopId, acts: listActs({ shopId, views, hasPrivilege: () => true }), searches: ['iron'], ticketPrefix: 'H-' }
const order: Order = { id: 'order-1', number: 1042 } as Order
const shown = (typed: string, more: Partial<Shown> = {}): Shown => ({
  typed,
  query: readFindQuery(typed),
  best: { orders: 'words', customers: undefined },
  orders: [{ order, customer: undefined, asset: undefined }],
  customers: [],
  products: [],
  recent: [],
  totals: { orders: 1, customers: 0, products: 0 },
  isComplete: true,
  printed: undefined,
  ...more,
})
const titles = (typed: string, more?: Partial<Shown>): string[] => toGroups(typed, shown(typed, more), around).map(({ title }) => title)
const keys = (typed: string, more?: Partial<Shown>): string[] =>
  toGroups(typed, shown(typed, more), around).flatMap(({ options }) => options.map(({ key }) => key))

describe('the groups of the box', () => {
  it('are, before anything is typed, what was opened and searched last, and all acts', () => {
    const recent = [{ kind: 'order' as const, found: { order, customer: undefined, asset: undefined } }]
    expect(titles('', { recent })).toEqual(['Recently opened', 'Recent searches', 'Commands'])
    expect(toGroups('', undefined, around).map(({ title }) => title)).toEqual(['Recent searches', 'Commands'])
  })

  it('say how many there are, and lead on to the list where they hold more than is shown', () => {
    const [orders] = toGroups('iron', shown('iron', { totals: { orders: 1_204, customers: 0, products: 0 } }), around)
    expect(orders).toMatchObject({ title: 'Orders', count: '1 of 1,204' })
    expect(orders?.options.at(-1)).toMatchObject({ act: { leadsTo: { path: `/${shopId}/orders?q=iron&status=all` } } })
    expect(toGroups('iron', shown('iron'), around)[0]).toMatchObject({ count: '1', options: [{ key: 'order/order-1' }] })
  })

  it('do not lead to a list that would find nothing: it knows no wrong letters', () => {
    expect(keys('irno', { best: { orders: 'near', customers: undefined }, totals: { orders: 20, customers: 0, products: 0 } })).toEqual(['order/order-1'])
  })

  it('have acts first for whoever types how they are called, but not before a ticket or a phone', () => {
    expect(titles('orders')).toEqual(['Commands', 'Orders'])
    expect(titles('orders', { best: { orders: 'exact', customers: undefined } })).toEqual(['Orders', 'Commands'])
    expect(titles('restore')).toEqual(['Orders', 'Commands'])
  })

  it('offer papers of the order that is named, and first where they are asked for', () => {
    expect(keys('H-1042', { printed: order, best: { orders: 'ticket', customers: undefined } })).toEqual([
      'order/order-1',
      'act/print-device-label',
      'act/print-job-sheet',
      'act/print-pick-up',
      'act/print-drop-off',
    ])
    expect(keys('label 1042', { printed: order })[0]).toBe('act/print-device-label')
  })
})
