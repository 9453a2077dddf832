import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { OfflineError } from '../platform/server-port.ts'
import { type DeviceStore, openDeviceStore } from '../storage/unsent-store.ts'
import { until } from '../testing/test-device.ts'
import { LeaseRefiller } from './lease-refiller.ts'
import { giveNumbers, NumberLeases } from './number-leases.ts'
import { countNumbers, type NumberRange } from '#schema/values/number-ranges.ts'

const ending = new AbortController()
const stores: DeviceStore[] = []

afterEach(() => {
  for (const store of stores.splice(0)) store.close()
})

async function keep(shopIds: readonly string[], visited: readonly string[], answer: (shopId: string, count: number) => unknown = () => undefined) {
  const store = await openDeviceStore(v7())
  stores.push(store)
  const leases = new NumberLeases(store, 'device')
  const asked: string[] = []
  let next = 1
  let nowMs = 0
  const waits: number[] = []
  const keeper = new LeaseRefiller({
    numbers: {
      lease: async ({ shopId, count }) => {
        asked.push(shopId)
        const other = answer(shopId, count)
        if (other !== undefined) return other as { from: number; to: number }
        const from = next
        next += count
        return { from, to: next - 1 }
      },
      giveBack: async () => undefined,
    },
    store,
    deviceId: 'device',
    shopIds: () => shopIds,
    visitedShops: () => visited,
    isOpen: () => true,
    withLock: (run) => run(),
    ports: {
      monotonic: () => nowMs,
      wait: async (durationMs) => void waits.push(durationMs),
    },
  })
  void keeper.run(ending.signal)
  const left = async (shopId: string): Promise<number> => countNumbers(await leases.read(shopId))
  return { asked, keeper, leases, left, store, waits, pass: (durationMs: number) => void (nowMs += durationMs) }
}

describe('the lease of a device', () => {
  it('is filled for the shops that were opened at once, for the others one after the other', async () => {
    const { asked, keeper, left, waits } = await keep(['a', 'b', 'c'], ['c'])
    keeper.wake()
    await until(async () => (await left('b')) === 100)
    expect(asked).toEqual(['c', 'a', 'b'])
    expect(waits).toHaveLength(2)
  })

  it('is a hundred until an order was made, and then left alone while it holds enough for a hundred more', async () => {
    const { asked, keeper, left, leases, store } = await keep(['new', 'enough', 'short'], ['new', 'enough', 'short'])
    const addUsed = async (shopId: string, range: NumberRange): Promise<void> => {
      await leases.add(shopId, range)
      await giveNumbers(store, { shopId, deviceId: 'device', numbers: [range.from] })
    }
    await leases.add('new', { from: 1, to: 100 })
    await addUsed('enough', { from: 1001, to: 1111 })
    await addUsed('short', { from: 2001, to: 2110 })
    keeper.wake()
    await until(async () => (await left('short')) === 150)
    expect(asked).toEqual(['short'])
    expect([await left('new'), await left('enough')]).toEqual([100, 110])
  })

  it('is put together of smaller ranges that others gave back', async () => {
    const { asked, keeper, left } = await keep(['a'], ['a'], (_, count) => (count === 100 ? { from: 901, to: 905 } : undefined))
    keeper.wake()
    await until(async () => (await left('a')) === 100)
    expect(asked).toEqual(['a', 'a'])
  })

  it('is asked for again after a pause where the server refused, at once where it did not answer', async () => {
    let problem: Error | undefined = new AppError('TOO_MANY_REQUESTS')
    const { asked, keeper, left, pass } = await keep(['a'], ['a'], () => {
      if (problem !== undefined) throw problem
    })
    keeper.wake()
    await until(() => asked.length === 1)
    keeper.wake()
    pass(30_000)
    keeper.wake()
    await left('a')
    expect(asked).toHaveLength(1)
    pass(30_001)
    problem = new OfflineError()
    keeper.wake()
    await until(() => asked.length >= 2)
    problem = undefined
    const before = asked.length
    keeper.wake()
    await until(async () => (await left('a')) === 100)
    expect(asked.length).toBeGreaterThan(before)
  })

  it('takes nothing that is no range', async () => {
    const { asked, keeper, left } = await keep(['a'], ['a'], () => ({ from: 5, to: 4 }))
    keeper.wake()
    await until(() => asked.length === 1)
    expect(await left('a')).toBe(0)
  })
})
