import { beforeEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Order } from '#schema/collections/work/orders.ts'
import { type BulkNotes, openBulkNotes } from './bulk-note.ts'
import { findUnfinished } from './unfinished-bulk.tsx'

const [userId, shopId] = [v7(), v7()]
const act = { kind: 'priority', value: true } as const

function memoryStorage(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  }
}

let storage = memoryStorage()
let notes: BulkNotes = openBulkNotes(userId, shopId, storage)
beforeEach(() => {
  storage = memoryStorage()
  notes = openBulkNotes(userId, shopId, storage)
})

/** Rows in which the orders of `done` have the new value already. */
const reading =
  (done: readonly string[], gone: readonly string[] = []) =>
  async (ids: readonly string[]) =>
    ids.filter((id) => !gone.includes(id)).map((id) => ({ id, priority: done.includes(id) }) as Order)

it('a run whose page was closed is found with what was not done, also where the last step was stored and not noted', async () => {
  const runId = v7()
  notes.begin({ runId, act, ids: ['a', 'b', 'c', 'd'] })
  notes.note(runId, 1)
  const found = await findUnfinished(openBulkNotes(userId, shopId, storage), reading(['a', 'b']))
  expect(found).toEqual({ note: { runId, act, ids: ['a', 'b', 'c', 'd'], tried: 1 }, left: ['c', 'd'] })
})

it('a run that came to its end, or whose orders are all done or gone, is not told', async () => {
  const [ended, done] = [v7(), v7()]
  notes.begin({ runId: ended, act, ids: ['a'] })
  notes.end(ended)
  notes.begin({ runId: done, act, ids: ['b', 'c'] })
  expect(await findUnfinished(notes, reading(['b'], ['c']))).toBeUndefined()
  expect(storage.length).toBe(0)
})

it('runs of another shop or another person are not told', async () => {
  notes.begin({ runId: v7(), act, ids: ['a'] })
  expect(await findUnfinished(openBulkNotes(userId, v7(), storage), reading([]))).toBeUndefined()
  expect(await findUnfinished(openBulkNotes(v7(), shopId, storage), reading([]))).toBeUndefined()
})

it('a run goes on without a note where nothing may be stored', () => {
  const forbidden = openBulkNotes(userId, shopId, undefined)
  forbidden.begin({ runId: v7(), act, ids: ['a'] })
  expect(forbidden.list()).toEqual([])
})
