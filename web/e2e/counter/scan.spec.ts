import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { findTestBrowser, TEST_BROWSER_ARGS } from '#scripts/tools/find-browser.ts'
import { closeChecklist, expect, field, openSignedIn, test, toast, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { letHotkeysAct, typeAtOnce } from '../harness/keys.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const burst = (page: Page, code: string): Promise<void> => typeAtOnce(page, [...code, 'Enter'])

const orderDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Order' })
const scanDialog = (page: Page) => page.getByRole('dialog', { name: 'Scan a code' })

test('a scanner that types opens what it reads from every view, and asks before a form is left (SCAN-02)', async ({ newDevice, makeShop }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Ada' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Wall clock' })
  const category = createOp('categories', { name: 'Parts' })
  await shop.api.write(shop.id, [category, createOp('products', { name: 'Spring', categoryHierarchyId: category.id, sku: 'n-basic' })])
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/customers` })
  const address = `${new URL(page.url()).origin}/${shop.id}/orders/order/${orderId}`

  await burst(page, address)
  await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Wall clock')
  await orderDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(orderDialog(page)).toBeHidden()

  // `n` and `c` are also page hotkeys, which must not act.
  await burst(page, 'n-basic')
  const product = page.getByRole('dialog', { name: 'Edit Product Inventory' })
  await expect(field(product, 'Name')).toHaveValue('Spring')
  await letHotkeysAct(page)
  await expect(page.getByRole('dialog', { name: 'Add New Customer' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(product).toBeHidden()

  await burst(page, 'https://elsewhere.example/x/t/H-1')
  await expect(toast(page)).toContainText('elsewhere.example')
  expect(new URL(page.url()).pathname).not.toContain('/t/')

  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Add New Order' })
  await field(form, 'Device Details').fill('Half typed')
  await burst(page, address)
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await letHotkeysAct(page)
  await expect(question).toBeHidden()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).focus()
  await burst(page, address)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(form, 'Device Details')).toHaveValue('Half typed')
  await form.getByRole('button', { name: 'Close' }).focus()
  await burst(page, address)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Wall clock')
  await expect(form).toBeHidden()
})

test(
  'the scan button opens a typed code without a camera, says what it does not open, and searches orders for other codes',
  { tag: '@long' },
  async ({ newDevice, makeShop }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Ada' })
    await addOrder(shop, { customerId, itemDetails: 'Phone, IMEI 356938035643809' })
    const { page, context } = await newDevice(shop.person, { at: shop.path })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Scan a code' }).click()
    await expect(scanDialog(page).getByRole('alert')).toContainText('Type the code')
    const code = field(scanDialog(page), 'Code')
    await code.fill('https://elsewhere.example/x')
    await code.press('Enter')
    await expect(scanDialog(page)).toContainText('elsewhere.example, which is not this app')
    await expect(scanDialog(page).getByRole('button', { name: 'Search in Orders' })).toBeHidden()
    await code.fill('356938035643809')
    await code.press('Enter')
    await scanDialog(page).getByRole('button', { name: 'Search in Orders' }).click()
    await expect(scanDialog(page)).toBeHidden()
    await expect(page.getByRole('grid', { name: 'Orders' })).toContainText('IMEI 356938035643809')
  },
)

test(
  'a phone scans and refreshes from the user menu, and its bar finds anything and shows the name of the shop',
  { tag: '@long' },
  async ({ newDevice, makeShop }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person, { at: shop.path, context: { viewport: { width: 390, height: 844 } } })
    const name = page.getByRole('button', { name: /^Shop: / })
    expect((await name.boundingBox())?.width).toBeGreaterThanOrEqual(110)
    expect((await name.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(page.getByRole('button', { name: /^Find anything/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeHidden()
    await page.getByRole('button', { name: /Menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Refresh' }).click()
    await page.getByRole('button', { name: /Menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Scan a code' }).click()
    await expect(scanDialog(page)).toBeVisible()
    await field(scanDialog(page), 'Code').press('Escape')
    await expect(scanDialog(page)).toBeHidden()
  },
)

test('the camera reads the label that was printed and opens its order, also without a network (SCAN-01, PRINT-02)', async ({ makeShop, server }, testInfo) => {
  test.slow()
  const shop = await makeShop()
  await addCustomer(shop, { name: 'Ada' })
  const film = testInfo.outputPath('label.mjpeg')
  const executablePath = findTestBrowser()
  const browser = await chromium.launch({
    args: [...TEST_BROWSER_ARGS, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'allow', permissions: ['camera'] })
    const page = await context.newPage()
    await openSignedIn(page, shop.person, shop.path)
    await waitUntilSynced(page)
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await takeInWallClock(page)
    await writeFile(film, await filmLabel(page))
    await page.getByRole('button', { name: 'Scan a code' }).click()
    await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Wall clock')
    await expect(scanDialog(page)).toBeHidden()
  } finally {
    await browser.close()
  }
})

async function takeInWallClock(page: Page): Promise<void> {
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Add New Order' })
  await form.getByRole('combobox', { name: 'Customer' }).fill('Ada')
  await page.getByRole('option', { name: 'Ada' }).click()
  await field(form, 'Device Details').fill('Wall clock')
  await field(form, 'Issue Description').fill('Silent')
  await form.getByRole('button', { name: 'Add Order' }).click()
  await page.getByRole('button', { name: 'Print label' }).click()
}

/** The printed label as one camera frame, which the fake camera repeats. */
async function filmLabel(page: Page): Promise<Buffer> {
  const label = page.getByRole('region', { name: 'Preview' }).locator('.paper')
  const png = await label.screenshot()
  const base64 = await page.evaluate(async (source) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${source}`
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    const scale = Math.min(600 / picture.width, 440 / picture.height)
    context.drawImage(picture, 20, 20, picture.width * scale, picture.height * scale)
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  }, png.toString('base64'))
  const frame = Buffer.from(base64, 'base64')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await closeChecklist(page)
  return Buffer.concat([frame, frame])
}
