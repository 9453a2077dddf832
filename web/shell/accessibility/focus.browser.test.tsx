import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, expectAddress, expectCount, field, filterStatus, press, rowWith } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const main = () => page.getByRole('main')
async function noDialog(): Promise<void> {
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

test('the first error in reading order takes the focus, whatever kind of input has it', async () => {
  await renderShop()
  await press('c')
  const dialog = dialogOf('Add New Customer')
  await field(dialog, 'Name').fill('Ada')
  await field(dialog, 'Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect.element(dialog.getByText('Invalid email address')).toBeVisible()
  await expect.element(field(dialog, 'Phone')).toHaveFocus()
})

test('the focus stays in the page when what had it goes away', async () => {
  const shop = makeShop()
  await addOrders(shop, 3)
  const app = await renderShop({ shop })
  await page.getByRole('searchbox').fill('nothing like this')
  await filterStatus('Fixed')
  await expect.element(page.getByText('No orders match your search criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Status: Fixed' }).click()
  await expect.element(choice(page, 'Status')).toHaveFocus()
  await page.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect.element(main()).toHaveFocus()
  // An order opened by its address has no row to return to.
  await page.getByRole('row').nth(1).click()
  await app.reload()
  await expect.element(dialogOf('Edit Order')).toBeVisible()
  await press('Escape')
  await noDialog()
  await expect.element(main()).toHaveFocus()
})

test('screen readers hear it when a search leaves nothing', async () => {
  const shop = makeShop()
  await addOrders(shop, 3)
  await renderShop({ shop })
  const entries = page.getByRole('status').filter({ hasText: 'entries' })
  await expect.element(entries).toHaveTextContent('Showing 1-3 of 3 entries')
  await page.getByRole('searchbox').fill('nothing like this')
  await expect.element(entries).toHaveTextContent('Showing 0-0 of 0 entries')
})

test('the keyboard reaches views, search, forms and its own list, and the focus follows', async () => {
  const shop = makeShop()
  await renderShop({ shop })
  await press('g')
  await press('c')
  await expectAddress(`/${shop.id}/customers`)
  await expect.poll(() => document.title).toBe(`Customers – ${shop.name} – Mainspring`)
  await expect.element(main()).toHaveFocus()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  ;(main().element() as HTMLElement).focus()
  await press('c')
  await expect.element(dialogOf('Add New Customer')).toBeVisible()
  await press('Escape')
  await noDialog()
  await press('?')
  await expect.element(dialogOf('Keyboard shortcuts')).toBeVisible()
})

test('a form that is opened the moment after a view was chosen stays open over that view', async () => {
  await renderShop()
  const link = page
    .getByRole('navigation', { name: 'Views' })
    .first()
    .getByRole('link', { name: /^Customers/ })
  ;(link.element() as HTMLElement).click()
  // Let React run its microtasks at the end of an event.
  await Promise.resolve()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('heading', { name: 'Customers', includeHidden: true, level: 1 })).toBeInTheDocument()
  const dialog = dialogOf('Add New Order')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('Quick')
  await expect.element(choice(dialog, 'Customer')).toHaveValue('Quick')
})

test('a list is one stop for the keyboard: Enter opens a row, Esc leads back to it', async () => {
  const shop = makeShop()
  await addOrders(shop, 3)
  await renderShop({ shop })
  const row = (index: number) => main().css(`[data-row-index="${index}"]`)
  await expect.element(row(2)).toBeVisible()
  await expectCount(main().css('[data-row-index][tabindex="0"]'), 1)
  await userEvent.keyboard('/')
  await userEvent.keyboard('nothing like it')
  await expect.element(page.getByText('No orders match your search criteria')).toBeVisible()
  await press('Escape')
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()

  await press('End', row(0))
  await expect.element(row(2)).toHaveFocus()
  for (const key of ['Enter', 'Space']) {
    await press(key)
    await expect.element(dialogOf('Edit Order')).toBeVisible()
    await press('Escape')
    await noDialog()
    await expect.element(row(2)).toHaveFocus()
  }
})

test('an open order has an address: the row leads there, back and closing lead away, a link opens it', async () => {
  const shop = makeShop()
  await addOrders(shop, 12)
  const app = await renderShop({ shop })
  await page.getByRole('row').nth(1).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expectAddress(new RegExp(`^${shop.path}/order/[0-9a-f-]{36}`))
  const address = window.location.pathname + window.location.search
  window.history.back()
  await noDialog()
  await expectAddress(shop.path)
  // `goTo` resolves once the frame is accessible, which the dialog prevents.
  const opening = app.goTo(address)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await press('Escape')
  await noDialog()
  await opening
  await expectAddress(shop.path)
})

test('a field that is focused keeps its text while rows arrive', async () => {
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Focus Fay' })
  await renderShop({ shop })
  await userEvent.keyboard('/')
  const search = page.getByRole('searchbox')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('radio')
  await addOrder(shop, { customerId, itemDetails: 'A radio' })
  await expect.element(rowWith('A radio')).toBeVisible()
  await expect.element(search).toHaveValue('radio')
  await expect.element(search).toHaveFocus()
})
