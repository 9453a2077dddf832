import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 } from 'uuid'
import type { RefusedChangesPage } from '#schema/api/refused-changes.ts'
import { createUser } from '../../commands/administration/create-user.ts'
import { testPassword, type Answer, type TestClient } from '../../testing/test-server.ts'
import { expectRefusal, lead, openTestShop } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

type Values = Record<string, unknown>
const create = (collection: string, values: Values, id = v7()) => ({ action: 'create', collection, id, values })

async function push(client: TestClient, shopId: string, changes: readonly (readonly object[])[], more: Values = {}): Promise<string[]> {
  const at = shop.clock.now().toISOString()
  const mutations = changes.map((ops) => ({ id: v7(), shopId, at, ops, ...more }))
  const { status, text } = await client.post('/api/sync/push', { deviceId: 'tablet', deviceTime: at, mutations })
  if (status !== 200) throw new Error(text)
  return mutations.map(({ id }) => id)
}

const pageOf = ({ status, text, json }: Answer): RefusedChangesPage => {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json as RefusedChangesPage
}
const list = async (search = ''): Promise<RefusedChangesPage> => pageOf(await shop.max.get(`${shop.api}/refused-changes${search}`))

describe('refused changes of a shop', () => {
  test('tell who typed what and when, why it was refused, and what the rows are called, also of deleted ones', async () => {
    const order = await shop.createOrder({ itemDetails: 'Radio' })
    await shop.max.delete(`${shop.api}/orders/${order.id}`)
    const [id] = await push(shop.ann, shop.shopId, [[create('payments', { orderId: order.id, paymentAmount: 30, paymentText: 'cash' })]])
    expect((await list()).entries[0]).toEqual({
      id,
      user: { id: shop.userIds.ann, name: 'ann person', login_id: 'ann' },
      typedAt: shop.clock.now().toISOString(),
      refusedAt: shop.clock.now().toISOString(),
      ops: [expect.objectContaining({ action: 'create', collection: 'payments', values: { orderId: order.id, paymentAmount: 30, paymentText: 'cash' } })],
      unreadable: null,
      error: {
        code: 'INVALID_REFERENCE',
        message: 'Order was deleted in the meantime',
        issues: [{ path: 'orderId', message: 'Order was deleted in the meantime' }],
      },
      titleByRow: { [`orders/${order.id}`]: 'Radio' },
    })
  })

  test('need view_activity, and do not exist for people of other shops', async () => {
    expectRefusal(
      await shop.ann.get(`${shop.api}/refused-changes`),
      403,
      "Access Denied - You don't have permission to view refused changes. Contact your administrator.",
    )
    const bob = await shop.server.client().signIn('bob')
    expectRefusal(await bob.get(`${shop.api}/refused-changes`), 404, 'Not found.')
  })

  test('are those of this shop only, and name no row of another one', async () => {
    const bob = await shop.server.client().signIn('bob')
    const customerId = v7()
    await push(bob, shop.otherShopId, [[create('customers', { name: 'Southern Sam' }, customerId)], [create('customers', { name: '' })]])
    await push(shop.ann, shop.shopId, [[create('orders', { customerId, orderStatusId: lead, itemDetails: 'Theirs', issueDescription: 'x' })]])
    const { entries } = await list()
    expect(entries[0]).toMatchObject({ ops: [{ values: { itemDetails: 'Theirs' } }], titleByRow: {} })
    expect(JSON.stringify(entries)).not.toContain('Southern Sam')
    expect(entries.map(({ user }) => user?.login_id)).not.toContain('bob')
  })

  test('keep what somebody typed for a shop that they no longer belong to', async () => {
    const { services } = shop.server
    const { id } = await createUser(services, { loginId: 'gus', name: 'Gus', password: testPassword, shopIds: [shop.shopId], privileges: [] })
    const gus = await shop.server.client().signIn('gus')
    await services.db.deleteFrom('shop_users').where('user_id', '=', id).execute()
    await push(gus, shop.shopId, [[create('customers', { name: 'Typed too late' })]])
    expect((await list()).entries[0]).toMatchObject({ user: { login_id: 'gus' }, error: { code: 'FORBIDDEN' }, ops: [{ values: { name: 'Typed too late' } }] })
  })

  test('hold nothing of people who never belonged to the shop, though the server keeps what they sent', async () => {
    const bob = await shop.server.client().signIn('bob')
    const before = await list()
    const [whole] = await push(bob, shop.shopId, [[create('customers', { name: 'Written by a stranger' })]])
    await push(bob, shop.shopId.toUpperCase(), [[{ action: 'dance' }]], { note: 'Written by a stranger' })
    expect(await list()).toEqual(before)
    const kept = await shop.server.services.reader
      .selectFrom('mutations')
      .select(['id', 'shop_id', 'body'])
      .where('user_id', '=', shop.userIds.bob)
      .orderBy('received_at', 'desc')
      .limit(2)
      .execute()
    expect(kept.map(({ shop_id }) => shop_id)).toEqual([null, null])
    expect(kept.find(({ id }) => id === whole)?.body).toContain('Written by a stranger')
  })

  test('hold no access code, whatever was sent', async () => {
    const id = v7()
    const changes = { customerAccessCode: { from: null, to: 'sesame-2' }, name: { from: 'A', to: 'Kept' } }
    await push(shop.ann, shop.shopId, [
      [create('customers', { name: 'Kept', customerAccessCode: 'sesame-1', accessCodeHash: 'sesame-1' })],
      [{ action: 'update', collection: 'customers', id, changes }],
    ])
    await push(shop.ann, shop.shopId, [[{ action: 'drop', collection: 'customers', id, values: { customerAccessCode: 'sesame-3' }, password: 'sesame-3' }]])
    // Other spellings and unexpected positions of a secret.
    await push(shop.ann, shop.shopId, [[create('customers', { name: '', customer_access_code: 'sesame-4', more: { Access_Code: 'sesame-5' } })]], {
      sent: [{ accessCodeHash: 'sesame-6' }],
    })
    await push(shop.ann, shop.shopId, [[{ values: [[{ password: 'sesame-7' }]] }]])
    expect(
      (await list()).entries
        .slice(0, 5)
        .map(({ error }) => error.code)
        .toSorted(),
    ).toEqual(['NOT_FOUND', 'VALIDATION', 'VALIDATION', 'VALIDATION', 'VALIDATION'])
    expect(JSON.stringify(await list())).not.toContain('sesame')
    expect(JSON.stringify(await shop.server.services.reader.selectFrom('mutations').selectAll().execute())).not.toContain('sesame')
  })

  test('show a change that is no change at all as it was sent', async () => {
    const [id] = await push(shop.ann, shop.shopId, [[create('customers', { name: 'Half' }), { action: 'dance' }]], { note: 'typed with care' })
    const entry = (await list()).entries.find((one) => one.id === id)
    expect(entry).toMatchObject({ ops: [{ values: { name: 'Half' } }], unreadable: expect.stringContaining('typed with care') })
  })

  test('come in pages of fifty that lose nothing and end', async () => {
    const sent = await push(
      shop.ann,
      shop.shopId,
      Array.from({ length: 120 }, (_, index) => [create('tasks', { description: '', dueTimestamp: `no ${index}` })]),
    )
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: RefusedChangesPage = await list(`?cursor=${encodeURIComponent(cursor)}`)
      seen.push(...page.entries.map(({ id }) => id))
      sizes.push(page.entries.length)
      cursor = page.nextCursor
    }
    expect(sizes.slice(0, 2)).toEqual([50, 50])
    expect(seen.slice(0, 120).toSorted()).toEqual(sent.toSorted())
    expect(new Set(seen).size).toBe(seen.length)
    expectRefusal(await shop.max.get(`${shop.api}/refused-changes?cursor=tomorrow`), 400, 'cursor is not one that this server gave')
  })

  test('end a page early when a lot was typed', async () => {
    const customerNotes = 'ä'.repeat(100_000)
    for (let part = 0; part < 3; part++)
      await push(
        shop.ann,
        shop.shopId,
        Array.from({ length: 4 }, () => [create('customers', { name: '', customerNotes })]),
      )
    const first = await list()
    expect(first.entries.length).toBe(10)
    expect((await list(`?cursor=${first.nextCursor}`)).entries.filter(({ ops }) => ops[0]?.collection === 'customers').length).toBeGreaterThanOrEqual(2)
  })
})
