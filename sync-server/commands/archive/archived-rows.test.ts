import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import type { LivingDocument } from '../../store/rows.ts'
import { startSyncServer, type SyncServer } from '../../testing/test-sync-server.ts'
import { create, mutation, remove, update } from '../../testing/test-world.ts'
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

test('rows that are written while they are read are met once, those that are deleted meanwhile not at all', async () => {
  const [first, last, gone] = [ids[3], ids[1_090], ids[1_080]] as [string, string, string]
  const pages: LivingDocument[][] = []
  for await (const rows of readRows(server.services.reader, shopId, 'suppliers')) {
    if (pages.push(rows) > 1) continue
    const written = [
      update('suppliers', first, { supplierName: ['S3', 'Renamed'] }),
      update('suppliers', last, { supplierName: ['S1090', 'Late'] }),
      remove('suppliers', gone),
    ]
    await server.push(userId, [mutation(shopId, written)])
  }
  const met = pages.flat()
  expect(met.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== gone).toSorted())
  expect(met.find(({ id }) => id === last)).toMatchObject({ supplierName: 'Late' })
})
