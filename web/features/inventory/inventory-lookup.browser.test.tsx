import { expect, test } from 'vitest'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectCount, expectTextsContaining, field, press, rowWith, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('the inventory is looked up by words over the category path or along the tree, and what is chosen goes behind the device details', async () => {
  const shop = makeShop()
  await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Vera Voice' }), itemDetails: 'Voice radio' })
  await renderShop({ shop })
  await rowWith('Voice radio').click()
  const dialog = dialogOf('Edit Order')
  await dialog.getByRole('button', { name: 'Inventory search' }).click()
  await expect.element(dialog.getByText('No inventory hierarchy available')).toBeVisible()

  const phones = createOp('categories', { name: 'Phones' })
  const screens = createOp('categories', { name: 'Screens', parentId: phones.id })
  const tablets = createOp('categories', { name: 'Tablets' })
  await shop.api.write(shop.id, [
    phones,
    screens,
    tablets,
    createOp('products', { name: 'Display 12', categoryHierarchyId: screens.id, inventoryCount: 3, salePrice: 79.5, sku: 'DSP-12' }),
    createOp('products', { name: 'Display 13', categoryHierarchyId: screens.id, inventoryCount: 0 }),
    createOp('products', { name: 'Display 10', categoryHierarchyId: tablets.id, inventoryCount: 2 }),
    createOp('products', { name: 'Display 11', categoryHierarchyId: screens.id, inventoryCount: 9, archived: true }),
  ])
  await dialog.getByRole('button', { name: /^Phones/ }).click()
  await dialog.getByRole('button', { name: /^Screens/ }).click()
  await expect.element(dialog.getByRole('button', { name: /^Display 12/ })).toMatchTextContent('3 in stock')
  await expect.element(dialog.getByRole('button', { name: /^Display 12/ })).toMatchTextContent('$79.50')

  // Each search word must match the path or the product.
  const search = dialog.getByRole('searchbox', { name: 'Search the inventory by category and product' })
  const found = dialog.getByRole('list', { name: 'Products found' }).getByRole('listitem')
  await search.fill('display phones')
  await expectTextsContaining(found, ['Display 12', 'Display 13'])
  await search.fill('phones dsp-12')
  await expectCount(found, 1)
  await search.fill('phones tablets')
  await expect.element(dialog.getByText('No product has all of these words.')).toBeVisible()
  await search.fill('screens 12')
  await press('Enter', search)
  await expect.element(dialog).toBeVisible()
  await found.getByRole('button').click()
  await expect.element(field(dialog, 'Device Details')).toHaveValue(expect.stringMatching(/^Voice radio\nPhones .* Display 12$/))
  await expect.element(dialog.getByText(/^Added to Device Details: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(toast()).toMatchTextContent('Order updated successfully')
  await expect.poll(() => readOrders(shop)).toEqual([expect.objectContaining({ itemDetails: expect.stringContaining('Display 12') })])
})
