import { serverMarkHeader } from '#schema/api/server-mark.ts'
import { expect, field, readRawDatabases, rowWith, syncBadge, takeInCustomer, test, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, readCustomerNames } from '../harness/rows.ts'
import { readRawOutbox } from '../harness/raw-storage.ts'
import { longUnless } from '../harness/long-unless.ts'

test.use({ serviceWorkers: 'allow' })

for (const status of [200, 403]) {
  test(
    `hazard 43: behind a captive portal that answers every call with HTML and ${status} the app is offline, keeps everything and everybody, and converges afterwards`,
    longUnless(status === 200),
    async ({ makeShop, newDevice }) => {
      const shop = await makeShop({ privileges: ['view_activity'] })
      await addCustomer(shop, { name: 'Portal Pat' })
      const { page, context } = await newDevice(shop.person)
      await waitForOfflineShell(page)
      await page.goto(`/${shop.id}/customers`)
      await expect(rowWith(page, 'Portal Pat')).toBeVisible()
      await page.keyboard.press('c')
      const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
      await field(dialog, 'Name').fill('Half Typed')

      // The tablet changes networks: open connections end, and the portal answers every new request.
      await context.setOffline(true)
      let isPortal = true
      let calls = 0
      await context.route('**/api/**', (route) => {
        if (!isPortal) return route.continue()
        calls += 1
        return route.fulfill({ status, contentType: 'text/html; charset=utf-8', body: '<!doctype html><h1>Hotel wifi: please accept</h1>' })
      })
      await context.setOffline(false)
      await expect.poll(() => calls).toBeGreaterThan(3)
      // Locate by attribute, because the open form hides the badge from screen readers.
      await expect(page.locator('[data-sync="offline"]')).toBeVisible()
      await expect(field(dialog, 'Name')).toHaveValue('Half Typed')
      await field(dialog, 'Phone').fill('5550104041')
      await dialog.getByRole('button', { name: 'Save Customer' }).click()
      await expect(dialog).toBeHidden()
      await expect(rowWith(page, 'Portal Pat')).toBeVisible()

      // A start behind the portal: the session check gets HTML too.
      await page.reload()
      await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 1 waiting/)
      await expect(rowWith(page, 'Portal Pat')).toBeVisible()
      await expect(rowWith(page, 'Half Typed')).toContainText('Not sent yet')
      await takeInCustomer(page, { name: 'Behind The Portal', phone: '5550104040' })
      await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 2 waiting/)
      await expect.poll(() => readRawOutbox(page)).toHaveLength(2)
      expect(JSON.stringify(await readRawDatabases(page))).toContain('Portal Pat')
      await expect(page.getByText('Sign in again')).toHaveCount(0)
      await expect(page).toHaveURL(`/${shop.id}/customers`)

      isPortal = false
      await waitUntilSynced(page)
      await expect(rowWith(page, 'Behind The Portal')).not.toContainText('Not sent yet')
      await expect.poll(() => readRawOutbox(page)).toEqual([])
      await expect.poll(() => readCustomerNames(shop)).toEqual(['Behind The Portal', 'Half Typed', 'Portal Pat'])
    },
  )
}

test(
  'hazard 43: behind a gateway that imitates JSON answers of every kind nothing is refused, erased or signed out, and a reload opens the app',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    await addCustomer(shop, { name: 'Gateway Gus' })
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await page.goto(`/${shop.id}/customers`)
    await expect(rowWith(page, 'Gateway Gus')).toBeVisible()
    await context.setOffline(true)
    const codes = {
      400: 'VALIDATION',
      401: 'UNAUTHENTICATED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      413: 'PAYLOAD_TOO_LARGE',
      426: 'UPGRADE_REQUIRED',
      507: 'STORAGE_FULL',
    } as const
    let status = 404
    const asked = new Map<number, Set<string>>()
    await context.route('**/api/**', (route) => {
      asked.set(status, (asked.get(status) ?? new Set()).add(new URL(route.request().url()).pathname))
      return route.fulfill({ status, json: { code: codes[status as keyof typeof codes], message: 'No such page' } })
    })
    await context.setOffline(false)
    await takeInCustomer(page, { name: 'Typed Behind It', phone: '5550104343' })
    for (const next of Object.keys(codes)) {
      status = Number(next)
      await page.reload()
      await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 1 waiting/)
      await expect(rowWith(page, 'Gateway Gus')).toBeVisible()
      await expect(rowWith(page, 'Typed Behind It')).toContainText('Not sent yet')
      await expect.poll(() => [...(asked.get(status) ?? [])].toSorted()).toEqual(expect.arrayContaining(['/api/auth/me', '/api/sync/bootstrap']))
      await expect(page.getByText('Sign in again')).toHaveCount(0)
    }
    await expect.poll(() => readRawOutbox(page)).toHaveLength(1)
    // Another Mainspring server's responses are not trusted either. This route runs before the portal's.
    await context.route('**/api/**', (route) =>
      route.fulfill({
        status: 401,
        headers: { [serverMarkHeader]: '1; 5e12fe12-0000-4000-8000-000000000002' },
        json: { code: 'UNAUTHENTICATED', message: 'Please sign in.' },
      }),
    )
    await page.reload()
    await syncBadge(page).click()
    await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText('Another Mainspring server answers at this address, so nothing is sent.')
    await page.keyboard.press('Escape')

    await context.unrouteAll()
    await page.reload()
    await waitUntilSynced(page)
    await expect.poll(() => readCustomerNames(shop)).toEqual(['Gateway Gus', 'Typed Behind It'])
  },
)
