import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readClusterUrl } from '../../../testing/postgres/test-databases.ts'
import { onPostgres } from '../../../testing/test-database.ts'
import type { MovedHeads } from '../change-source.ts'
import { Notifications } from './notifications.ts'

const moved = (shopId: string, to: number): MovedHeads => ({ shopId, heads: { orders: to }, taken: { after: to - 1, to } })

onPostgres(() => {
  let here: Notifications
  let there: Notifications
  let heard: MovedHeads[]
  let looks: number
  /** Looks stay pending until the test ends. */
  let endLooks: () => void

  beforeEach(async () => {
    const url = readClusterUrl() ?? ''
    ;[here, there, heard, looks] = [new Notifications(url), new Notifications(url), [], 0]
    const { promise, resolve } = Promise.withResolvers<void>()
    endLooks = resolve
    there.watch(
      () => {
        looks += 1
        return promise
      },
      () => undefined,
      (one) => heard.push(one),
    )
    // Notifications arrive only once both are connected.
    const isHeard = () => {
      here.tellHeads(moved('first', 1))
      return heard.length > 0
    }
    await vi.waitUntil(isHeard, { timeout: 20_000 })
  })
  afterEach(async () => {
    endLooks()
    await here.close()
    await there.close()
  })

  const hearOf = async (shopId: string): Promise<void> => {
    await expect.poll(() => heard.filter((one) => one.shopId === shopId).at(-1)?.taken.to).toBe(9)
  }

  test('what another process moved is heard while a look at the database still runs, and looked for all the same', async () => {
    here.tellHeads(moved('second', 9))
    await hearOf('second')
    expect(looks).toBe(1)
    endLooks()
    await expect.poll(() => looks).toBeGreaterThan(1)
  })

  test('all of a burst is heard, and what fits into no notification is left to the look', async () => {
    for (let to = 1; to <= 9; to += 1) here.tellHeads(moved('burst', to))
    await hearOf('burst')
    expect(heard.filter(({ shopId }) => shopId === 'burst').map(({ taken }) => taken.to)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    here.tellHeads(moved('x'.repeat(10_000), 9))
    endLooks()
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before)
    // What is told within the same moment as the long one goes with it.
    await vi.waitUntil(() => (here.tellHeads(moved('last', 9)), heard.some(({ shopId }) => shopId === 'last')), { timeout: 20_000 })
    expect(heard.some(({ shopId }) => shopId.length > 100)).toBe(false)
  })

  test('what it told itself it does not hear', async () => {
    there.tellHeads(moved('own', 9))
    here.tellHeads(moved('foreign', 9))
    await hearOf('foreign')
    expect(heard.some(({ shopId }) => shopId === 'own')).toBe(false)
  })

  test('words of another version are a reason to look, and nothing more', async () => {
    endLooks()
    const known = looks
    await sendRaw('neither JSON nor known')
    await expect.poll(() => looks).toBeGreaterThan(known)
    await sendRaw(JSON.stringify({ from: 'x', moved: [{ shopId: 5 }] }))
    here.tellHeads(moved('after', 9))
    await hearOf('after')
    expect(heard.map(({ shopId }) => shopId).filter((shopId) => shopId !== 'first')).toEqual(['after'])
  })
})

async function sendRaw(payload: string): Promise<void> {
  const client = new pg.Client({ connectionString: readClusterUrl() })
  await client.connect()
  await client.query('select pg_notify($1, $2)', ['mainspring', payload])
  await client.end()
}
