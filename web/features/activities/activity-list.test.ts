import { expect, it } from 'vitest'
import { activityToPlace } from './activity-list.tsx'

const known = {
  orderById: new Map([
    ['o1', { number: 1042 }],
    ['o2', undefined],
  ]),
  customerById: new Map([
    ['c1', {}],
    ['c2', undefined],
  ]),
}

it.each([
  ['the order it is about', { orderId: 'o1', customerId: 'c1' }, { to: '/s/activities/order/o1', state: { isFromList: true }, isDeleted: false, number: 1042 }],
  ['the orders of its customer', { orderId: null, customerId: 'c1' }, { to: '/s/orders/c1', isDeleted: false }],
  ['Recently deleted when its order is gone', { orderId: 'o2', customerId: 'c1' }, { to: '/s/recently-deleted', isDeleted: true }],
  ['Recently deleted when its customer is gone', { orderId: null, customerId: 'c2' }, { to: '/s/recently-deleted', isDeleted: true }],
  ['nowhere when it is about neither', { orderId: null, customerId: null }, undefined],
])('an entry of the log leads to %s', (_title, about, place) => {
  expect(activityToPlace(about, 's', known)).toEqual(place)
})

it.each([
  ['its order', { orderId: 'o3', customerId: 'c1' }],
  ['its customer', { orderId: null, customerId: 'c3' }],
])('an entry leads nowhere while %s is read, also where the rows of other entries are known', (_title, about) => {
  expect(activityToPlace(about, 's', known)).toBeUndefined()
})
