import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, ordersTable, openSignedIn, test, waitForParts } from '../harness/fixtures.ts'

const built = path.resolve(import.meta.dirname, '../../../dist/web')

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }

const laterChunks = ['dialogs', 'settings', 'views']

const isLater = (url: string): boolean => laterChunks.some((name) => url.includes(`/assets/${name}-`))

function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  return scripts
}

const readManifest = async (): Promise<Record<string, Chunk>> =>
  JSON.parse(await readFile(path.join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** All scripts that these manifest entries load. */
function listScripts(manifest: Record<string, Chunk>, entries: string[]): string[] {
  const files = new Set<string>()
  const follow = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(follow)
  }
  entries.forEach(follow)
  return [...files]
}

/** Compressed bytes. */
async function weigh(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(path.join(built, file)), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the scripts that lead to the first view weigh at most 356 kB, compressed', async () => {
  const manifest = await readManifest()
  const entries = Object.keys(manifest).filter((key) => /^_(?:sign-in|signed-in)-.*\.js$|workbox-window\/build/.test(key))
  expect(entries).toHaveLength(3)
  const scripts = listScripts(manifest, entries)
  // The service worker keeps none of the customers' scripts, so the app would not open offline with one of them.
  expect(scripts.filter((file) => file.startsWith('assets/portal/'))).toEqual([])
  const bytes = await weigh([...scripts, 'theme.js', 'boot-guard.js'])
  // The lower limit proves that scripts were counted: React alone is 67 kB.
  expect(bytes).toBeGreaterThan(150_000)
  expect(bytes).toBeLessThanOrEqual(356_000)
})

test('each page for customers brings at most 111 kB of scripts, compressed, and none of another page', async () => {
  const manifest = await readManifest()
  const pages = manifest['portal.html']?.dynamicImports ?? []
  expect(pages.toSorted()).toEqual([
    'portal/estimate/estimate-page.tsx',
    'portal/invoice/invoice-page.tsx',
    'portal/order-link/order-page.tsx',
    'portal/prices/prices-page.tsx',
    'portal/shop-page.tsx',
  ])
  for (const page of pages) {
    const bytes = await weigh(listScripts(manifest, ['portal.html', page]))
    expect(bytes, page).toBeGreaterThan(67_000)
    expect(bytes, page).toBeLessThanOrEqual(111_000)
  }
})

test('dialogs and other views come after the first view, before they are asked for, and then need no network', async ({ page, makeShop, context }) => {
  const shop = await makeShop({ generatedOrders: 3 })
  const scripts = watchScripts(page)
  await openSignedIn(page, shop.person, shop.path)
  await ordersTable(page).getByRole('row').nth(1).waitFor()
  expect(scripts.filter(isLater)).toEqual([])
  await waitForParts(page)
  expect(scripts.filter(isLater)).toHaveLength(laterChunks.length)

  await context.setOffline(true)
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Add New Order' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
})

test('without a hand near it, the page fetches its parts by itself after a while', async ({ page, makeShop }) => {
  const shop = await makeShop()
  await openSignedIn(page, shop.person, shop.path)
  await page.locator('html[data-parts="loaded"]').waitFor({ state: 'attached' })
})

test('a page that begins elsewhere shows its view and its dialog', async ({ page, makeShop }) => {
  const shop = await makeShop({ generatedOrders: 1 })
  await openSignedIn(page, shop.person, `/${shop.id}/customers`)
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
})

test('a part that cannot be fetched says so, and opens when it can', async ({ page, makeShop, context }) => {
  const shop = await makeShop()
  // From the start: the page fetches its parts by itself after a while.
  await page.route(/\/assets\/(?:dialogs|settings|views)-/, (route) => route.abort())
  await openSignedIn(page, shop.person, shop.path)
  await page.getByRole('button', { name: 'Synced. Show details' }).waitFor()
  await page.keyboard.press('n')
  const trouble = page.getByRole('dialog', { name: 'Not on this device yet' })
  await expect(trouble).toContainText('Everything you saved is safe.')
  await page.unroute(/\/assets\/(?:dialogs|settings|views)-/)
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Order' })).toBeVisible()
  await context.close()
})

test('a stylesheet that failed once is asked for again, and no part of the app has one of its own', async ({ page, makeShop }) => {
  const manifest = await readManifest()
  const withStyles = Object.entries(manifest).filter(([, { css = [] }]) => css.length > 0)
  expect(withStyles.map(([key]) => key).filter((key) => !key.endsWith('.html') && !/^_(?:sign-in|portal)/.test(key))).toEqual([])
  const shop = await makeShop({ generatedOrders: 1 })
  let failures = 0
  await page.route(/\/assets\/[^/]+\.css/, (route) => {
    failures += 1
    return failures === 1 ? route.abort() : route.fallback()
  })
  await openSignedIn(page, shop.person, shop.path)
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByText('Showing 1-1 of 1 entries').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print for these rows' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('.paper').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  expect(failures).toBeGreaterThan(1)
})
