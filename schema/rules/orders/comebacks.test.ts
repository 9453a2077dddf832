import { expect, it } from 'vitest'
import { toComebacks, toRate } from './comebacks.ts'

const order = (id: string, more: object = {}) => ({ id, fixedAt: '2026-03-05T10:00:00.000Z', claimOf: null, assignedEmployeeId: 'tom', ...more })
const line = (orderId: string, productId: string | null, serviceId: string | null = null) => ({
  orderId,
  kind: productId === null ? 'labour' : 'part',
  productId,
  serviceId,
})

it('WARR-01: counts repairs of the range and those with a claim, once for each service, part, supplier and person', () => {
  const orders = [
    order('one'),
    order('two', { assignedEmployeeId: 'ana' }),
    order('three'),
    order('before', { fixedAt: '2026-02-28T10:00:00.000Z' }),
    order('open', { fixedAt: null }),
    order('claim', { claimOf: 'one' }),
    order('second-claim', { claimOf: 'one', fixedAt: null }),
  ]
  const lines = [
    line('one', 'glass', 'screen'),
    line('one', 'glass'),
    line('two', 'glass', 'screen'),
    line('three', null, 'cleaning'),
    line('before', 'glass', 'screen'),
  ]
  const range = { fromInstant: '2026-03-01T00:00:00.000Z', toInstantExclusive: '2026-04-01T00:00:00.000Z' }
  const comebacks = toComebacks(orders, lines, { range, supplierOf: (id) => (id === 'glass' ? 'acme' : null) })
  expect(comebacks).toEqual({
    services: [
      { id: 'screen', done: 2, cameBack: 1 },
      { id: 'cleaning', done: 1, cameBack: 0 },
    ],
    parts: [{ id: 'glass', done: 2, cameBack: 1 }],
    suppliers: [{ id: 'acme', done: 2, cameBack: 1 }],
    people: [
      { id: 'tom', done: 2, cameBack: 1 },
      { id: 'ana', done: 1, cameBack: 0 },
    ],
  })
  expect(comebacks.services.map(toRate)).toEqual(['50%', '0%'])
})
