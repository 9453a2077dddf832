import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { OrderLines } from './order-lines.tsx'

type Line = { kind: 'part' | 'labour'; description: string; quantity: number; unitPrice: number }

async function openLines(lines: readonly Line[] = []) {
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ada' }), itemDetails: 'iPhone 12' })
  const category = createOp('categories', { name: 'Parts' })
  const product = { name: 'Screen iPhone 12', sku: 'SC-12', categoryHierarchyId: category.id, inventoryCount: 2, salePrice: 129.5 }
  await shop.api.write(shop.id, [category, createOp('products', product)])
  // One push each, to fix their order.
  for (const line of lines) await shop.api.write(shop.id, [createOp('order_lines', { orderId, fromStock: false, ...line })])
  const { screen, device } = await renderOnDevice(<OrderLines shopId={shop.id} orderId={orderId} quote={{ read: () => '', onTaken: () => undefined }} />, {
    shop,
    collections: ['customers', 'orders', 'categories', 'products', 'order_lines'],
  })
  const held = async () => (await device.rows.list('order_lines', shop.id)).map(({ description, quantity, unitPrice }) => [description, quantity, unitPrice])
  return { screen, held }
}

const fitting: Line = { kind: 'labour', description: 'Fitting', quantity: 0.75, unitPrice: 55.33 }
const screenLine: Line = { kind: 'part', description: 'Screen', quantity: 2, unitPrice: 129.95 }

describe('parts and labour of an order (LINE-01)', () => {
  test('there are none yet; one is added by keys alone, from its SKU to the button that had the focus', async () => {
    const { screen, held } = await openLines()
    await expect.element(screen.getByText('No parts or labour yet')).toBeVisible()
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Add Part' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'Add Part' })
    await expect.element(dialog.getByRole('combobox', { name: 'Product' })).toHaveFocus()
    await userEvent.keyboard('sc-12{Enter}')
    await expect.element(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Screen iPhone 12')
    await expect.element(dialog.getByText('Total $129.50')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByText('2 × $129.50')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Add Part' })).toHaveFocus()
    expect(await held()).toEqual([['Screen iPhone 12', 2, 129.5]])
  })

  test('what is missing or wrong is said at its input, which gets the focus, and nothing is stored or lost', async () => {
    const { screen, held } = await openLines()
    await screen.getByRole('button', { name: 'Add Part' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Add Part' })
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog.getByText('Description is required')).toBeVisible()
    await expect.element(dialog.getByText('Unit price is required')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Description' })).toHaveFocus()
    await dialog.getByRole('combobox', { name: 'Product' }).fill('screen')
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('1.5')
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog.getByText('Quantity must be a whole number for parts from stock')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
    await dialog.getByRole('checkbox', { name: /^Take From Stock/ }).click()
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await held()).toEqual([['Screen iPhone 12', 1.5, 129.5]])
  })

  test('a line that is deleted hands the focus to the next, the last one to the button that adds', async () => {
    const { screen, held } = await openLines([screenLine, fitting])
    await expect.element(screen.getByText('$301.40')).toBeVisible()
    await screen.getByRole('button', { name: 'Delete line Screen' }).click()
    await expect.element(screen.getByRole('button', { name: 'Delete line Fitting' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Add Part' })).toHaveFocus()
    await expect.element(screen.getByText('No parts or labour yet')).toBeVisible()
    expect(await held()).toEqual([])
  })

  test('on a phone nothing is cut, and each button can be pressed with a finger', async () => {
    await page.viewport(390, 844)
    const { screen } = await openLines([{ ...screenLine, description: `Display ${'with a name that goes on '.repeat(6)}` }, fitting])
    await expect.element(screen.getByRole('button', { name: 'Delete line Fitting' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    for (const button of screen.container.querySelectorAll<HTMLElement>('li button')) {
      const { width, height } = button.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })
})
