import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { toldGuarded, withoutLostGuarded } from './guarded-values.ts'
import { rebaseRow } from './rebase.ts'
import { type Row, rowKey } from './rows.ts'

const id = '0192f7a0-0000-7000-8000-000000000001'
const key = rowKey('orders', id)
const at = '2026-03-02T09:00:00.000Z'
const row = (passcode: string | null): Row => ({ id, shopId: 'shop', seq: 1, createdAt: at, updatedAt: at, passcode })
const create = (passcode: string | null): Op => ({ action: 'create', collection: 'orders', id, values: { itemDetails: 'iPhone 12', passcode } })
const change = (from: Json, to: Json): Op => ({
  action: 'update',
  collection: 'orders',
  id,
  changes: { passcode: { from, to }, orderNotes: { from: null, to: 'n' } },
})

const passcode = fc.constantFrom('code-1111', 'code-2222', 'code-3333')
const orNone = fc.option(passcode, { nil: null })
const changed = fc.tuple(orNone, orNone).filter(([from, to]) => from !== to)
const opOf = fc.oneof(
  orNone.map(create),
  fc.tuple(orNone, orNone).map(([from, to]) => change(from, to)),
)

it('ops that are kept tell no passcode but the one that the order holds, whatever they did (PASS-03)', () => {
  fc.assert(
    fc.property(fc.array(opOf), fc.option(orNone.map(row), { nil: null }), (ops, held) => {
      const told = JSON.stringify(withoutLostGuarded(ops, () => held))
      for (const code of ['code-1111', 'code-2222', 'code-3333']) if (held?.['passcode'] !== code) expect(told).not.toContain(code)
    }),
  )
})

it('sent again they end in the same passcode as before, and keep all else', () => {
  const after = (ops: readonly Op[], base: Row) =>
    rebaseRow(
      base,
      key,
      'orders',
      ops.map((op) => ({ shopId: 'shop', at, ops: [op], effects: [] })),
    ).row
  fc.assert(
    fc.property(fc.array(changed, { minLength: 1 }), orNone, (changes, first) => {
      const ops = changes.map(([from, to]) => change(from, to))
      const held = after(ops, row(first))
      expect(
        after(
          withoutLostGuarded(ops, () => held ?? null),
          row(first),
        ),
      ).toEqual(held)
    }),
  )
})

it('where all is held, or nothing is known of the row, the very ops stay', () => {
  const ops = [create('code-1111'), change(null, 'code-1111')]
  expect(withoutLostGuarded(ops, () => row('code-1111'))).toBe(ops)
  expect(withoutLostGuarded(ops, () => undefined)).toBe(ops)
  expect(toldGuarded(ops)).toEqual([key, key])
  expect(toldGuarded([create(null), change(null, null)])).toEqual([])
})
