import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { startSyncServer, type SyncServer } from '../../testing/test-sync-server.ts'
import { create, mutation } from '../../testing/test-world.ts'
import { readRows } from './archived-rows.ts'

const ids = Array.from({ length: 1_101 }, () => v7())

let server: SyncServer
let shopId = ''
let userId = ''
beforeAll(async () => {
  server = await startSyncServer()
  shopId = await server.addShop('Large')
  userId = await server.addUser({ shopIds: [shopId] })
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100).map((id, place) => create('suppliers', id, { supplierName: `S${from + place}` }))
    await server.push(userId, [mutation(shopId, some)])
  }
})
afterAll(() => server.stop())

test('other work gets its turn before each page', async () => {
  let turns = 0
  let isReading = true
  const takeTurns = (): void => {
    turns += 1
    if (isReading) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  const seen: number[] = []
  for await (const rows of readRows(server.services.reader, shopId, 'suppliers')) if (rows.length > 0) seen.push(turns)
  isReading = false
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.map((turn, place) => turn > (seen[place - 1] ?? 0))).toEqual(seen.map(() => true))
})
