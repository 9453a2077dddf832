import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveList, type ListChange, type ListSource } from './live-list.ts'

type Query = { page: number; pageSize: number }
type Shown = { id: string }

/** A list whose first rows came from the server; `reads` counts its refreshes. */
function makeSource() {
  const made = { reads: 0, tell: (_change: ListChange): void => undefined }
  const source: ListSource<Query, Shown> = {
    find: () => undefined,
    readEarly: async () => undefined,
    readFirst: async () => {
      made.reads++
      return { ids: ['a', 'b'], total: 1_000 }
    },
    coverage: () => ({ here: null, total: 1_000 }),
    demand: async () => undefined,
    load: async (ids) => ids.map((id) => ({ id })),
    idOf: ({ id }) => id,
    watch: (listener) => {
      made.tell = listener
      return () => undefined
    },
    now: () => 0,
  }
  return { made, list: createLiveList(source, { page: 1, pageSize: 2 }) }
}

const rowsOf = (count: number, ...more: string[]): ListChange => ({
  collection: 'orders',
  ids: new Set([...more, ...Array.from({ length: count }, (_, index) => `other ${index}`)]),
})

describe('a list that shows what the server answered while its rows are fetched', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is made anew some times a second, however many pages of others come', async () => {
    const { made, list } = makeSource()
    await vi.advanceTimersByTimeAsync(0)
    expect(list.get()).toMatchObject({ state: 'ready', total: 1_000 })
    for (let page = 0; page < 10; page++) {
      made.tell(rowsOf(3_000))
      await vi.advanceTimersByTimeAsync(60)
    }
    expect(made.reads).toBeGreaterThan(1)
    expect(made.reads).toBeLessThan(4)
    list.close()
  })

  it('shows at once what concerns its rows, or is no page', async () => {
    const { made, list } = makeSource()
    await vi.advanceTimersByTimeAsync(0)
    made.tell(rowsOf(3_000))
    made.tell(rowsOf(3_000, 'b'))
    await vi.advanceTimersByTimeAsync(0)
    expect(made.reads).toBe(2)
    made.tell(rowsOf(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(made.reads).toBe(3)
    list.close()
  })
})
