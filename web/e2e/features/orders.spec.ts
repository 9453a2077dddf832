import type { Page } from '@playwright/test'
import { findFaults } from '../harness/find-faults.ts'
import { choice, expect, rowWith, test } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const typeAndReload = (page: Page, text: string): Promise<void> =>
  page.evaluate((typed) => {
    const input = document.querySelector<HTMLInputElement>('[data-search]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    // Reload after the page has handled the input event.
    setTimeout(() => location.reload(), 0)
  }, text)

// The view itself is tested in web/features/orders: orders-view.browser.test.tsx and list/orders-*.browser.test.tsx.
test.describe('the orders view', () => {
  test('has rows that are links: a new tab by the middle button or Ctrl, the dialog by a press; a reload keeps what is typed', async ({
    makeShop,
    newDevice,
  }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Link Lars' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Linked phone' })
    await addOrder(shop, { customerId, itemDetails: 'Radio' })
    const { page, context } = await newDevice(shop.person)
    const row = rowWith(page, 'Linked phone')
    const path = `/${shop.id}/orders/order/${orderId}`
    await expect(row.getByRole('link', { name: 'Linked phone' })).toHaveAttribute('href', path)
    const opensTab = async (open: () => Promise<void>): Promise<void> => {
      const [tab] = await Promise.all([context.waitForEvent('page'), open()])
      await expect(tab).toHaveURL(new RegExp(`${path}$`))
      await tab.close()
      await expect(page).toHaveURL(new RegExp(`${shop.path}$`))
    }
    await opensTab(() => row.getByText('Linked phone').click({ button: 'middle' }))
    await opensTab(() => row.getByText('Linked phone').click({ modifiers: ['ControlOrMeta'] }))
    await opensTab(() => row.getByRole('gridcell').last().click({ button: 'middle' }))
    await opensTab(() =>
      row
        .getByRole('gridcell')
        .last()
        .click({ modifiers: ['ControlOrMeta'] }),
    )
    await opensTab(async () => {
      await page.getByRole('searchbox').press('ArrowDown')
      await page.keyboard.press('Control+Enter')
    })
    await row.getByText('Linked phone').click()
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()

    const search = page.getByRole('searchbox')
    await search.fill('phone')
    await search.press('Escape')
    await expect(search).toHaveValue('')
    await expect(search).toBeFocused()
    await search.press('Escape')
    await expect(search).not.toBeFocused()

    await typeAndReload(page, 'radi')
    await expect(rowWith(page, 'Radio')).toBeVisible()
    await expect(rowWith(page, 'Linked phone')).toHaveCount(0)
    await expect(page).toHaveURL(`${shop.path}?view=open&q=radi`)
    await expect(search).toHaveValue('radi')

    // accessibility.spec.ts never opens the list of statuses.
    await choice(page, 'Status').press('ArrowDown')
    await expect(page.getByRole('listbox', { name: 'Status' })).toBeFocused()
    expect(await findFaults(page)).toEqual([])
  })
})
