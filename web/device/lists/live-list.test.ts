import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KnownPage } from './known-pages.ts'
import { createLiveList, type ListChange, type ListSource } from './live-list.ts'

type Query = { page: number; pageSize: number }
type Shown = { id: string }

/** A list whose first rows came from the server; `reads` counts its refreshes. */
function makeSource(more: Partial<ListSource<Query, Shown>> = {}) {
  const made = { reads: 0, tell: (_change: ListChange): void => undefined }
  const source: ListSource<Query, Shown> = {
    find: () => undefined,
    readEarly: () => undefined,
    note: () => undefined,
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
    ...more,
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

describe('a list of a device that holds its rows', () => {
  it('shows the page that it showed last until the rows are indexed, and then notes what it shows', async () => {
    const before: KnownPage = { ids: ['a', 'b'], total: 7, shopTotal: 9 }
    const now: KnownPage = { ids: ['b', 'c'], total: 8, shopTotal: 10 }
    const noted: KnownPage[] = []
    const index: { found?: KnownPage } = {}
    const { made, list } = makeSource({
      find: () => index.found,
      readEarly: () => before,
      readFirst: () => undefined,
      coverage: () => undefined,
      note: (_query, page) => void noted.push(page),
    })
    await vi.waitFor(() => expect(list.get()).toMatchObject({ state: 'ready', total: 7, shopTotal: 9, rows: [{ id: 'a' }, { id: 'b' }] }))
    expect(noted).toEqual([])
    index.found = now
    made.tell('ready')
    await vi.waitFor(() => expect(list.get()).toMatchObject({ total: 8, shopTotal: 10, rows: [{ id: 'b' }, { id: 'c' }] }))
    expect(noted).toEqual([now])
    list.close()
  })
})
