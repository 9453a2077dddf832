import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { OutboxEntry } from '../storage/unsent-store.ts'
import { findRenumbered } from './renumbered.ts'

const [orderId, shopId] = [v7(), v7()]

function answer(number: number, formerNumbers: number[]) {
  const op = { action: 'create', collection: 'orders', id: orderId, values: { number: 7 } } as const
  const mutation = { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }
  const row = { id: orderId, shopId, seq: 1, createdAt: mutation.at, updatedAt: mutation.at, number, formerNumbers }
  const result = { id: mutation.id, outcome: 'applied', documents: [{ collection: 'orders', document: row }] } as const
  return findRenumbered({ mutation } as unknown as OutboxEntry, { ...result, documents: [...result.documents] })
}

describe('an order that the server gave another number than the printed one', () => {
  it('is still found by the printed number where the server kept it', () => {
    expect(answer(12, [7])).toMatchObject([{ printed: 7, number: 12, isFound: true }])
  })

  it('is not found by a printed number of another device', () => {
    expect(answer(12, [])).toMatchObject([{ printed: 7, number: 12, isFound: false }])
  })

  it('is none where the number is the printed one', () => {
    expect(answer(7, [])).toEqual([])
  })
})
