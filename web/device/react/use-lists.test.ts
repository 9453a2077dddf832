import { describe, expect, test } from 'vitest'
import { createStore } from '../platform/observable.ts'
import type { ListPage, LiveList } from '../lists/live-list.ts'
import { readWhole } from './use-lists.ts'

type Query = { search: string; page: number; pageSize: number }

function listOf(first: ListPage<string>) {
  const store = createStore<ListPage<string>>(first)
  const opened: Query[] = []
  let closed = 0
  const open = (query: Query): LiveList<Query, string> => {
    opened.push(query)
    return { ...store, setQuery: () => {}, hold: () => {}, sortAnew: () => {}, close: () => (closed += 1) }
  }
  return { store, opened, open, isClosed: () => closed === 1 }
}

const page = (more: Partial<ListPage<string>>): ListPage<string> => ({ state: 'ready', total: 0, shopTotal: 0, rows: [], isStale: false, ...more })
const query: Query = { search: 'a', page: 3, pageSize: 10 }

describe('all rows of a list', () => {
  test('are waited for, whatever page is on the screen, and the list is closed behind them', async () => {
    const list = listOf(page({ state: 'loading' }))
    const reading = readWhole(list.open, query)
    list.store.set(page({ total: 3, rows: ['a'] }))
    list.store.set(page({ total: 3, rows: ['a', 'b', 'c'] }))
    expect(await reading).toEqual(['a', 'b', 'c'])
    expect(list.opened).toMatchObject([{ search: 'a', page: 1 }])
    expect(list.isClosed()).toBe(true)
  })

  test('are those that are here while the shop is fetched for the first time', async () => {
    const list = listOf(page({ total: 900, rows: ['a'], coverage: { here: 1, total: 900 } }))
    expect(await readWhole(list.open, query)).toEqual(['a'])
  })

  test('are none where the storage does not give them', async () => {
    const list = listOf(page({ state: 'failed' }))
    await expect(readWhole(list.open, query)).rejects.toThrow('could not be read on this device')
    expect(list.isClosed()).toBe(true)
  })
})
