import { expect, field, readRawDatabases, test, waitForOfflineShell, waitUntilSynced } from '../fixtures.ts'
import { startProxy } from '../new-worker-proxy.ts'
import { stopIdleWorker } from '../stop-idle-worker.ts'

test.use({ serviceWorkers: 'allow' })

test('hazard 46: a new version, even one that another tab takes, reloads no tab with a dirty form, and the draft survives a crash', async ({ makeShop, newDevice, server }) => {
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

    // The new version takes over in another tab, and with it the worker of this one.
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
    // The browser lets go of what the dead page held in its own time; until then the form counts as open.
    await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('mainspring-draft-')).length)).toBe(0)
    await other.keyboard.press('c')
    await expect(field(other.getByRole('dialog', { name: 'Add New Customer' }), 'Name')).toHaveValue('Dirty Dora')
  } finally {
    proxy.close()
  }
})
