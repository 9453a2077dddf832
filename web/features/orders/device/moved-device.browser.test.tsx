import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, rowWith, waitUntilSynced } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const question = 'Move the Apple iPhone 13 to Ann Lee too?'

async function openOrder(earlier: readonly string[] = []) {
  const shop = makeShop()
  const [wrongId, annId] = [await addCustomer(shop, { name: 'Wrong Wim' }), await addCustomer(shop, { name: 'Ann Lee' })]
  const asset = createOp('assets', { customerId: wrongId, kind: 'phone', brand: 'Apple', model: 'iPhone 13', serial: 'S1' })
  await shop.api.write(shop.id, [asset])
  for (const itemDetails of [...earlier, 'The phone']) await addOrder(shop, { customerId: wrongId, assetId: asset.id, itemDetails })
  await renderShop({ shop })
  await rowWith('The phone').click()
  const dialog = dialogOf('Edit Order')
  const choose = async (name: string): Promise<void> => {
    await choice(dialog, 'Customer').fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  await choose('Ann Lee')
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await waitUntilSynced()
    const order = (await readOrders(shop)).find(({ itemDetails }) => itemDetails === 'The phone')
    const devices = (await shop.api.pullAll('assets')).filter((row) => row['_deleted'] !== true)
    return { order, devices }
  }
  return { shop, wrongId, annId, asset, dialog, choose, save }
}

test('a changed customer of an order takes over its device, if the shop says so (DAY-08)', async () => {
  const { annId, dialog, save } = await openOrder()
  await expect.element(dialog.getByRole('group', { name: question }).getByRole('button', { name: 'Leave' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('group', { name: question }).getByRole('button', { name: 'Move' }).click()
  const { order, devices } = await save()
  expect(order).toMatchObject({ customerId: annId })
  expect(devices).toEqual([expect.objectContaining({ id: order?.assetId, customerId: annId, model: 'iPhone 13', serial: 'S1' })])
})

test('a device with other orders stays with the former customer as well', async () => {
  const { annId, wrongId, asset, dialog, choose, save } = await openOrder(['Long ago'])
  // Going back to the former customer takes the question away.
  await choose('Wrong Wim')
  await expect.element(dialog.getByRole('group', { name: question })).not.toBeInTheDocument()
  await choose('Ann Lee')
  await dialog.getByRole('group', { name: question }).getByRole('button', { name: 'Move' }).click()
  const { order, devices } = await save()
  expect(devices.map((row) => [row['id'], (row as Record<string, unknown>)['customerId']])).toEqual(
    expect.arrayContaining([
      [asset.id, wrongId],
      [order?.assetId, annId],
    ]),
  )
})

test('a device that is left stays with its customer alone', async () => {
  const left = await openOrder()
  const after = await left.save()
  expect(after.order).toMatchObject({ customerId: left.annId, assetId: null })
  expect(after.devices).toEqual([expect.objectContaining({ id: left.asset.id, customerId: left.wrongId })])
})
