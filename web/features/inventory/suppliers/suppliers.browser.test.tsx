import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError, type Issue } from '#schema/errors.ts'
import { attention, openAttention } from '#web/testing/attention-list.ts'
import { renderShop, type RenderedShop } from '#web/testing/render-shop.tsx'
import { choice, chooseFromListMenu, closeToast, dialogOf, expectTexts, expectTextsContaining, field, toast } from '#web/testing/screen.ts'
import { createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addStock, numberField, rowOf } from '#web/testing/stock.ts'

const list = dialogOf('Suppliers')
const addingSupplier = dialogOf('Add Supplier')
const editingSupplier = dialogOf('Edit Supplier')
const product = dialogOf('Edit Product Inventory')
const added = dialogOf('Add Product Inventory')

const openSuppliers = (): Promise<void> => chooseFromListMenu('Suppliers')
const closeSuppliers = (): Promise<void> => list.getByRole('button', { name: 'Close' }).last().click()
const edit = (heading: RegExp): Promise<void> => attention().getByRole('article', { name: heading }).getByRole('button', { name: 'Edit' }).click()

const openInventory = (shop = makeShop()): Promise<RenderedShop> => renderShop({ shop, at: `/${shop.id}/inventory`, seed: addStock })

/** Makes the server refuse these collections until it is called with an empty object. */
function refuse({ shop }: RenderedShop, issueByCollection: Record<string, Issue>): void {
  shop.server.toRefusal = ({ ops }) => {
    const issue = issueByCollection[ops[0]?.collection ?? '']
    return issue && new AppError('VALIDATION', issue.message, { issues: [issue] })
  }
}

test('suppliers are managed, named by products, and kept while they are', async () => {
  await openInventory()
  await openSuppliers()
  await expect.element(list.getByText('No suppliers yet')).toBeVisible()
  await list.getByRole('button', { name: 'Add Supplier' }).click()
  await field(addingSupplier, 'Country Code').fill('')
  await field(addingSupplier, 'Phone').fill('2079460000')
  await field(addingSupplier, 'Email').fill('nobody')
  await addingSupplier.getByRole('button', { name: 'Add Supplier' }).click()
  await expectTexts(addingSupplier.getByRole('alert'), [
    'Supplier name is required',
    'Invalid email format',
    'Please provide a country code when entering a phone number.',
  ])
  await field(addingSupplier, 'Supplier Name').fill('Pixels Ltd')
  await field(addingSupplier, 'Country Code').fill('44')
  await field(addingSupplier, 'Email').fill('sales@pixels.example')
  await addingSupplier.getByRole('button', { name: 'Add Supplier' }).click()
  await expectTextsContaining(list.getByRole('listitem'), ['+44 20 7946 0000'])
  await closeSuppliers()

  await rowOf(page, 'Display LCD').click()
  await choice(product, 'Supplier').selectOptions('Pixels Ltd')
  await product.getByRole('button', { name: 'Update Product' }).click()
  await expect.element(rowOf(page, 'Display LCD')).toMatchTextContent('Pixels Ltd')
  await openSuppliers()
  await list.getByRole('button', { name: 'Delete Pixels Ltd' }).click()
  await list.getByRole('button', { name: 'Yes' }).click()
  await expect.element(toast()).toMatchTextContent('Failed to delete supplier')
  await expect.element(toast()).toMatchTextContent('Products still name this supplier.')
  await closeToast()
  await list.getByRole('button', { name: 'Edit Pixels Ltd' }).click()
  await field(editingSupplier, 'Supplier Name').fill('Pixels & Parts')
  await editingSupplier.getByRole('button', { name: 'Update Supplier' }).click()
  await expectTextsContaining(list.getByRole('listitem'), ['Pixels & Parts'])
})

test('what the server refuses of suppliers and products is corrected in its form', async () => {
  const shop = makeShop()
  await shop.api.write(shop.id, [createOp('suppliers', { supplierName: 'Pixels & Parts' })])
  const app = await openInventory(shop)
  app.goOffline()
  await openSuppliers()
  await list.getByRole('button', { name: 'Edit Pixels & Parts' }).click()
  await field(editingSupplier, 'Email').fill('desk@pixels.example')
  await editingSupplier.getByRole('button', { name: 'Update Supplier' }).click()
  await expectTextsContaining(list.getByRole('listitem'), ['desk@pixels.example'])
  await closeSuppliers()
  await rowOf(page, 'Display LCD').click()
  await numberField(product, 'Inventory Count').fill('6')
  await numberField(product, 'Sale Price').fill('59.9')
  await product.getByRole('button', { name: 'Update Product' }).click()
  await expect.element(rowOf(page, 'Display LCD')).toMatchTextContent('6 in stock')
  await page.getByRole('button', { name: 'Add product to Batteries' }).click()
  await field(added, 'Name').fill('Battery 12')
  await numberField(added, 'Cost Price').fill('11')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await expect.element(rowOf(page, 'Battery 12')).toBeVisible()
  refuse(app, {
    suppliers: { path: 'email', message: 'Invalid email format' },
    products: { path: 'salePrice', message: 'Sale price must be a valid positive number' },
  })
  await app.goOnline()
  await openAttention(3)
  refuse(app, {})
  await edit(/supplier/)
  await expect.element(editingSupplier.getByText('Invalid email format', { exact: true })).toBeVisible()
  await expect.element(field(editingSupplier, 'Email')).toHaveValue('desk@pixels.example')
  await editingSupplier.getByRole('button', { name: 'Update Supplier' }).click()
  await openAttention(2)
  await edit(/New product/)
  await expect.element(added.getByText('Phones / Batteries')).toBeVisible()
  await expect.element(field(added, 'Name')).toHaveValue('Battery 12')
  await expect.element(numberField(added, 'Cost Price')).toHaveValue('11')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await openAttention(1)
  await edit(/Display LCD/)
  await expect.element(product.getByText('Sale price must be a valid positive number', { exact: true })).toBeVisible()
  await expect.element(numberField(product, 'Inventory Count')).toHaveValue(6)
  await numberField(product, 'Sale Price').fill('60')
  await product.getByRole('button', { name: 'Update Product' }).click()
  await expect
    .poll(() => shop.api.pullAll('products'))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Display LCD', inventoryCount: 6, salePrice: 60 }),
        expect.objectContaining({ name: 'Battery 12', costPrice: 11 }),
      ]),
    )
  await expect.poll(() => shop.api.pullAll('suppliers')).toEqual([expect.objectContaining({ email: 'desk@pixels.example' })])
})

test('a refused product is edited in its own form, also when its category is gone', async () => {
  const shop = makeShop()
  const { batteries } = await addStock(shop)
  const app = await renderShop({ shop, at: `/${shop.id}/inventory` })
  await page.getByRole('button', { name: 'Add product to Batteries' }).click()
  app.goOffline()
  await field(added, 'Name').fill('Battery 12')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await expect.element(rowOf(page, 'Battery 12')).toBeVisible()
  await app.writeAsOther([{ action: 'delete', collection: 'categories', id: batteries }])
  shop.server.toRefusal = ({ ops }) =>
    ops.some((op) => op.action === 'create' && op.values['categoryHierarchyId'] === batteries) ? new AppError('INVALID_REFERENCE') : undefined
  await app.goOnline()
  // Wait for the deletion to sync: the refusal may arrive before it.
  await expect.element(rowOf(page, 'Batteries')).not.toBeInTheDocument()
  await openAttention(1)
  await attention().getByRole('article').getByRole('button', { name: 'Edit' }).click()
  await expect.element(field(added, 'Name')).toHaveValue('Battery 12')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await expectTexts(added.getByRole('alert'), ['This category was deleted. Choose another one.'])
  await choice(added, 'Category').selectOptions('Tools')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await expect.element(rowOf(page, 'Tools')).toMatchTextContent('0 total')
  await expect.element(rowOf(page, 'Battery 12')).toBeVisible()
})
