import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openOffice } from '../../testing/test-office.ts'
import { rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
const orderId = (await office.createOrder()).id
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const setProfile = async (profile: object) => rowOf(await office.max.put(`${office.api}/profile`, profile))
const newestActivity = async () => (await office.activitiesOf(office.shopId))[0]?.replaceAll(/[\u00a0\u202f]/g, ' ')
const pay = (paymentAmount: number) => office.ann.post(`${office.api}/payments`, { orderId, paymentAmount, paymentText: 'Cash' })

describe('texts that the server writes (SHOP-02)', () => {
  test('have amounts in the currency and language of their shop, from the change on', async () => {
    rowOf(await pay(1234.5))
    expect(await newestActivity()).toContain("'$1,234.50'")
    await setProfile({ currency: 'EUR', locale: 'de-DE' })
    const payment = rowOf(await pay(1234.5))
    expect(await newestActivity()).toContain("'1.234,50 €'")
    await setProfile({ currency: 'JPY', locale: 'en-US' })
    rowOf(await office.ann.put(`${office.api}/payments/${payment.id}`, { paymentAmount: 2000 }))
    expect(await newestActivity()).toContain("changed from '¥1,234.50' to '¥2,000'")
    rowOf(await office.ann.delete(`${office.api}/payments/${payment.id}`))
    const { rows } = rowOf(await office.max.get(`${office.api}/deleted`)) as unknown as { rows: { title: string }[] }
    expect(rows[0]?.title).toBe('¥2,000')
    await setProfile({ currency: 'USD' })
  })

  test('leave those of another shop as they are', async () => {
    await setProfile({ currency: 'EUR', locale: 'de-DE' })
    const { bob, otherShopId } = office
    const customer = rowOf(await bob.post(`/api/${otherShopId}/customers`, { name: 'Bo', countryCode: '1', phone: '5550102111' }))
    const values = { customerId: customer.id, itemDetails: 'Phone', issueDescription: 'Glass' }
    const order = rowOf(await bob.post(`/api/${otherShopId}/orders`, { ...values, orderStatusId: (await office.createOrder())['orderStatusId'] }))
    rowOf(await bob.post(`/api/${otherShopId}/costs`, { orderId: order.id, costAmount: 5, costText: 'Part' }))
    expect((await office.activitiesOf(otherShopId))[0]).toContain("'$5.00'")
    await setProfile({ currency: 'USD', locale: 'en-US' })
  })
})

describe('days of callers who name no zone (SHOP-03)', () => {
  test('are those of the zone that the shop set, of UTC before, and those of the caller who names one', async () => {
    // 23:30 in UTC is the next morning in Tokyo.
    const payment = rowOf(
      await office.ann.post(`${office.api}/payments`, { orderId, paymentAmount: 7, paymentText: 'Late', createdAt: '2026-03-01T23:30:00.000Z' }),
    )
    const isOn = async (query: string) => rowsOf(await office.max.get(`${office.api}/payments?${query}`)).some(({ id }) => id === payment.id)
    expect([await isOn('dateTo=2026-03-01'), await isOn('dateFrom=2026-03-02')]).toEqual([true, false])
    await setProfile({ timeZone: 'Asia/Tokyo' })
    expect([await isOn('dateTo=2026-03-01'), await isOn('dateFrom=2026-03-02')]).toEqual([false, true])
    expect(await isOn('dateTo=2026-03-01&timezone=UTC')).toBe(true)

    const changed = rowOf(await office.ann.post(`${office.api}/orders`, await orderValues()))
    const daysOf = async (query: string) =>
      rowsOf(await office.ann.get(`${office.api}/orders/days-since-status-change${query}`)).find((row) => row['orderId'] === changed.id)
    office.clock.advance(6 * 3_600_000)
    // 10:00 to 16:00 UTC crosses midnight in Tokyo.
    expect(await daysOf('')).toMatchObject({ daysSinceLastChange: 1 })
    expect(await daysOf('?timezone=UTC')).toMatchObject({ daysSinceLastChange: 0 })
    await setProfile({ timeZone: null })
    expect(await daysOf('')).toMatchObject({ daysSinceLastChange: 0 })
  })
})

async function orderValues() {
  const { customerId, orderStatusId } = rowOf(await office.ann.get(`${office.api}/orders/${orderId}`))
  return { customerId, orderStatusId, itemDetails: 'Tablet', issueDescription: 'Dead' }
}
