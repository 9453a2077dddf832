import { expect, test } from 'vitest'
import { customerInput, fewCollections, orderInput } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { TicketView } from './ticket-view.tsx'

test('a ticket that several labels show lists its orders, the one that has the number first', async () => {
  const shop = makeShop({ code: 'fix' })
  const [ada, bob] = [customerInput({ name: 'Ada' }), customerInput({ name: 'Bob' })]
  await shop.api.write(shop.id, [ada, bob])
  const put = (customerId: string, itemDetails: string, numbers: { number: number; formerNumbers: number[] }): string =>
    shop.server.put('orders', shop.id, { ...orderInput(customerId, { itemDetails }).values, ...numbers })
  const had = put(ada.id, 'Radio', { number: 7, formerNumbers: [2] })
  put(bob.id, 'Clock', { number: 2, formerNumbers: [] })
  const { screen } = await renderOnDevice(<TicketView shopId={shop.id} ticket="2" />, { shop, collections: fewCollections })
  await expect.element(screen.getByRole('heading', { name: '2 orders have or had the ticket 2' })).toBeVisible()
  const links = screen.getByRole('list', { name: 'Orders' }).getByRole('link')
  await expect
    .poll(() => links.elements().map((link) => link.textContent))
    .toEqual([expect.stringMatching(/2Bob, Clock$/), expect.stringMatching(/7Ada, Radio$/)])
  await expect.element(links.nth(1)).toHaveAttribute('href', expect.stringContaining(had))
})
