import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, openTestShop, rowsOf, type TestShop } from './test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('activities', () => {
  test('tell who did what, newest first, in pages that lose nothing', async () => {
    await shop.createOrder()
    shop.clock.advance(1000)
    await shop.createCustomer({ name: 'Newest' })
    expect(await shop.ann.get(`${shop.api}/activities`)).toMatchObject({ status: 403 })
    const all = rowsOf(await shop.max.get(`${shop.api}/activities`))
    expect(all[0]).toMatchObject({ auditText: "Customer 'Newest' created", userId: expect.any(String), createdAt: shop.clock.now().toISOString() })
    const seen: string[] = []
    let before: string | undefined
    for (let page = 0; page < 200; page++) {
      const rows = rowsOf(await shop.max.get(`${shop.api}/activities?limit=7${before === undefined ? '' : `&before=${before}`}`))
      if (rows.length === 0) break
      seen.push(...rows.map(({ id }) => id))
      before = rows.at(-1)?.['createdAt'] as string
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expectRefusal(await shop.max.get(`${shop.api}/activities?limit=0`), 400, 'limit must be a whole number from 1 to 5000', ['limit'])
  })
})
