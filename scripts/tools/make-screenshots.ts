// Takes the pictures that browsers show before they install the app, from the demo shops, into web/public/screenshots.
// Run by hand after a change of the screens: npm run build && node scripts/tools/make-screenshots.ts
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { demoPassword, seedDemo } from '../demo/seed-demo.ts'
import { openServices } from './open-services.ts'

const folder = path.join(import.meta.dirname, '../../web/public/screenshots')

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mainspring-pictures-'))
  const executablePath = findBrowser()
  const { services, close } = await openServices(dataDir)
  await seedDemo(services, new Date())
  await close()
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }))
  const browser = await chromium.launch({ args: BROWSER_ARGS, ...(executablePath !== undefined && { executablePath }) })
  try {
    mkdirSync(folder, { recursive: true })
    await takePictures(browser, server.url, { width: 1280, height: 800 }, { list: 'repair-orders-of-the-shop', dialog: 'taking-in-a-repair' })
    await takePictures(browser, server.url, { width: 390, height: 844 }, { list: 'orders-on-a-phone' })
  } finally {
    await browser.close()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The file name is what the browser shows under the picture. */
async function takePictures(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  names: { list: string; dialog?: string },
): Promise<void> {
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByLabel('Username').fill('desk')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.mouse.move(0, 0)
  await page.getByText(/Showing 1-20 of/).waitFor()
  await page.getByRole('button', { name: /Synced/ }).waitFor()
  await page.screenshot({ path: path.join(folder, `${names.list}.png`) })
  if (names.dialog !== undefined) {
    await page.keyboard.press('n')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel('Issue Description').fill('Screen cracked after a fall, touch still works')
    await page.screenshot({ path: path.join(folder, `${names.dialog}.png`) })
  }
  await page.close()
}

await main()
