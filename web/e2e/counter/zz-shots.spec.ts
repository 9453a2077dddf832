import { expect, test } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

for (const [name, viewport, scheme] of [
  ['desktop', { width: 1280, height: 800 }, 'light'],
  ['wide', { width: 1600, height: 900 }, 'dark'],
  ['tablet', { width: 820, height: 1100 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'dark'],
] as const) {
  test(`shot ${name}`, async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report', 'view_shop_setting', 'view_activity'] as never })
    const customerId = await addCustomer(shop, { name: 'Élodie Smith', phone: '4155550199' })
    for (let i = 0; i < 11; i++) await addOrder(shop, { customerId, itemDetails: `Samsung Galaxy S2${i}` })
    const { page } = await newDevice(shop.person, { context: { viewport, colorScheme: scheme, ...(name === 'phone' && { hasTouch: true, isMobile: true }) } })
    await page.screenshot({ path: `/tmp/b4/find-${name}-0.png` })
    await page.getByRole('button', { name: /^Find anything/ }).click()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/b4/find-${name}-1.png` })
    await page.getByRole('combobox', { name: /^Find/ }).fill('smiht galaxy')
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/b4/find-${name}-2.png` })
    await page.getByRole('combobox', { name: /^Find/ }).fill('S-3')
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/b4/find-${name}-3.png` })
    await page.getByRole('combobox', { name: /^Find/ }).fill('zzzz')
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/b4/find-${name}-4.png` })
    expect(true).toBe(true)
  })
}
