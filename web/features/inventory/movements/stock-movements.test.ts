import { expect, it } from 'vitest'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import { findUnsentMoves } from './stock-movements.tsx'

const change = (mutationId: string, more: Partial<WaitingChange>): WaitingChange => ({ mutationId, shopId: 's', at: mutationId, ops: [], summary: '', ...more })

it("what waits of a product's count is told newest first: what was counted as a difference, and what lines take", () => {
  const changes = [
    change('1', { ops: [{ action: 'create', collection: 'products', id: 'p', values: { inventoryCount: 5 } }] }),
    change('2', {
      ops: [{ action: 'update', collection: 'products', id: 'p', changes: { inventoryCount: { from: 5, to: 7 }, name: { from: 'a', to: 'b' } } }],
    }),
    change('3', {
      effects: [
        { key: 'products/p', action: 'count', delta: -3 },
        { key: 'products/q', action: 'count', delta: -1 },
      ],
    }),
    change('4', { ops: [{ action: 'update', collection: 'products', id: 'p', changes: { name: { from: 'b', to: 'c' } } }] }),
    change('5', { effects: [{ key: 'order_lines/p', action: 'delete' }] }),
  ]
  expect(findUnsentMoves(changes, 'p').map(({ at, delta, reason }) => [at, delta, reason])).toEqual([
    ['3', -3, 'line'],
    ['2', 2, 'count'],
    ['1', 5, 'count'],
  ])
})
