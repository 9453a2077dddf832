import type { Page } from '@playwright/test'
import { choice, expect, field, ordersTable, test, toast } from '../harness/fixtures.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

/** Noise compresses badly, so the picture exceeds a logo's limit. */
async function drawLargePicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const [width, height] = [(canvas.width = 1200), (canvas.height = 600)]
    const context = canvas.getContext('2d')
    const pixels = context?.createImageData(width, height)
    if (!context || !pixels) return ''
    for (let place = 0; place < pixels.data.length; place++) pixels.data[place] = place % 4 === 3 ? 255 : (place * 7919) % 251
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

test(
  'a shop says who it is, where, and in which money: staff and customers see it at once (SHOP-02, SHOP-04)',
  { tag: '@long' },
  async ({ newDevice, makeShop, browser }) => {
    const shop = await makeShop({ privileges: ['view_shop_setting'] })
    const customerId = await addCustomer(shop, { name: 'Carla Diaz', phone: '2125550102' })
    await addOrder(shop, { customerId, itemDetails: 'iPhone 12', quotedCost: '1234.5' })
    await shop.api.call('PUT', `/api/shops/${shop.id}/config`, { customerPortal: true })
    const { page } = await newDevice(shop.person, { at: shop.path })
    await expect(ordersTable(page).getByText('$1,234.50')).toBeVisible()

    await page.goto('/shop-settings')
    await page.getByRole('button', { name: 'Shop Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shop Details' })
    await expect(dialog.getByText('No logo')).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    expect(await findFaultsOfDark(page)).toEqual([])

    await dialog.getByLabel('Picture of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawLargePicture(page) })
    await expect(toast(page)).toContainText('Logo saved')
    await expect(dialog.getByRole('img', { name: 'Logo of the shop' })).toBeVisible()
    await dialog.getByLabel('Picture of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
    await expect(dialog.getByText('This picture cannot be read here.')).toBeVisible()

    await field(dialog, 'Address on papers').fill('Harbour Street 1\nHamburg')
    await field(dialog, 'Phone').fill('040 1234567')
    await choice(dialog, 'Currency').selectOption('EUR')
    await choice(dialog, 'Language and region').selectOption('de-DE')
    await choice(dialog, 'Time zone').selectOption('Europe/Berlin')
    await expect(dialog.getByLabel('Sample')).toHaveText(/^1\.234,50\s€ · \d+\. /)
    await field(dialog, 'Country code').fill('49')
    await field(dialog, 'Label width (mm)').fill('5')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByText('Label width must be 10 to 200 mm')).toBeVisible()
    await field(dialog, 'Label width (mm)').fill('57,5')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    const { body: stored } = await shop.api.call('GET', `/api/${shop.id}/profile`)
    expect(stored).toMatchObject({ currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin', countryCode: '+49', labelWidthMm: 57.5, taxId: null })

    await page.goto(shop.path)
    await expect(ordersTable(page).getByText(/^1\.234,50\s€$/)).toBeVisible()
    await shop.api.call('PUT', `/api/${shop.id}/profile`, { currency: 'GBP', locale: 'en-GB' })
    await expect(ordersTable(page).getByText('£1,234.50')).toBeVisible()
    await page.keyboard.press('c')
    await expect(field(page.getByRole('dialog', { name: 'Add New Customer' }), 'Country Code')).toHaveValue('+49')

    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const visitor = await context.newPage()
    await visitor.goto(new URL(`/${shop.code}`, page.url()).href)
    await expect(visitor.getByText('Harbour Street 1')).toBeVisible()
    await expect(visitor.getByRole('link', { name: '040 1234567' })).toHaveAttribute('href', 'tel:0401234567')
    await expect.poll(() => visitor.locator('header img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await findFaults(visitor)).toEqual([])
    await context.close()
  },
)
