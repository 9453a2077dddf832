import { expect, it } from 'vitest'
import { createRandom } from '#scripts/demo/random.ts'
import { Oracle } from '../oracle/oracle.ts'
import { SimulatedServer } from '../server.ts'
import { removeTemplate } from './file-database.ts'

const now = Date.parse('2026-03-02T09:00:00.000Z')
const deviceId = 'tablet'
const toInstant = (ms: number): string => new Date(ms).toISOString()

it('of two pushes with the same mutation at the same time, the oracle hears when the one left by whose clock the ledger has it', async () => {
  const oracle = new Oracle(
    () => now,
    () => now,
  )
  const heard: number[] = []
  oracle.onPushed = (_userId, { mutations }, _response, sentAtOf) => void heard.push(...mutations.map(({ id }) => sentAtOf(id)))
  const server = await SimulatedServer.create('sqlite', { clock: () => now, listener: oracle, random: createRandom(1) })
  const shopId = await server.addShop('Shop')
  const userId = await server.addUser([shopId], [])
  const session = await server.signIn(userId)
  const id = server.newId()
  const actedAtMs = now - 60_000
  const mutations = [
    { id, shopId, at: toInstant(actedAtMs), ops: [{ action: 'create' as const, collection: 'customers', id: server.newId(), values: { name: 'Ann' } }] },
  ]
  const pushAt = (sentAtMs: number, known?: Record<string, never>) => ({
    session,
    sentAtMs,
    request: { path: 'push' as const, body: { deviceId, deviceTime: toInstant(sentAtMs), mutations, ...(known && { known }) } },
  })
  // What the later one says that it knows is looked up first, so it takes nothing, though it is named first.
  const [late, early] = [now - 1_000, now - 40_000]
  await server.handleAll([pushAt(late, {}), pushAt(early)])
  const [row] = await server.read(`select act_at from mutations where id = '${id}'`)
  expect(Date.parse(String(row?.['act_at']))).toBe(actedAtMs + now - early)
  expect(heard).toEqual([early, early])
  await server.remove()
  await removeTemplate()
})
