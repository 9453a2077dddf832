import { expect, test } from 'vitest'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { ShopFormatProvider } from '#web/inputs/shop-format.tsx'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { EditProductDialog } from './product-dialog.tsx'

async function openProduct(taxMode: TaxMode) {
  const shop = makeShop({ profile: { taxMode } })
  const category = createOp('categories', { name: 'Parts' })
  const product = createOp('products', { name: 'Screen', categoryHierarchyId: category.id, inventoryCount: 2 })
  const other = createOp('products', { name: 'Display', categoryHierarchyId: category.id, barcode: '12 4006381333931' })
  const rate = createOp('tax_rates', { name: 'VAT', percent: 7 })
  await shop.api.write(shop.id, [category, product, other, rate])
  const { screen, device } = await renderOnDevice(
    <ShopFormatProvider shop={shop.server.shops.get(shop.id)}>
      <EditProductDialog shopId={shop.id} productId={product.id} onClose={() => undefined} />
    </ShopFormatProvider>,
    { shop, collections: ['categories', 'products', 'suppliers', 'tax_rates'] },
  )
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Screen')
  return { screen, rateId: rate.id, readRate: async () => (await device.rows.read('products', product.id))?.taxRateId }
}

test('a product has a tax rate of its own where the shop charges taxes (TAX-02)', async () => {
  const { screen, rateId, readRate } = await openProduct('inclusive')
  await screen.getByRole('combobox', { name: 'Tax Rate' }).selectOptions('VAT 7%')
  await screen.getByRole('button', { name: 'Update Product' }).click()
  await expect.poll(readRate).toBe(rateId)
})

test('a shop without taxes is asked for no rate', async () => {
  const { screen } = await openProduct('none')
  await expect.element(screen.getByRole('combobox', { name: 'Tax Rate' })).not.toBeInTheDocument()
})

test('PARTS-03: a code that another product has is told while it is typed, with its name', async () => {
  const { screen } = await openProduct('none')
  await screen.getByRole('textbox', { name: 'Barcode' }).fill('99')
  await expect.element(screen.getByText(/has the code/)).not.toBeInTheDocument()
  await screen.getByRole('textbox', { name: 'Barcode' }).fill('99 4006381333931')
  await expect.element(screen.getByText('Display has the code 4006381333931, too. A scanner finds only one of them.')).toBeVisible()
})
