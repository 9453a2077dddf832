import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { v7 } from 'uuid'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, toast } from '#web/testing/screen.ts'
import { createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

beforeEach(() => page.viewport(1024, 768))

test('PARTS-04: an area is counted by scanner without a network; scans of one product add up, and what is not there counts as none', async () => {
  const shop = makeShop()
  const category = createOp('categories', { name: 'Parts' })
  const part = { categoryHierarchyId: category.id, inventoryCount: 5, location: 'Drawer 3' }
  await shop.api.write(shop.id, [
    category,
    createOp('products', { ...part, name: 'Screen', barcode: '4006381333931 12' }),
    createOp('products', { ...part, name: 'Battery' }),
    createOp('products', { ...part, name: 'Bag', location: 'Shop' }),
  ])
  const app = await renderShop({ shop, at: `/${shop.id}/inventory` })
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Stock take' }).click()
  app.goOffline()
  await dialogOf('Stock take').getByRole('combobox', { name: 'Area' }).fill('Drawer 3')
  await userEvent.keyboard('{Enter}')
  const count = dialogOf('Count Drawer 3')
  const counted = count.getByRole('list', { name: 'Counted' })
  for (const scanned of ['4006381333931', '12', 'screen']) {
    await count.getByRole('textbox', { name: 'Code or name' }).fill(scanned)
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(counted.getByRole('listitem').filter({ hasText: 'Screen' }).getByText('3', { exact: true })).toBeVisible()
  await count.getByRole('textbox', { name: 'Code or name' }).fill('99')
  await userEvent.keyboard('{Enter}')
  await expect.element(count.getByText('No product has the code or name 99.')).toBeVisible()
  await count.getByRole('button', { name: 'One less of Screen' }).click()
  await expect.element(counted.getByRole('listitem').filter({ hasText: 'Screen' }).getByText('2', { exact: true })).toBeVisible()
  const missing = count.getByRole('list', { name: 'Not counted yet' })
  await expect.element(missing.getByText('Bag')).not.toBeInTheDocument()
  await missing.getByRole('button', { name: 'There is no Battery' }).click()
  await expect.element(counted.getByRole('listitem').filter({ hasText: 'Battery' }).getByText('0', { exact: true })).toBeVisible()
  await count.getByRole('button', { name: 'Show Differences' }).click()
  await expect.element(dialogOf('Differences of Drawer 3').getByRole('status')).toMatchTextContent('What was counted is safe on this device')
})

test('PARTS-04: the differences name what moved since, are applied as one act, and undone', async () => {
  const shop = makeShop()
  const category = createOp('categories', { name: 'Parts' })
  const screen = createOp('products', { name: 'Screen', categoryHierarchyId: category.id, inventoryCount: 5 })
  const count = createOp('stock_counts', { takeId: v7(), area: 'Drawer 3', productId: screen.id, counted: 4 })
  await shop.api.write(shop.id, [category, screen, count])
  // The server's part: it alone knows the moves.
  const acts: string[] = []
  const toTake = (isApplied: boolean) => ({
    takeId: count.values['takeId'],
    products: [{ productId: screen.id, counted: 4, countedAt: new Date().toISOString(), movedSince: -1, difference: -1, isApplied }],
  })
  const settle = (act: 'apply' | 'undo') => async () => {
    acts.push(act)
    return toTake(act === 'apply')
  }
  await renderShop({
    shop,
    at: `/${shop.id}/inventory`,
    rest: {
      'GET /api/*/stock-takes/*': () => toTake(acts.at(-1) === 'apply'),
      'POST /api/*/stock-takes/*/apply': settle('apply'),
      'POST /api/*/stock-takes/*/undo': settle('undo'),
    },
  })
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Stock take' }).click()
  await dialogOf('Stock take')
    .getByRole('button', { name: /^Drawer 3/ })
    .click()
  await dialogOf('Count Drawer 3').getByRole('button', { name: 'Show Differences' }).click()
  const differences = dialogOf('Differences of Drawer 3')
  await expect.element(differences.getByRole('row', { name: 'Screen 4 −1 −1' })).toBeVisible()
  await differences.getByRole('button', { name: 'Apply' }).click()
  await expect.element(toast()).toMatchTextContent('Stock take applied')
  await differences.getByRole('button', { name: 'Undo the Stock Take' }).click()
  await expect.element(toast().filter({ hasText: 'Stock take undone' })).toBeVisible()
  await expect.element(differences.getByRole('button', { name: 'Apply' })).toBeVisible()
  expect(acts).toEqual(['apply', 'undo'])
})
