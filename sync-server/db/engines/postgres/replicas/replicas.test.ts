import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { readClusterUrl } from '../../../../testing/postgres/test-databases.ts'
import { runOn, startReplicated, withNameOf, type Replicated } from '../../../../testing/postgres/replicated.ts'
import { seedTwoShops, startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { examineReplicas } from '../../../../operations/doctor/examine-replicas.ts'
import { lookAtReplicas } from '../../../look-only.ts'
import { targetsOf } from '../../engine.ts'
import type { ReplicaFacts } from '../../read-targets.ts'

let all: Replicated

const factsOf = ({ services }: TestServer): readonly ReplicaFacts[] => targetsOf(services.reader)?.facts() ?? []
const statesOf = (server: TestServer): string[] => factsOf(server).map(({ state }) => state)

async function withServer(env: Record<string, string>, run: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({ env })
  try {
    await run(server)
  } finally {
    await server.close()
  }
}

/** A way to the replica on which nothing moves any more once it is blocked, as where a network swallows what is sent. */
async function openWay({ hostname, port }: URL): Promise<{ port: string; block: () => void; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  let isBlocked = false
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => void (isBlocked || to.write(chunk)))
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: String((server.address() as AddressInfo).port),
    block: () => void (isBlocked = true),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe.skipIf(readClusterUrl() === undefined)('replicas', () => {
  beforeAll(async () => {
    const started = await startReplicated()
    if (started === undefined) throw new Error('No PostgreSQL runs here')
    all = started
  })
  afterAll(() => all.stop())

  it('are told by the doctor, one line each', async () => {
    const [own, foreign] = [await all.createDatabase(), await all.createDatabase()]
    const { host } = new URL(own.env.DATABASE_READ_URL)
    const nowhere = 'postgres://postgres@127.0.0.1:9/mainspring'
    const found = await examineReplicas(own.env.DATABASE_URL, [own.env.DATABASE_READ_URL, foreign.env.DATABASE_READ_URL, own.env.DATABASE_URL, nowhere])
    expect(found.map(({ state, about }) => [state, about])).toEqual(['ok', 'fail', 'warn', 'warn'].map((state) => [state, 'Replica']))
    expect(found[0]?.text).toMatch(new RegExp(`^${host} follows, \\d+ bytes of the journal behind$`))
    expect(found[1]?.text).toBe(`${host} cannot be read: it is another database. Correct DATABASE_READ_URL; the server does not start with it.`)
    expect(found[2]?.text).toContain('is not read: it is no replica: it takes writes itself.')
    expect(found[3]?.text).toMatch(/^127\.0\.0\.1:9 does not answer \(.+\)\. Reads go to the database until it does\.$/)
    expect(await examineReplicas(nowhere, [own.env.DATABASE_READ_URL])).toMatchObject([{ state: 'warn', text: expect.stringContaining('cannot be compared') }])
    expect(await examineReplicas(own.env.DATABASE_URL, [])).toEqual([])
  })

  it('are read with the rights of a role that only owns the database', async () => {
    const { env, onDatabase } = await all.createDatabase()
    const role = `owner_${v7().replaceAll('-', '')}`
    const asRole = (url: string): string => Object.assign(new URL(url), { username: role }).href
    await onDatabase(`create role ${role} login`)
    await onDatabase(`grant all on all tables in schema public to ${role}`)
    await onDatabase(`grant all on all sequences in schema public to ${role}`)
    await all.catchUp()
    const found = await lookAtReplicas(asRole(env.DATABASE_URL), [asRole(env.DATABASE_READ_URL)])
    expect(found.map(({ state }) => state)).toEqual(['ready'])
  })

  it('that are of another database end the start, without a password in the message', async () => {
    const [own, foreign] = [await all.createDatabase(), await all.createDatabase()]
    const address = new URL(foreign.env.DATABASE_READ_URL)
    address.password = 'not-to-be-shown'
    const starting = startTestServer({ env: { ...own.env, DATABASE_READ_URL: address.href } })
    await expect(starting).rejects.toThrow(`Mainspring cannot start: DATABASE_READ_URL names ${address.host}, which cannot be read: it is another database`)
    await expect(starting).rejects.not.toThrow('not-to-be-shown')
  })

  it('that are away when the server starts hold up nothing, and are read once they are there', async () => {
    const { env } = await all.createDatabase()
    await all.replica.kill()
    await withServer(env, async (server) => {
      expect(statesOf(server)).toEqual(['away'])
      expect((await server.client().get('/readyz')).status).toBe(200)
      await all.replica.start()
      await expect.poll(() => statesOf(server)).toEqual(['ready'])
    })
  })

  it('that stop answering hold up a request for a while, and none that comes after', async () => {
    const { env } = await all.createDatabase()
    const way = await openWay(new URL(env.DATABASE_READ_URL))
    try {
      await withServer({ ...env, DATABASE_READ_URL: Object.assign(new URL(env.DATABASE_READ_URL), { port: way.port }).href }, async (server) => {
        const { shopId } = await seedTwoShops(server)
        await all.catchUp()
        const max = await server.client().signIn('max')
        const list = () => max.get(`/api/${shopId}/customers`)
        await expect.poll(async () => [(await list()).status, factsOf(server)[0]?.reads]).toEqual([200, expect.any(Number)])
        expect(factsOf(server)[0]?.reads).toBeGreaterThan(0)
        way.block()
        expect((await list()).json).toEqual([])
        expect(statesOf(server)).toEqual(['away'])
        const own = targetsOf(server.services.reader)?.ownReads ?? 0
        expect((await list()).json).toEqual([])
        expect(targetsOf(server.services.reader)?.ownReads).toBeGreaterThan(own)
      })
    } finally {
      await way.close()
    }
  })

  it('are taken in turns, and one that takes writes itself is not read from that moment on', async () => {
    const { env } = await all.createDatabase()
    const second = await all.addReplica()
    const secondUrl = withNameOf(second, env.DATABASE_URL)
    await withServer({ ...env, DATABASE_READ_URL: `${env.DATABASE_READ_URL}, ${secondUrl}` }, async (server) => {
      const { shopId } = await seedTwoShops(server)
      await all.catchUp()
      await expect.poll(() => statesOf(server)).toEqual(['ready', 'ready'])
      const max = await server.client().signIn('max')
      const list = async (): Promise<unknown> => (await max.get(`/api/${shopId}/customers`)).json
      await expect.poll(async () => [await list(), factsOf(server).map(({ reads }) => reads > 0)]).toEqual([[], [true, true]])

      await runOn(secondUrl, 'select pg_promote()')
      // What it now takes itself never was in the database.
      const values = [v7(), shopId]
      await runOn(
        secondUrl,
        `insert into customers (id, shop_id, name, created_at, updated_at, seq, deleted) values ($1, $2, 'Nobody', '2026', '2026', 1000, 0)`,
        values,
      )
      await runOn(secondUrl, 'update shop_feed set seq = 1000 where shop_id = $1', [shopId])
      for (let round = 0; round < 4; round++) expect(await list()).toEqual([])
      await expect.poll(() => statesOf(server)).toEqual(['ready', 'alone'])
      expect(factsOf(server)[1]?.reason).toBe('it is no replica: it takes writes itself')
    })
  })
})
