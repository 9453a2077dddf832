import { afterAll, describe, expect, test } from 'vitest'
import type { ChangesAnswer } from '#schema/api/programs/changes.ts'
import { createShop } from '../../commands/administration/create-shop.ts'
import { renewEpochs } from '../../store/sequence/epochs.ts'
import { testPassword } from '../../testing/test-server.ts'
import { expectRefusal, openTestShop, rowOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

const read = async (query = '', client = shop.ann): Promise<ChangesAnswer> => rowOf(await client.get(`${shop.api}/changes${query}`)) as unknown as ChangesAnswer

async function readAll(limit: number, from = 0): Promise<ChangesAnswer['changes']> {
  const changes: ChangesAnswer['changes'] = []
  for (let after = from, more = true; more;) {
    const page = await read(`?after=${after}&limit=${limit}`)
    expect(page.changes.length).toBeLessThanOrEqual(limit)
    changes.push(...page.changes)
    after = page.after
    more = page.more
  }
  return changes
}

describe('GET /api/{shopId}/changes (HOOK-02)', () => {
  test('gives the newest state of each row once, over all collections in feed order, in pages of any size', async () => {
    const order = await shop.createOrder()
    const payment = rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 5 }))
    rowOf(await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderNotes: 'Called' }))
    const all = (await read()).changes
    const seqs = all.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
    expect(new Set(all.map(({ row }) => row.id)).size).toBe(all.length)
    expect(all.slice(-2).map(({ collection, row }) => [collection, row.id])).toEqual([
      ['payments', payment.id],
      ['orders', order.id],
    ])
    for (const limit of [1, 2, 3, all.length, 1_000]) expect(await readAll(limit)).toEqual(all)
  })

  test('answers rows as their own calls answer them, an order with its ticket and without its passcode', async () => {
    const { after } = await read()
    const order = await shop.createOrder({ passcode: '1-2-3' })
    const { changes } = await read(`?after=${after}`)
    const told = changes.find(({ row }) => row.id === order.id)
    expect(told?.row).toEqual(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`)))
    expect(JSON.stringify(changes)).not.toContain('1-2-3')
  })

  test('tells of a deleted row no more than that it is gone, and of one that came back what it is', async () => {
    const { id } = rowOf(await shop.ann.post(`${shop.api}/suppliers`, { supplierName: 'Glass' }))
    const { after } = await read()
    rowOf(await shop.ann.delete(`${shop.api}/suppliers/${id}`))
    const gone = await read(`?after=${after}`)
    expect(gone.changes.map(({ collection, row }) => ({ collection, row }))).toEqual([{ collection: 'suppliers', row: { id, _deleted: true } }])
    rowOf(await shop.ann.post(`${shop.api}/suppliers/${id}/restore`))
    expect((await read(`?after=${gone.after}`)).changes.map(({ row }) => row)).toMatchObject([{ id, supplierName: 'Glass' }])
  })

  test('passes what the caller may not read, and gives it to who may', async () => {
    const { after } = await read()
    await shop.createCustomer()
    const [anns, maxs] = [await read(`?after=${after}`), await read(`?after=${after}`, shop.max)]
    expect(anns.changes.map(({ collection }) => collection)).toEqual(['customers'])
    expect(maxs.changes.map(({ collection }) => collection)).toEqual(['customers', 'activities'])
    expect([anns.after, anns.more]).toEqual([maxs.after, false])
    expect(await read(`?after=${anns.after}`)).toEqual({ ...anns, changes: [] })
  })

  test('works by a token that may only read', async () => {
    const { token } = rowOf(
      await shop.ann.post('/api/profile/tokens', { name: 'Poller', privileges: [], readOnly: true, currentPassword: testPassword }),
    ) as unknown as { token: string }
    const program = shop.server.client()
    const answer = await program.get(`${shop.api}/changes?limit=1`, { headers: { Authorization: `Bearer ${token}` } })
    expect([answer.status, (answer.json as ChangesAnswer).changes.length]).toEqual([200, 1])
  })

  test.each([
    ['?after=-1', 'after must be a whole number from 0'],
    ['?after=soon', 'after must be a whole number from 0'],
    ['?limit=0', 'limit must be a whole number from 1 to 1000'],
    ['?limit=1001', 'limit must be a whole number from 1 to 1000'],
    ['?limit=1.5', 'limit must be a whole number from 1 to 1000'],
  ])('refuses %s: %s', async (query, message) => {
    expectRefusal(await shop.ann.get(`${shop.api}/changes${query}`), 400, message)
  })

  test('tells by another epoch that the database was put back, and leads back who is ahead of it', async () => {
    const before = await read()
    await renewEpochs(shop.server.services.db, shop.server.services.newId)
    const after = await read(`?after=${before.after + 100}`)
    expect(after).toMatchObject({ changes: [], after: before.after, more: false })
    expect(after.epoch).not.toBe(before.epoch)
  })

  test('an employee who went to another shop is gone from this one', async () => {
    const { id: shopId } = await createShop(shop.server.services, { name: 'West', code: 'west' })
    rowOf(await shop.max.post(`/api/entities/${shop.entityId}/shops`, { shopId }))
    const { after } = await read()
    rowOf(await shop.max.put(`${shop.api}/employees/${shop.employeeId}`, { name: 'Eve', shopId }))
    expect((await read(`?after=${after}`)).changes.map(({ collection, row }) => ({ collection, row }))).toEqual([
      { collection: 'employees', row: { id: shop.employeeId, _deleted: true } },
    ])
  })
})
