import { afterAll, describe, expect, test, vi } from 'vitest'
import { v7 } from 'uuid'
import { startPooler } from '../../../testing/postgres/global-setup.ts'
import { clusterVariable, readClusterUrl } from '../../../testing/postgres/test-databases.ts'
import { openNodes } from '../../../testing/test-nodes.ts'
import { seedTwoShops, type Answer, type TestClient } from '../../../testing/test-server.ts'

const clusterUrl = readClusterUrl()
const pooler = clusterUrl === undefined ? undefined : await startPooler(clusterUrl)

afterAll(() => pooler?.stop())

describe('two servers behind PgBouncer in transaction mode', () => {
  test('push side by side without a gap or a loss, hear of each other, and let nobody listen who may not', async ({ skip }) => {
    if (pooler === undefined) return skip('no PgBouncer of version 1.21 or newer runs here')
    vi.stubEnv(clusterVariable, pooler.url)
    const all = await openNodes({ isNotifying: false })
    try {
      expect(all.databaseUrl).toContain(`:${new URL(pooler.url).port}/`)
      const { shopId } = await seedTwoShops(all.nodes[0])
      const [first, second] = all.nodes
      const clients = await Promise.all([first.client().signIn('ann'), second.client().signIn('ann')] as const)
      const told = await Promise.all(all.nodes.map((node, place) => listen(`${node.url}/api/sync/live`, clients[place]?.cookie ?? '')))
      const rounds = 15
      const sent = await Promise.all(
        clients.flatMap((client, place) => Array.from({ length: rounds }, (_, round) => push(client, `tablet ${place}`, shopId, `${place} ${round}`))),
      )
      expect(sent.map(({ status, text }) => [status, text.includes('"outcome":"applied"')])).toEqual(sent.map(() => [200, true]))
      const { json } = await clients[0].post('/api/sync/pull', { collection: 'suppliers', limit: 100, checkpoint: {} })
      const { documents } = json as { documents: { seq: number; supplierName: string }[] }
      expect(documents.map(({ supplierName }) => supplierName).toSorted()).toEqual(
        [0, 1].flatMap((place) => Array.from({ length: rounds }, (_, round) => `${place} ${round}`)).toSorted(),
      )
      expect(documents.every(({ seq }, place) => place === 0 || seq > (documents[place - 1]?.seq ?? 0))).toBe(true)
      const head = String(documents.at(-1)?.seq)
      for (const stream of told) await expect.poll(stream.read).toContain(head)
      await clients[0].post('/api/logout')
      await told[0]?.ended
    } finally {
      await all.close()
      vi.unstubAllEnvs()
    }
  })
})

const push = (client: TestClient, deviceId: string, shopId: string, supplierName: string): Promise<Answer> => {
  const ops = [{ action: 'create', collection: 'suppliers', id: v7(), values: { supplierName } }]
  const at = '2026-03-02T09:59:00.000Z'
  return client.post('/api/sync/push', { deviceId, deviceTime: '2026-03-02T10:00:00.000Z', mutations: [{ id: v7(), shopId, at, ops }] })
}

/** `read` returns the stream's text so far. */
async function listen(url: string, cookie: string): Promise<{ read: () => string; ended: Promise<void> }> {
  const response = await fetch(url, { headers: { Cookie: cookie } })
  let told = ''
  const ended = (async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) told += piece
  })()
  // The stream breaks when its server stops.
  ended.catch(() => undefined)
  return { read: () => told, ended }
}
