import type { Page } from '@playwright/test'
import { expect, field, test, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const box = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const input = (page: Page) => page.getByRole('combobox', { name: 'Find orders, customers, products and commands' })
const chosen = (page: Page) => box(page).getByRole('option', { selected: true })

test.describe('finding anything', () => {
  test.use({ serviceWorkers: 'allow' })

  test('works right after a reload without a network, by keys alone: ticket, phone, a wrong letter, views and papers (FIND-01, FIND-02)', async ({
    makeShop,
    newDevice,
  }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Élodie Smith', phone: '4155550199' })
    const otherId = await addCustomer(shop, { name: 'Bob Jones', phone: '2125550000' })
    const radioId = await addOrder(shop, { customerId, itemDetails: 'Roberts radio' })
    const kettleId = await addOrder(shop, { customerId: otherId, itemDetails: 'Kettle' })
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await page.reload()

    // Press Enter as fast as a scanner, before the search has read anything.
    await page.getByRole('button', { name: /^Find anything/ }).waitFor()
    await page.keyboard.press('Control+k')
    await input(page).fill('S-2')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/order/${kettleId}$`))
    await expect(box(page)).toBeHidden()
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.keyboard.press('Control+k')
    await input(page).fill('+1 (415) 555-0199')
    await expect(chosen(page)).toContainText('Roberts radio')
    await input(page).fill('elodei')
    await expect(chosen(page)).toContainText('S-1 Élodie Smith')
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).not.toContainText('S-1')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/order/${radioId}$`))

    await expect(box(page)).toBeHidden()
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(input(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Control+k')
    await input(page).fill('print label S-1')
    await expect(chosen(page)).toContainText('Print device label of S-1')
    await input(page).fill('inventory')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Inventory' })).toBeVisible()

    await page.keyboard.press('Control+k')
    await expect(box(page).getByRole('group', { name: 'Recently opened' }).getByRole('option')).toHaveText([/Roberts radio/, /Kettle/])
  })

  test('over a form with something typed opens nothing without asking, and finds what is not sent', { tag: '@long' }, async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Ada Lovelace', phone: '4155550199' })
    await addOrder(shop, { customerId, itemDetails: 'Radio' })
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await page.keyboard.press('c')
    const form = page.getByRole('dialog', { name: 'Add New Customer' })
    await field(form, 'Name').fill('Grace Hopper')
    await field(form, 'Phone').fill('2125550000')
    await page.keyboard.press('Control+k')
    await input(page).fill('S-1')
    await expect(chosen(page)).toContainText('Radio')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(field(form, 'Name')).toHaveValue('Grace Hopper')
    await form.getByRole('button', { name: 'Save Customer' }).click()
    await form.waitFor({ state: 'hidden' })

    await page.keyboard.press('Control+k')
    await input(page).fill('grace hoper')
    await expect(chosen(page)).toContainText('Grace Hopper')
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await waitUntilSynced(page)
  })
})
