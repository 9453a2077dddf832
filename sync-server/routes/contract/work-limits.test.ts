import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { MutationResult } from '#schema/api/sync.ts'
import { create, mutation } from '../../testing/test-world.ts'
import { startSyncServer, type Client, type SyncServer } from '../../testing/test-sync-server.ts'

describe('limits of a session', () => {
  let server: SyncServer
  let shopId: string
  let ada: Client

  beforeEach(async () => {
    server = await startSyncServer()
    shopId = await server.addShop()
    ada = await server.signIn(await server.addUser({ shopIds: [shopId] }))
  })
  afterEach(() => server.stop())

  const push = (client: Client, mutations: readonly unknown[]) =>
    client.post('/api/sync/push', { deviceId: 'tablet', deviceTime: server.now.toISOString(), mutations })
  const outcomesOf = ({ body }: { body: Record<string, unknown> }): string[] => (body['results'] as MutationResult[]).map(({ outcome }) => outcome)

  it('let a week of 10,000 changes through in pushes of 500, one behind the other', async () => {
    let applied = 0
    for (let batch = 0; batch < 20; batch++) {
      const answer = await push(
        ada,
        Array.from({ length: 500 }, () => mutation(shopId, [create('tasks', v7(), { description: 'Typed offline' })])),
      )
      expect(answer.status).toBe(200)
      applied += outcomesOf(answer).filter((outcome) => outcome === 'applied').length
    }
    expect(applied).toBe(10_000)
  })

  it('let a thousand quick requests of one session through', async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ada.get('/api/auth/me')))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
  })

  it('make somebody without a shop wait whose changes are refused by the ten thousand, whatever the session, and nobody else', async () => {
    const userId = await server.addUser({ shopIds: [], privileges: [] })
    const junk = Array.from({ length: 500 }, () => null)
    const sessions = [await server.signIn(userId), await server.signIn(userId)]
    const statuses: number[] = []
    for (let round = 0; round < 50; round++) statuses.push((await push(sessions[round % 2] as Client, junk)).status)
    expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true)
    const refused = await push(sessions[0] as Client, junk)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Too many changes were refused. Please wait a moment.' })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(1)
    expect((await (sessions[0] as Client).get('/api/auth/me')).status).toBe(200)
    expect((await push(ada, junk)).status).toBe(200)
  })

  it('name at most twenty fields at fault in the answer to any request', async () => {
    const junk = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`junk${index}`, 1]))
    const answer = await ada.post(`/api/${shopId}/customers`, { name: '', ...junk, ['y'.repeat(50_000)]: 1 })
    expect(answer.status).toBe(400)
    expect(answer.body['issues']).toHaveLength(20)
    expect(JSON.stringify(answer.body).length).toBeLessThan(5_000)
  })
})
