import { expect, it } from 'vitest'
import { activityToPlace } from './activity-places.ts'

const known = { numberByOrderId: new Map([['o1', 1042]]), customerIds: new Set(['c1']) }

it.each([
  ['the order it is about', { orderId: 'o1', customerId: 'c1' }, { to: '/s/activities/order/o1', state: { isFromList: true }, isDeleted: false, number: 1042 }],
  ['the orders of its customer', { orderId: null, customerId: 'c1' }, { to: '/s/orders/c1', isDeleted: false }],
  ['Recently deleted when its order is gone', { orderId: 'o2', customerId: 'c1' }, { to: '/s/recently-deleted', isDeleted: true }],
  ['Recently deleted when its customer is gone', { orderId: null, customerId: 'c2' }, { to: '/s/recently-deleted', isDeleted: true }],
  ['nowhere when it is about neither', { orderId: null, customerId: null }, undefined],
])('an entry of the log leads to %s', (_title, about, place) => {
  expect(activityToPlace(about, 's', known)).toEqual(place)
})

it('an entry leads nowhere until the rows of the device are known', () => {
  expect(activityToPlace({ orderId: 'o1', customerId: 'c1' }, 's', { numberByOrderId: undefined, customerIds: undefined })).toBeUndefined()
})
