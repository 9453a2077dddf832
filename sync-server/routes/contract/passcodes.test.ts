import { afterAll, describe, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { openCallers } from '../../testing/test-callers.ts'
import { exampleByName, isMadeHere, makeExample, nameToRoute } from '../../testing/test-examples.ts'
import { metricsToken, openRoutesWorld } from '../../testing/test-registry-world.ts'

const marker = '9-8-7-marker'

/** The routes that may return a passcode: the passcode's own, device sync, and a backup, which is the whole database. */
const telling: ReadonlySet<string> = new Set([
  'GET /api/:shopId/orders/:id/passcode',
  'POST /api/sync/pull',
  'POST /api/sync/push',
  'POST /api/backups/download',
])

const world = await openRoutesWorld()
const callers = await openCallers(world)
const { db } = world.services
await db.updateTable('orders').set({ passcode: marker }).execute()
afterAll(() => world.close())

const ofOperator = { Authorization: `Bearer ${metricsToken}` }

describe('a passcode (PASS-01)', () => {
  // The live stream sends only numbers and never ends.
  test.each(Object.keys(exampleByName).filter((name) => name !== 'GET /api/sync/live' && isMadeHere(name)))(
    'is in the answer of %s only where that is what was asked for',
    async (name) => {
      const route = nameToRoute(name)
      const { headers, userId } = await callers.sign(route.access.who === 'customer' ? 'customer' : 'administrator', 'none', {
        isFresh: exampleByName[name]?.endsSession,
      })
      const { address, body, content } = await makeExample(name, world.shop, userId)
      const { status, text } = await world.server
        .client()
        .send(route.method, address, { headers: route.access.who === 'operator' ? ofOperator : headers, body, rawBody: content })
      expect([status, text]).toEqual([200, text])
      if (!telling.has(name)) expect(text).not.toContain(marker)
    },
  )

  test('is answered to members, noted each time, and null once there is none', async () => {
    const { headers } = await callers.sign('administrator', 'none')
    const client = world.server.client()
    const { shopId, ids } = world.shop
    await world.services.db.updateTable('orders').set({ passcode: marker }).where('id', '=', ids.orders).execute()
    const ask = async () => (await client.send('GET', `/api/${shopId}/orders/${ids.orders}/passcode`, { headers })).json
    const countLooks = async () =>
      (await world.services.reader.selectFrom('activities').select('id').where('audit_text', 'like', "Passcode of order '%' shown").execute()).length
    const before = await countLooks()
    expect([await ask(), await ask()]).toEqual([{ passcode: marker }, { passcode: marker }])
    expect(await countLooks()).toBe(before + 2)
    const done = { orderStatusId: orderStatusIdByName['Picked up'] }
    const { text } = await client.send('PUT', `/api/${shopId}/orders/${ids.orders}`, { headers, body: done })
    expect(text).not.toContain('passcode')
    expect(await ask()).toEqual({ passcode: null })
  })

  test('is in no line of the log', () => {
    expect(world.server.logLines.filter((line) => line.includes(marker))).toEqual([])
  })
})
