import { describe, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { RestFailure } from '#web/testing/answer-rest.ts'
import { expectOpenOrder, openOnlyOrder, orderDialog, section } from '#web/testing/order-sections.ts'
import { choice, expectTexts, press, rowWith } from '#web/testing/screen.ts'
import { changeOrder } from '#web/testing/shop-rows.ts'

const history = () => section('Order Status History')
const hops = () => history().getByRole('list', { name: 'Order status history' }).getByRole('listitem')
const address = 'GET /api/*/orders/*/status-history'

describe('Order Status History', () => {
  test('is asked for on demand, each time anew, and shows the newest first', async () => {
    const asked: string[] = []
    const { shop, orderId } = await openOnlyOrder({
      rest: {
        [address]: ({ path, parts: [, id] }) => {
          asked.push(path)
          return shop.server.statusHistory.filter((entry) => entry.orderId === id)
        },
      },
    })
    await changeOrder(shop, orderId, { orderStatusId: { from: orderStatusIdByName['Dropped Off'], to: orderStatusIdByName['In the Lab'] } })
    await expect.element(choice(orderDialog(), 'Order Status').getByRole('option', { selected: true })).toHaveTextContent('Dropped Off')
    expect(asked).toEqual([])
    await history().getByRole('button', { name: 'View Order Status History' }).click()
    await expectTexts(hops(), [/^In the Lab/, /^Dropped Off/])
    await changeOrder(shop, orderId, { orderStatusId: { from: orderStatusIdByName['In the Lab'], to: orderStatusIdByName.Diagnosis } })
    await press('Escape')
    await expect.element(orderDialog()).not.toBeInTheDocument()
    await rowWith('Section radio').click()
    await expectOpenOrder()
    await history().getByRole('button', { name: 'View Order Status History' }).click()
    await expectTexts(hops(), [/^Diagnosis/, /^In the Lab/, /^Dropped Off/])
    expect(asked).toHaveLength(2)
  })

  test('says when there is none, and what went wrong', async () => {
    let answer: unknown = new RestFailure(500, { error: 'Failed to fetch status history' })
    await openOnlyOrder({ rest: { [address]: () => answer } })
    await history().getByRole('button', { name: 'View Order Status History' }).click()
    await expect.element(history().getByRole('alert')).not.toBeEmptyDOMElement()
    answer = []
    await history().getByRole('button', { name: 'View Order Status History' }).click()
    await expect.element(history().getByText('No status history available')).toBeVisible()
  })
})
