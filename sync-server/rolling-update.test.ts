import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PullResponse, PushResponse } from '#schema/api/sync.ts'
import { migrations } from './db/migrate.ts'
import type { Migration } from './db/schema-migration.ts'
import { onPostgres, onSqlite } from './testing/test-database.ts'
import { openNodes, type TestNode, type TestNodes } from './testing/test-nodes.ts'
import { seedTwoShops, type TestClient } from './testing/test-server.ts'
import { create, mutation } from './testing/test-world.ts'

/** The migration of a version that is not written yet, on tables that devices read and write. */
const next = (oldestProgram?: string): Migration => ({
  name: '9998-next',
  statements: [
    'create table loans (id text primary key) strict',
    "alter table customers add column nickname text not null default 'none'",
    'alter table shop_feed add column looked_at text',
    'alter table shop_users add column note text',
  ],
  ...(oldestProgram !== undefined && { oldestProgram }),
})
const nextVersion = [...migrations, next()]
const formerVersion = migrations.slice(0, -1)
const nameOf = (version: readonly Migration[]): string => version.at(-1)?.name ?? ''

let all: TestNodes
let seed: Awaited<ReturnType<typeof seedTwoShops>>
beforeEach(async () => {
  all = await openNodes()
  seed = await seedTwoShops(all.nodes[0])
})
afterEach(() => all.close())

const refusal = 'The database was written by a newer version of Mainspring (9998-next). Update the program first.'

onSqlite(() =>
  test('a file that a newer program has changed is refused, also where that only added', async () => {
    await all.addNode(nextVersion)
    await expect(all.addNode()).rejects.toThrow(refusal)
  }),
)

onPostgres(() => {
  describe('what a newer program took away', () => {
    test('is refused by older programs than it names, in the words of before', async () => {
      await all.addNode([...migrations, next('9998-next')])
      await expect(all.addNode()).rejects.toThrow(refusal)
    })

    test('lets the programs go on that no longer need it', async () => {
      await all.addNode([...migrations, next(nameOf(migrations))])
      await all.addNode()
      await expect(all.addNode(formerVersion)).rejects.toThrow(refusal)
    })

    test('is refused where nobody has said who may go on', async () => {
      await all.addNode(nextVersion)
      await all.nodes[0].services.db.updateTable('schema_migrations').set({ oldest_program: null }).where('name', '=', '9998-next').execute()
      await expect(all.addNode()).rejects.toThrow(refusal)
    })
  })

  describe.each([
    { title: 'the next version comes to nodes of this one', coming: nextVersion, older: migrations },
    { title: 'nodes of the version before go on beside this one', coming: formerVersion, older: formerVersion },
  ])('$title', ({ coming, older }) => {
    test('no save is lost or doubled, and each node reads all of them', async () => {
      const writers = await Promise.all(all.nodes.map(startWriter))
      await Promise.all(writers.map((writer) => writer.reach(5)))
      // So that their databases keep plans of these reads, which fit the tables of before.
      for (const node of all.nodes) await readCustomers(node)
      const arrived = await all.addNode(coming)
      // As the supervisor of an old node would start it again.
      const restarted = await all.addNode(older)
      writers.push(await startWriter(arrived), await startWriter(restarted))
      await Promise.all(writers.map((writer) => writer.reach(15)))
      const saved = (await Promise.all(writers.map((writer) => writer.stop()))).flat()
      expect(saved.length).toBeGreaterThanOrEqual(60)
      for (const node of [...all.nodes, arrived, restarted]) expect(await readCustomers(node)).toEqual(saved.toSorted())
    })
  })
})

type Writer = { reach: (count: number) => Promise<void>; stop: () => Promise<string[]> }

/** A device that saves one customer after the other; what was not answered is sent again as it was. */
async function startWriter(node: TestNode): Promise<Writer> {
  const client = await node.client().signIn('ann')
  const deviceId = v7()
  const saved: string[] = []
  const watchers = new Set<() => void>()
  let isRunning = true
  const run = async (): Promise<void> => {
    while (isRunning) {
      const id = v7()
      const one = mutation(
        seed.shopId,
        [create('customers', id, { name: `Carla ${id}`, countryCode: '+1', phone: '5550102000' })],
        all.clock.now().toISOString(),
      )
      await sendUntilTaken(client, deviceId, one)
      saved.push(id)
      for (const tell of watchers) tell()
    }
  }
  const running = run()
  return {
    reach: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = (): void => void (saved.length >= count && resolve())
      watchers.add(look)
      look()
      await Promise.race([promise, running])
    },
    stop: async () => {
      isRunning = false
      await running
      return saved
    },
  }
}

async function sendUntilTaken(client: TestClient, deviceId: string, sent: ReturnType<typeof mutation>): Promise<void> {
  for (;;) {
    const { status, json, text } = await client.post('/api/sync/push', { deviceId, deviceTime: all.clock.now().toISOString(), mutations: [sent] })
    if (status === 503) continue
    expect(status, text).toBe(200)
    expect((json as PushResponse).results).toMatchObject([{ id: sent.id, outcome: 'applied' }])
    return
  }
}

async function readCustomers(node: TestNode): Promise<string[]> {
  const client = await node.client().signIn('ann')
  const found: string[] = []
  for (let checkpoint: PullResponse['checkpoint'] = {}; ;) {
    const { status, json } = await client.post('/api/sync/pull', { collection: 'customers', limit: 50, checkpoint })
    expect(status).toBe(200)
    const page = json as PullResponse
    if (page.documents.length === 0) return found.toSorted()
    found.push(...page.documents.map(({ id }) => id))
    checkpoint = page.checkpoint
  }
}
