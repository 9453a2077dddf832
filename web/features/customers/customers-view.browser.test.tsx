import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { renderShop } from '#web/testing/render-shop.tsx'
import { customersTable, dialogOf, expectAddress, expectCount, expectTexts, field, rowWith, showDayFields } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addCustomer } from '#web/testing/shop-rows.ts'
import { CustomersView } from './customers-view.tsx'

describe('the customers view', () => {
  test('lists, searches and filters in the documented words', async () => {
    const shop = makeShop({ profile: { timeZone: 'America/Toronto' } })
    await addCustomer(
      shop,
      { name: 'Zed Last', phone: '4155550142', email: 'zed@example.org', company: 'Zed Works', street: '1 Dock Road', city: 'Harbor', country: 'US' },
      new Date('2026-01-10T12:00:00Z'),
    )
    await addCustomer(
      shop,
      { name: 'Ana First', phone: '2075551234', countryCode: '+44', alternateCountryCode: '+1', alternatePhone: '5035559876' },
      new Date('2026-03-21T03:00:00Z'),
    )
    await renderShop({ shop, at: `/${shop.id}/customers` })
    const table = customersTable()
    await expectTexts(table.getByRole('columnheader'), ['Name', 'Phone', 'Alt Phone', 'Email'])
    await expectCount(table.getByRole('row'), 3)
    await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Ana First')
    await expect.element(rowWith('Ana First')).toMatchTextContent('+44 20 7555 1234')
    await expect.element(rowWith('Ana First')).toMatchTextContent('503-555-9876')
    await expect.element(rowWith('Zed Last')).toMatchTextContent('415-555-0142')
    await expect.element(rowWith('Zed Last')).toMatchTextContent('zed@example.org')
    await expect.element(rowWith('Zed Last')).toMatchTextContent('Zed Works · 1 Dock Road, Harbor, US')
    await expect.element(page.getByText('Showing 1-2 of 2 entries')).toBeVisible()
    await expect.element(page.getByText('Page 1 of 1')).toBeVisible()
    await expect.element(page.getByText('Showing Filtered Results')).not.toBeInTheDocument()

    for (const [text, name] of [
      ['zed', 'Zed Last'],
      ['4155550142', 'Zed Last'],
      ['503-555', 'Ana First'],
      ['first ANA', 'Ana First'],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await expectCount(table.getByRole('row'), 2)
      await expect.element(rowWith(name)).toBeVisible()
      await expect.element(page.getByText('Showing Filtered Results')).toBeVisible()
    }
    await page.getByRole('searchbox').fill('nobody like this')
    await expect.element(page.getByText('No customers found')).toBeVisible()
    const adding = dialogOf('Add New Customer')
    await page.getByRole('button', { name: 'Add “nobody like this”' }).click()
    await expect.element(field(adding, 'Name')).toHaveValue('nobody like this')
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(adding).not.toBeInTheDocument()
    await page.getByRole('searchbox').fill('+49 30 901820')
    await page.getByRole('button', { name: 'Add New Customer' }).click()
    await expect.element(field(adding, 'Phone')).toHaveValue('30 901820')
    await expect.element(field(adding, 'Country Code')).toHaveValue('+49')
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expectCount(table.getByRole('row'), 3)

    // Days are those of the shop's time zone: Ana was created late on the twentieth.
    await showDayFields('Created')
    await page.getByLabelText('From').fill('2026-03-20')
    await expectCount(table.getByRole('row'), 2)
    await expect.element(rowWith('Ana First')).toBeVisible()
    await page.getByLabelText('To', { exact: true }).fill('2026-03-20')
    await expect.element(rowWith('Ana First')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect.element(page.getByLabelText('From')).not.toBeInTheDocument()
    await showDayFields('Created')
    await page.getByLabelText('To', { exact: true }).fill('2026-01-10')
    await expectCount(table.getByRole('row'), 2)
    await expect.element(rowWith('Zed Last')).toBeVisible()
  })

  test('says that it is loading and that there is nobody', async () => {
    const shop = makeShop()
    const pulls = Promise.withResolvers<void>()
    await renderOnDevice(<CustomersView shopId={shop.id} />, { shop, pullsAfter: pulls.promise })
    await expect.element(page.getByText('Loading customers...')).toBeVisible()
    pulls.resolve()
    await expect.element(page.getByText('No customers found')).toBeVisible()
  })

  test('leads on from a row', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Row Rita' })
    await renderShop({ shop, at: `/${shop.id}/customers` })
    await rowWith('Row Rita').click()
    await expectAddress(`/${shop.id}/orders/${customerId}`)
    await expect.element(page.getByRole('heading', { name: 'Orders for Row Rita' })).toBeVisible()
  })
})
