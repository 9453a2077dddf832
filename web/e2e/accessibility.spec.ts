import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Order } from '#schema/collections/orders.ts'
import { orderStatusIdByName } from '#schema/rules/order-status.ts'
import { chooseFlow, expect, ordersTable, rowWith, test, toast } from './fixtures.ts'
import { addCustomer, addOrder } from './rows.ts'

/** Waits until nothing moves, or half-faded text would count as too pale. */
async function expectNoFaults(page: Page, place: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.map(({ id, help, nodes }) => ({ place, id, help, where: nodes.slice(0, 5).map(({ target }) => target.join(' ')) }))
  expect(faults).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page and no dialog has accessibility faults (${colorScheme})`, async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['delete_customer', 'delete_order', 'view_activity', 'view_report'], generatedOrders: 40 })
    const customerId = await addCustomer(shop, { name: 'Axel Axe', email: 'axel@example.org' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Axe amplifier', priority: true, repeat: true, quotedCost: '10' })
    await addOrder(shop, { customerId, itemDetails: 'Finished amplifier', status: 'Picked up' })
    const { page } = await newDevice(shop.person, { context: { colorScheme } })

    await expect(ordersTable(page).getByRole('row')).toHaveCount(21)
    await expectNoFaults(page, 'orders')
    await page.getByRole('searchbox').fill('amplifier')
    await expect(ordersTable(page).getByRole('row')).toHaveCount(3)
    await expectNoFaults(page, 'orders, filtered')
    await page.getByRole('searchbox').fill('nothing like this')
    await expect(page.getByText('No orders match your search criteria')).toBeVisible()
    await expectNoFaults(page, 'orders, nothing found')

    await page.goto(`/${shop.id}/orders/${customerId}`)
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3)
    await expectNoFaults(page, "a customer's orders")
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Customer' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete this Customer' }).click()
    await expectNoFaults(page, 'customer dialog')

    await page.goto(`/${shop.id}/orders/order/${orderId}`)
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Device Details' }).fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Item details are required')).toBeVisible()
    await expectNoFaults(page, 'order dialog')

    await page.goto(`/${shop.id}/customers`)
    await expect(rowWith(page, 'Axel Axe')).toBeVisible()
    await expectNoFaults(page, 'customers')
    await chooseFlow(page, 'Create Customer+Order')
    const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect(page.getByText('Customer name is required')).toBeVisible()
    await expectNoFaults(page, 'combined dialog')

    await page.goto('/no/such/page/at/all')
    await expect(page.getByText('404 Page Not Found')).toBeVisible()
    await expectNoFaults(page, 'not found')
  })
}

test('no view scrolls sideways, and what is pressed is 44 pixels high, from a phone to a desktop', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ generatedOrders: 30 })
  const { page } = await newDevice(shop.person)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const tab of ['orders', 'customers']) {
      await page.goto(`/${shop.id}/${tab}`)
      await expect(page.getByText(/Showing 1-/)).toBeVisible()
      const measures = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        // What is clipped away is for screen readers only.
        small: [...document.querySelectorAll('button, a[href], select, input')]
          .filter((element) => getComputedStyle(element).clipPath === 'none' && !element.closest('.sr-only'))
          .map((element) => ({ name: element.getAttribute('aria-label') ?? element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 43.5)
          .map(({ name, box }) => `${name} ${Math.round(box.height)}`),
      }))
      expect({ width, tab, ...measures }).toEqual({ width, tab, overflow: 0, small: [] })
    }
  }
})

test('the main flow goes by keyboard alone: customer and order, open it, move it on, save', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  const { keyboard } = page
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent?.replace(' *', '') ?? document.activeElement?.textContent ?? '')
  /** Tab until the control of that name has the focus. */
  const tabTo = async (name: string): Promise<void> => {
    for (let steps = 0; steps < 60; steps += 1) {
      if ((await focusedName()) === name) return
      await keyboard.press('Tab')
    }
    throw new Error(`The keyboard does not reach ${name}.`)
  }

  await tabTo('New')
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Create Customer+Order' })).toBeFocused()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('Keira Keys')
  await tabTo('Phone')
  await keyboard.type('5550107070')
  await tabTo('Device Details')
  await keyboard.type('Keyboard')
  await tabTo('Issue Description')
  await keyboard.type('Keys stick')
  await keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Customer and order created successfully!')
  await expect(dialog).toBeHidden()
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await expect(checklist).toBeVisible()
  await tabTo('Done')
  await keyboard.press('Enter')
  await expect(checklist).toBeHidden()

  const row = rowWith(page, 'Keira Keys')
  await expect(row).toBeVisible()
  for (let steps = 0; steps < 60 && !(await row.evaluate((element) => element === document.activeElement)); steps += 1) await keyboard.press('Tab')
  await expect(row).toBeFocused()
  await keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Order' })
  await expect(edit).toBeVisible()
  await tabTo('Order Status')
  await keyboard.type('In the Lab')
  await keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Order updated successfully')
  await expect(edit).toBeHidden()
  await expect(row).toContainText('In the Lab')
  await expect(row).toBeFocused()
  await expect.poll(async () => (await shop.api.read<Order[]>(`/api/${shop.id}/orders`))[0]?.orderStatusId).toBe(orderStatusIdByName['In the Lab'])
})
