import type { Page } from '@playwright/test'
import { expect, field, readRawDatabases, rowWith, takeInCustomer, test, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { foreignPage, startProxy } from '../harness/new-worker-proxy.ts'
import { stopIdleWorker } from '../harness/stop-idle-worker.ts'

test.use({ serviceWorkers: 'allow' })

test('hazard 46: a new version, even one that another tab takes, reloads no tab with a dirty form, and the draft survives a crash', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop()
  const proxy = await startProxy(server.url)
  try {
    const { page, context } = await newDevice(shop.person, { url: proxy.url })
    await waitForOfflineShell(page)
    await page.goto(shop.path)
    await waitUntilSynced(page)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
    await field(dialog, 'Name').fill('Dirty Dora')

    proxy.publishNewVersion()
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    await expect(page.getByText('New version ready')).toBeVisible()

    const other = await context.newPage()
    await other.goto(`${proxy.url}/${shop.id}/customers`)
    await expect(other.getByText('New version ready')).toBeVisible()
    const worker = await page.evaluateHandle(() => {
      const seen = { isTaken: false }
      navigator.serviceWorker.addEventListener('controllerchange', () => (seen.isTaken = true), { once: true })
      return seen
    })
    const reloaded = other.waitForEvent('load', { timeout: 60_000 })
    await other.getByRole('button', { name: 'Update', exact: true }).click()
    await stopIdleWorker(other)
    await reloaded
    await expect.poll(() => worker.evaluate(({ isTaken }) => isTaken)).toBe(true)
    await waitUntilSynced(other)
    await expect(field(dialog, 'Name')).toHaveValue('Dirty Dora')
    expect(loads).toBe(0)
    await expect.poll(async () => JSON.stringify(await readRawDatabases(other))).toContain('Dirty Dora')

    const crashed = page.waitForEvent('crash')
    const devtools = await context.newCDPSession(page)
    void devtools.send('Page.crash').catch(() => undefined)
    await crashed
    // The browser releases a crashed page's locks with a delay; until then the form counts as open.
    await expect
      .poll(() => other.evaluate(async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('mainspring-draft-')).length))
      .toBe(0)
    await other.keyboard.press('c')
    await expect(field(other.getByRole('dialog', { name: 'Add New Customer' }), 'Name')).toHaveValue('Dirty Dora')
  } finally {
    proxy.close()
  }
})

test(
  'hazard 46: a new version whose files are answered with a page of a proxy is not taken: the app goes on, and the version comes later',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop()
    const proxy = await startProxy(server.url)
    try {
      const { page } = await newDevice(shop.person, { url: proxy.url })
      await waitForOfflineShell(page)
      proxy.publishNewFiles()
      proxy.setForeign(true)
      expect(await updateWorker(page)).toBe('not taken')
      await page.goto(shop.path)
      await waitUntilSynced(page)
      await expect(page.getByText('New version ready')).toBeHidden()

      proxy.setForeign(false)
      await page.reload()
      await expect(page.getByText('New version ready')).toBeVisible()
    } finally {
      proxy.close()
    }
  },
)

test(
  'hazard 46: files that were stored wrong are repaired without a loss, and what left the cache storage comes back',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await page.goto(`/${shop.id}/customers`)
    await waitUntilSynced(page)
    await context.setOffline(true)
    await takeInCustomer(page, { name: 'Unsent Una', phone: '5550104077' })
    await poison(page)
    // Otherwise the browser takes the scripts from its memory cache.
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Mainspring could not start' })).toBeVisible()
    await page.getByRole('button', { name: 'Repair' }).click()
    await expect(page.getByText('The server does not answer. Check the network, then press Repair again.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Repair' }).click()
    await expect(rowWith(page, 'Unsent Una')).toBeVisible()
    await waitUntilSynced(page)

    await waitForOfflineShell(page)
    await page.reload()
    await waitUntilSynced(page)
    expect(await listMissing(page)).toEqual([])
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      localStorage.clear()
    })
    await page.reload()
    await expect.poll(() => listMissing(page)).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await expect(rowWith(page, 'Unsent Una')).toBeVisible()
  },
)

const updateWorker = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration === undefined) return 'none'
    // Listen from the start: a quick failure leaves no trace.
    const coming = await new Promise<ServiceWorker | null>((resolve) => {
      registration.addEventListener('updatefound', () => resolve(registration.installing), { once: true })
      registration.update().catch(() => undefined)
    })
    if (coming === null) return 'none'
    if (coming.state === 'installing') await new Promise<void>((resolve) => coming.addEventListener('statechange', () => resolve(), { once: true }))
    return coming.state === 'redundant' ? 'not taken' : coming.state
  })

/** Replaces the cached files of the app by a foreign page. */
const poison = (page: Page): Promise<void> =>
  page.evaluate(async (body) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (new URL(request.url).pathname.startsWith('/assets/')) await cache.put(request, new Response(body, { headers: { 'content-type': 'text/html' } }))
      }
    }
  }, foreignPage)

/** Files of the app that the service worker does not hold. */
const listMissing = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths = (await (await fetch('/precache.json')).json()) as string[]
    const found = await Promise.all(paths.map(async (path) => (await caches.match(path, { ignoreSearch: true })) !== undefined))
    return paths.filter((_, place) => !found[place])
  })
