import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectCount } from '#web/testing/screen.ts'
import { addCustomer } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { ExportCustomer } from './edit-customer-dialog.tsx'

test('saves what the server sends as a file with the name of the customer, and nothing where nothing came', async () => {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  const asked: string[] = []
  const get = async (...ids: string[]): Promise<Blob> => {
    asked.push(ids.join('/'))
    if (asked.length > 1) throw new Error('No network')
    return new Blob(['zip'])
  }
  const { screen } = await renderOnDevice(<ExportCustomer shopId="shop" customerId="one" name="Zoë & Søn, A/S" get={get} />, { shop: makeShop() })
  const button = screen.getByRole('button', { name: 'Export this Customer' })
  await button.click()
  await expect.poll(() => saved.map((name) => name.replaceAll(/\d/g, '0'))).toEqual(['Zoë_Søn_A_S_0000-00-00.zip'])
  await expect.element(button).toBeEnabled()
  await button.click()
  await expect.poll(() => asked).toEqual(['shop/one', 'shop/one'])
  await expect.element(button).toBeEnabled()
  expect(saved).toHaveLength(1)
})

test.each([
  ['view_shop_setting', 1],
  ['delete_customer', 0],
] as const)('is offered in the dialog of a customer to who may see the settings of the shop: %s', async (privilege, buttons) => {
  const shop = makeShop({ privileges: [privilege] })
  const id = await addCustomer(shop, { name: 'Ada Quay' })
  await renderShop({ shop, at: `/${shop.id}/orders/${id}` })
  await page.getByRole('button', { name: 'Edit Customer' }).click()
  const dialog = dialogOf('Edit Customer')
  await expect.element(dialog.getByRole('checkbox', { name: 'No phone' })).toBeVisible()
  await expectCount(dialog.getByRole('button', { name: 'Export this Customer' }), buttons)
})
