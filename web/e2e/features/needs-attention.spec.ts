import { createOp, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { choice, expect, makePerson, rowWith, syncBadge, test, toast, waitForParts, waitUntilSynced } from '../harness/fixtures.ts'
import { findFaults } from '../harness/find-faults.ts'
import { attention, openAttention } from '../harness/refusals.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('an order that somebody paid meanwhile stays; who deleted it reads so and deletes it anyway, and who took the money is told and finds it', async ({
  makeShop,
  newDevice,
  server,
}, testInfo) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const cashier = await makePerson(server, { shops: [shop], privileges: [] })
  const customerId = await addCustomer(shop, { name: 'Paying Pia' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Paid projector' })
  const { page, context } = await newDevice(shop.person)
  const desk = await newDevice(cashier)
  await rowWith(page, 'Paid projector').waitFor()
  await rowWith(desk.page, 'Paid projector').waitFor()
  await context.setOffline(true)
  await rowWith(page, 'Paid projector').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(rowWith(page, 'Paid projector')).toHaveCount(0)
  const atDesk = await signInOverHttp(server.url, cashier.loginId, cashier.password)
  await atDesk.write(shop.id, [createOp('payments', { orderId, paymentAmount: 250 })])
  await context.setOffline(false)

  await openAttention(page, 1)
  const item = attention(page).getByRole('article')
  await expect(item).toContainText("The order 'Paid projector' was not deleted and is back where it was. Since then $250 was paid. Delete anyway?")
  await expect(rowWith(page, 'Paid projector')).toContainText('$250.00')
  expect(await findFaults(page)).toEqual([])
  await page.screenshot({ path: testInfo.outputPath('anyway.png') })
  await item.getByRole('button', { name: 'Delete anyway' }).click()
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Paid projector')).toHaveCount(0)

  await expect(rowWith(desk.page, 'Paid projector')).toHaveCount(0)
  await syncBadge(desk.page).click()
  await expect(attention(desk.page)).toContainText(
    `${shop.person.name} deleted this. What you had done meanwhile went with it: $250 was paid. You find it under Recently deleted.`,
  )
  await desk.page.screenshot({ path: testInfo.outputPath('told.png') })
  await desk.page.goto(`/${shop.id}/recently-deleted`)
  const gone = desk.page.getByRole('grid', { name: 'Recently deleted' }).getByRole('row').filter({ hasText: 'Paid projector' })
  await expect(gone).toContainText('1 payment')
  await expect(gone.getByRole('button')).toHaveCount(0)
  await desk.page.screenshot({ path: testInfo.outputPath('deleted.png') })
})

test(
  'a status of the morning that is sent after "Picked up" stays behind it: the order and its history end there, and both people read it',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Late Lou' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'A late lamp' }, new Date(Date.now() - 5 * 60 * 60_000))
    const [lab, desk] = [await newDevice(shop.person), await newDevice(await makePerson(server, { shops: [shop] }))]
    const setStatus = async ({ page }: typeof lab, status: string): Promise<void> => {
      await page.goto(`/${shop.id}/orders/order/${orderId}`)
      const dialog = page.getByRole('dialog', { name: 'Edit Order' })
      await choice(dialog, 'Order Status').selectOption(status)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toast(page)).toContainText('Order updated successfully')
    }
    const now = Date.now()
    await lab.context.clock.setFixedTime(now - 3 * 60 * 60_000)
    await lab.page.goto(`/${shop.id}/orders/order/${orderId}`)
    const dialog = lab.page.getByRole('dialog', { name: 'Edit Order' })
    await expect(dialog).toBeVisible()
    await waitForParts(lab.page)
    await lab.context.setOffline(true)
    await choice(dialog, 'Order Status').selectOption('In Progress')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(syncBadge(lab.page)).toHaveAccessibleName(/1 waiting/)
    await setStatus(desk, 'Picked up')
    await waitUntilSynced(desk.page)

    await lab.context.clock.setFixedTime(now + 60_000)
    await lab.context.setOffline(false)
    await waitUntilSynced(lab.page)
    for (const [{ page }, text] of [
      [lab, /had set Status to 'Picked up' at .+ It stays, because your 'In Progress' was set earlier/],
      [desk, /had set Status to 'In Progress' at .+, which arrived late\. Your 'Picked up' .+ stays/],
    ] as const) {
      await page.goto(`/${shop.id}/orders/order/${orderId}`)
      const opened = page.getByRole('dialog', { name: 'Edit Order' })
      await expect(choice(opened, 'Order Status').getByRole('option', { selected: true })).toHaveText('Picked up')
      await opened.getByRole('button', { name: 'View Order Status History' }).click()
      await expect(page.getByRole('list', { name: 'Order status history' }).getByRole('listitem')).toHaveText([/^Picked up/, /^In Progress/, /^Dropped Off/])
      await page.goto(`/${shop.id}/orders`)
      await syncBadge(page).click()
      const told = page.getByRole('region', { name: 'Needs attention' }).getByRole('list', { name: 'To read' }).getByRole('listitem')
      await expect(told).toHaveText([text])
      await told.getByRole('button', { name: 'Got it' }).click()
      await expect(page.getByRole('region', { name: 'Needs attention' })).toBeHidden()
    }
  },
)
