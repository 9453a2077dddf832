import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { OrderLines } from './order-lines.tsx'

type Line = { kind: 'part' | 'labour'; description: string; quantity: number; unitPrice: number }

type Given = { quotedCost?: string; /** As it stands in the order's form. */ typedQuote?: string; taxMode?: TaxMode }

async function openLines(lines: readonly Line[] = [], { quotedCost = '', typedQuote = quotedCost, taxMode = 'none' }: Given = {}) {
  const shop = makeShop({ profile: { taxMode } })
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ada' }), itemDetails: 'iPhone 12', quotedCost })
  if (taxMode !== 'none')
    await shop.api.write(
      shop.id,
      rates.map((rate) => createOp('tax_rates', rate)),
    )
  const category = createOp('categories', { name: 'Parts' })
  const product = { name: 'Screen iPhone 12', sku: 'SC-12', categoryHierarchyId: category.id, inventoryCount: 2, salePrice: 129.5 }
  await shop.api.write(shop.id, [category, createOp('products', product)])
  // One push each, to fix their order.
  for (const line of lines) await shop.api.write(shop.id, [createOp('order_lines', { orderId, fromStock: false, ...line })])
  const { screen, device } = await renderOnDevice(
    <OrderLines shopId={shop.id} orderId={orderId} quote={{ read: () => typedQuote, onTaken: () => undefined }} />,
    {
      shop,
      collections: ['customers', 'orders', 'categories', 'products', 'order_lines', 'tax_rates', 'suppliers'],
    },
  )
  const held = async () => (await device.rows.list('order_lines', shop.id)).map(({ description, quantity, unitPrice }) => [description, quantity, unitPrice])
  const rows = () => device.rows.list('order_lines', shop.id)
  return { screen, held, rows }
}

const rates = [
  { name: 'VAT', percent: 19, isDefault: true },
  { name: 'VAT reduced', percent: 7, isDefault: false },
]

const fitting: Line = { kind: 'labour', description: 'Fitting', quantity: 0.75, unitPrice: 55.33 }
const screenLine: Line = { kind: 'part', description: 'Screen', quantity: 2, unitPrice: 129.95 }

describe('parts and labour of an order (LINE-01)', () => {
  test('there are none yet; one is added by keys alone, from its SKU to the button that had the focus', async () => {
    const { screen, held } = await openLines()
    await expect.element(screen.getByText('No parts or labour yet')).toBeVisible()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Add Part' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'Add Part' })
    await expect.element(dialog.getByRole('combobox', { name: 'Product' })).toHaveFocus()
    await userEvent.keyboard('sc-12')
    await expect.element(page.getByRole('option', { name: /Screen iPhone 12/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Screen iPhone 12')
    await expect.element(dialog.getByText('Total $129.50')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByText('2 × $129.50')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Add Part' })).toHaveFocus()
    await expect.poll(held).toEqual([['Screen iPhone 12', 2, 129.5]])
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
    await expect.element(page.getByRole('option', { name: /Screen iPhone 12/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('1.5')
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog.getByText('Quantity must be a whole number for parts from stock')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
    await dialog.getByRole('checkbox', { name: /^Take From Stock/ }).click()
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(held).toEqual([['Screen iPhone 12', 1.5, 129.5]])
  })

  test('a line that is deleted hands the focus to the next, the last one to the button that adds', async () => {
    const { screen, held } = await openLines([screenLine, fitting])
    await expect.element(screen.getByText('$301.40')).toBeVisible()
    await screen.getByRole('button', { name: 'Delete line Screen' }).click()
    await expect.element(screen.getByRole('button', { name: 'Delete line Fitting' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Add Part' })).toHaveFocus()
    await expect.element(screen.getByText('No parts or labour yet')).toBeVisible()
    await expect.poll(held).toEqual([])
  })

  test('beside a typed amount the form asks where the line belongs, and shows what the order comes to before it is saved (PRICE-03)', async () => {
    const { screen, rows } = await openLines([], { quotedCost: '240' })
    await screen.getByRole('button', { name: 'Add Part' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Add Part' })
    const order = dialog.getByRole('status', { name: 'The order with this line' })
    await expect.element(dialog.getByRole('radio', { name: 'On top' })).toBeChecked()
    await dialog.getByRole('combobox', { name: 'Product' }).fill('screen')
    await expect.element(page.getByRole('option', { name: /Screen iPhone 12/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('radio', { name: 'Included in $240.00' })).toBeChecked()
    await expect.element(order).toHaveTextContent('Order with this line: Total $240.00 · paid $0.00 · to pay $240.00')
    await dialog.getByText('On top').click()
    await expect.element(order).toHaveTextContent('Order with this line: Total $369.50 · paid $0.00 · to pay $369.50')
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Edit line Screen iPhone 12' }).click()
    await expect.element(screen.getByRole('radio', { name: 'On top' })).toBeChecked()
    await screen.getByText('Included in $240.00').click()
    await screen.getByRole('button', { name: 'Update Line' }).click()
    await expect.element(screen.getByText('included', { exact: true })).toBeVisible()
    await expect.poll(rows).toMatchObject([{ included: true, unitPrice: 129.5 }])
  })

  test('a line counts with the quote that was typed in the order and is not saved yet, as its balance does (PRICE-03)', async () => {
    const { screen } = await openLines([], { quotedCost: '240', typedQuote: '1250.5' })
    await screen.getByRole('button', { name: 'Add Part' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Add Part' })
    await expect.element(dialog.getByRole('radio', { name: 'Included in $1,250.50' })).toBeInTheDocument()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Frame')
    await dialog.getByRole('textbox', { name: 'Unit Price' }).fill('10')
    const order = dialog.getByRole('status', { name: 'The order with this line' })
    await expect.element(order).toHaveTextContent('Order with this line: Total $1,260.50 · paid $0.00 · to pay $1,260.50')
  })

  test('a discount takes off a percentage or an amount, and needs one of them (PRICE-06)', async () => {
    const { screen, rows } = await openLines([screenLine])
    const discount = async () => (await rows()).find(({ kind }) => kind === 'discount')
    await screen.getByRole('button', { name: 'Add Labour' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Add Labour' })
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('')
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOptions('Discount')
    await dialog.getByText('Percent').click()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Friend')
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(dialog.getByText('Enter what goes off')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Percent' }).fill('10')
    await expect.element(dialog.getByText('Total -$25.99')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add to Order' }).click()
    await expect.element(screen.getByText('10%')).toBeVisible()
    await expect.poll(discount).toMatchObject({ quantity: 1, unitPrice: 0, percent: 10 })
    await screen.getByRole('button', { name: 'Edit line Friend' }).click()
    const edit = screen.getByRole('dialog', { name: 'Edit Line' })
    await edit.getByText('Amount').click()
    await edit.getByRole('textbox', { name: 'Amount off' }).fill('20')
    await edit.getByRole('button', { name: 'Update Line' }).click()
    await expect.element(screen.getByText('-$20.00', { exact: true })).toBeVisible()
    await expect.poll(discount).toMatchObject({ quantity: 1, unitPrice: 20, percent: null })
  })

  test('a line has the tax rate that is chosen for it, where the shop charges taxes (TAX-02)', async () => {
    const { screen, rows } = await openLines([fitting], { taxMode: 'exclusive' })
    await screen.getByRole('button', { name: 'Edit line Fitting' }).click()
    await expect.element(screen.getByText('Usually VAT 19%')).toBeVisible()
    await screen.getByRole('combobox', { name: 'Tax Rate' }).selectOptions('VAT reduced 7%')
    await screen.getByRole('button', { name: 'Update Line' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Edit Line' })).not.toBeInTheDocument()
    await expect.poll(async () => (await rows())[0]?.taxRateId).toMatch(/^[0-9a-f-]{36}$/)
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

test('PARTS-01: a line says where its part is, and what is to order takes its supplier and the expected day', async () => {
  const { screen, rows } = await openLines([screenLine])
  await screen.getByRole('button', { name: 'Where is Screen?' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Where is the part?' })
  await expect.element(dialog.getByRole('combobox', { name: 'Part' })).toHaveValue('to-order')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('To order', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Where is Screen?' }).click()
  await dialog.getByRole('combobox', { name: 'Part' }).selectOptions('Ordered')
  await dialog.getByLabelText('Expected on').fill('2026-03-06')
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('A-17')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Ordered, expected Mar 6, 2026 · A-17')).toBeVisible()
  await expect.poll(async () => (await rows()).map(({ supply, reference }) => [supply, reference])).toEqual([['ordered', 'A-17']])
})
