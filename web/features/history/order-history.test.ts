import { expect, it } from 'vitest'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import { findUnsentHops, mergeHops } from './order-history.tsx'

const change = (mutationId: string, at: string, ops: WaitingChange['ops']): WaitingChange => ({ mutationId, shopId: 's', at, summary: '', ops })

it('the history shows this device’s unsent hops of the order on top, newest first', () => {
  const changes = [
    change('m1', '2026-03-02T09:00:00.000Z', [{ action: 'create', collection: 'orders', id: 'o', values: { orderStatusId: 'dropped' } }]),
    change('m2', '2026-03-02T10:00:00.000Z', [
      { action: 'update', collection: 'orders', id: 'o', changes: { orderStatusId: { from: 'dropped', to: 'lab' }, quotedCost: { from: null, to: '9' } } },
    ]),
    change('m3', '2026-03-02T11:00:00.000Z', [{ action: 'update', collection: 'orders', id: 'other', changes: { orderStatusId: { from: 'a', to: 'b' } } }]),
    change('m4', '2026-03-02T12:00:00.000Z', [{ action: 'update', collection: 'orders', id: 'o', changes: { orderNotes: { from: null, to: 'x' } } }]),
  ]
  const unsent = findUnsentHops(changes, 'o')
  expect(unsent.map(({ statusId }) => statusId)).toEqual(['dropped', 'lab'])
  const sent = [{ id: 'h1', statusId: 'lead', at: '2026-03-01T09:00:00.000Z', isUnsent: false }]
  expect(mergeHops(sent, unsent).map(({ statusId }) => statusId)).toEqual(['lab', 'dropped', 'lead'])
})
