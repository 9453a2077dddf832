// Generates the install screenshots (web/public/screenshots) and README pictures (docs/pictures). After a change run:
// npm run build && node scripts/tools/make-screenshots.ts [install|readme]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { portalOrders } from '../demo/portal-orders.ts'
import { demoCustomer, demoPassword, demoShops, seedDemo } from '../demo/seed-demo.ts'
import { openServices } from './open-services.ts'

const root = path.join(import.meta.dirname, '../..')
const installFolder = path.join(root, 'web/public/screenshots')
const readmeFolder = path.join(root, 'docs/pictures')

/** Keeps README.md fast on a slow network. */
const longestBytes = 150_000

/** Shifts the clock to mid-morning, so that pictures do not depend on the time of day. */
const shiftMs = new Date().setUTCHours(10, 42, 0, 0) - Date.now()
const pictureTime = (): Date => new Date(Date.now() + shiftMs)

type Size = { width: number; height: number }
type Stand = { browser: Browser; url: string }

async function main(): Promise<void> {
  const [set] = process.argv.slice(2)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mainspring-pictures-'))
  const executablePath = findBrowser()
  const { services, close } = await openServices(dataDir)
  await seedDemo(services, pictureTime())
  await close()
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }), { clock: pictureTime })
  const browser = await chromium.launch({ args: BROWSER_ARGS, ...(executablePath !== undefined && { executablePath }) })
  try {
    const stand = { browser, url: server.url }
    if (set !== 'readme') {
      await takeInstallPictures(stand, { width: 1280, height: 800 }, { list: 'repair-orders-of-the-shop', dialog: 'taking-in-a-repair' })
      await takeInstallPictures(stand, { width: 390, height: 844 }, { list: 'orders-on-a-phone' })
    }
    if (set !== 'install') await takeReadmePictures(stand)
  } finally {
    await browser.close()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Browsers show the file names as captions. */
async function takeInstallPictures(stand: Stand, viewport: Size, names: { list: string; dialog?: string }): Promise<void> {
  const page = await openOrders(stand, viewport)
  await takePicture(page, installFolder, names.list)
  if (names.dialog !== undefined) {
    await page.keyboard.press('n')
    await page.getByRole('dialog').waitFor()
    await page.getByRole('textbox', { name: 'Issue Description' }).fill('Screen cracked after a fall, touch still works')
    await takePicture(page, installFolder, names.dialog)
  }
  await page.context().close()
}

async function takeReadmePictures(stand: Stand): Promise<void> {
  const page = await openOrders(stand, { width: 1120, height: 640 })
  await takePicture(page, readmeFolder, 'orders')
  await page.getByRole('grid').getByRole('row').nth(3).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByRole('button', { name: 'Take payment' }).waitFor()
  await dialog.getByText('Reading…').waitFor({ state: 'hidden' })
  await takePicture(page, readmeFolder, 'order')

  await page.context().setOffline(true)
  await dialog.getByLabel('Quoted Cost').fill('135')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button')
    .click()
  await page.setViewportSize({ width: 1120, height: 580 })
  await page.getByRole('button', { name: /^Offline.*Show details$/ }).click()
  await page.getByRole('dialog', { name: 'Sync' }).waitFor()
  await takePicture(page, readmeFolder, 'offline')
  await page.context().setOffline(false)

  await page.context().close()
  await takePortalPicture(stand)
  await takePaperPictures(stand)
  await takeIntakePicture(stand)
  await takeInvoicePicture(stand)
}

async function takeInvoicePicture(stand: Stand): Promise<void> {
  const page = await openOrders(stand, { width: 1000, height: 1240 })
  await page.getByRole('button', { name: demoShops[0].name }).click()
  await page.getByRole('menuitemradio', { name: demoShops[1].name }).click()
  await page.getByRole('tab', { name: 'All' }).click()
  const shopId = new URL(page.url()).pathname.split('/')[1] ?? ''
  const answer = await page.request.get(`${stand.url}/api/${shopId}/invoices`)
  const invoices = (await answer.json()) as { orderId: string; state: string; kind: string; number: string | null }[]
  const issued = invoices.filter(({ kind, state }) => kind === 'invoice' && state === 'issued').at(-1)
  await page.goto(`${stand.url}/${shopId}/orders/order/${issued?.orderId}`)
  await page
    .getByRole('listitem', { name: `Invoice ${issued?.number}` })
    .getByRole('button', { name: 'Print' })
    .click()
  await page.getByRole('region', { name: 'Preview' }).getByText('Balance due').waitFor()
  await takePicture(page, readmeFolder, 'invoice')
  await page.context().close()
}

async function takeIntakePicture(stand: Stand): Promise<void> {
  const page = await openOrders(stand, { width: 1120, height: 1330 })
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await dialog.getByRole('combobox', { name: 'Customer' }).fill(demoCustomer.name)
  await page.getByRole('option', { name: demoCustomer.name }).click()
  await dialog.getByRole('button', { name: /iPhone 14/ }).click()
  await dialog.getByRole('textbox', { name: 'Issue Description' }).fill('Screen cracked after a fall, touch still works')
  await dialog.getByLabel('Quoted Cost').fill('135')
  const files = ['phone-cracked.jpg', 'phone-back.jpg'].map((name) => path.join(root, 'scripts/demo/pictures', name))
  await dialog.getByLabel('Photos and documents', { exact: true }).setInputFiles(files)
  await dialog
    .getByRole('button', { name: /^Open phone-back/ })
    .locator('img')
    .waitFor()
  await takePicture(page, readmeFolder, 'intake')
  await page.context().close()
}

async function takePaperPictures(stand: Stand): Promise<void> {
  const page = await openOrders(stand, { width: 1000, height: 760 })
  await page.getByRole('grid').getByRole('row').nth(3).click()
  await page
    .getByRole('dialog', { name: 'Edit Order' })
    .getByRole('button', { name: /^Print/ })
    .click()
  const printing = page.getByRole('dialog', { name: 'Print', exact: true })
  await printing.locator('.paper svg').waitFor()
  await takePicture(page, readmeFolder, 'receipt')
  await printing.getByLabel('Paper').selectOption('Device label')
  await printing.locator('.paper-label').waitFor()
  await page.setViewportSize({ width: 1000, height: 470 })
  await takePicture(page, readmeFolder, 'label')
  await page.context().close()
}

async function takePortalPicture({ browser, url }: Stand): Promise<void> {
  const page = await openPage(browser, { width: 390, height: 700 })
  await page.goto(`${url}/${demoCustomer.shopCode}`)
  await page.getByRole('button', { name: /^Check Order Status/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify Your Identity' })
  await dialog.getByRole('tab', { name: 'Access Code' }).click()
  await dialog.getByRole('textbox', { name: 'Phone', exact: true }).fill(demoCustomer.phone)
  await dialog.getByLabel('Access Code').last().fill(demoCustomer.accessCode)
  await page.keyboard.press('Enter')
  await page.getByText(portalOrders[0].itemDetails).waitFor()
  await takePicture(page, readmeFolder, 'portal-on-a-phone')
  await page.context().close()
}

async function openPage(browser: Browser, viewport: Size): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce', timezoneId: 'UTC' })
  await context.clock.install({ time: pictureTime() })
  return await context.newPage()
}

async function openOrders({ browser, url }: Stand, viewport: Size): Promise<Page> {
  const page = await openPage(browser, viewport)
  await page.goto(url)
  await page.getByLabel('Username').fill('desk')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.mouse.move(0, 0)
  await page.getByText(/Showing 1-20 of/).waitFor()
  await page.getByRole('button', { name: /Synced/ }).waitFor()
  return page
}

async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const picture = await page.screenshot({ path: path.join(folder, `${name}.png`) })
  const note = picture.length > longestBytes ? `: more than ${longestBytes}, take it from a smaller window` : ''
  process.stdout.write(`${name}.png, ${picture.length} bytes${note}\n`)
}

await main()
