import type { Page } from '@playwright/test'
import { createOp, toMutation } from '#scripts/process-tests/api-client.ts'
import { expect, field, makePerson, syncBadge, test, type TestShop } from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { addCustomer } from '../harness/rows.ts'

const log = (page: Page) => page.getByRole('region', { name: 'Log entries' })
const entries = (page: Page) => log(page).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search activities by text or user' })
const loadOlder = (page: Page) => page.getByRole('button', { name: 'Load older entries' })

const logOf = (shop: TestShop) => `/${shop.id}/activities`

test.describe('the activities view', () => {
  test('tells what happened, when, and who did it', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'], generatedOrders: 1 })
    await addCustomer(shop, { name: 'Named Nora' }, new Date('2026-02-03T15:30:00Z'))
    const { page } = await newDevice(shop.person, { context: { timezoneId: 'America/Toronto', locale: 'en-US' }, at: logOf(shop) })

    await search(page).fill('Named Nora')
    await expect(entries(page)).toHaveText([/^Customer 'Named Nora' createdUser: Kay .+10:30 AMarrived .+ [AP]M$/])
    await expect(entries(page)).toContainText(`User: ${shop.person.name}`)
    await expect(entries(page).getByRole('time').first()).toHaveAttribute('datetime', /^2026-02-03T15:30:/)
    await expect(log(page).getByRole('heading', { name: 'Feb 3, 2026' })).toBeVisible()
    // An import has no user, and neither has what customers do in the portal.
    await search(page).fill('import order')
    await expect(entries(page).first()).toContainText('User: Import')
    await search(page).fill("Employee 'Ana Ruiz'")
    await expect(entries(page)).toContainText('User: Customer portal')

    await expect(page).toHaveURL(/q=Employee/)
    await page.getByRole('link', { name: 'Refused changes' }).click()
    await expect(page).toHaveURL(`/${shop.id}/activities/refused-changes`)
  })

  test('is searched by text, name and login id, filtered by local days, and says when nothing is left', async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    const lee = await makePerson(server, { shops: [shop] })
    // 04:50 UTC is still the first of February in Toronto.
    await addCustomer(shop, { name: 'Evening Eve' }, new Date('2026-02-02T04:50:00Z'))
    await addCustomer(shop, { name: 'Morning Mo' }, new Date('2026-02-02T05:00:00Z'))
    await addCustomer(shop, { name: 'Later Lou' }, new Date('2026-02-04T12:00:00Z'))
    const { page } = await newDevice(shop.person, { context: { timezoneId: 'America/Toronto' }, at: logOf(shop) })

    for (const [text, found] of [
      ['morning', ['Morning Mo']],
      [`${shop.person.name.toUpperCase()} eve`, ['Evening Eve']],
      [`${shop.person.loginId} lou`, ['Later Lou']],
    ] as const) {
      await search(page).fill(text)
      await expect(entries(page)).toHaveText(found.map((name) => new RegExp(name)))
    }
    await expect(page.getByText('Showing Filtered Results')).toBeVisible()
    await search(page).fill(lee.loginId)
    await expect(page.getByText('No activities match the current filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect(search(page)).toHaveValue('')

    await field(page, 'From').fill('2026-02-02')
    await field(page, 'To').fill('2026-02-03')
    await expect(entries(page)).toHaveText([/Morning Mo/])
    await field(page, 'From').fill('2026-02-01')
    await expect(entries(page)).toHaveText([/Morning Mo/, /Evening Eve/])
    await field(page, 'To').fill('2026-02-01')
    await expect(entries(page)).toHaveText([/Evening Eve/])
    await expect(page).toHaveURL(/from=2026-02-01&to=2026-02-01/)
    await page.reload()
    await expect(entries(page)).toHaveText([/Evening Eve/])
  })

  test('says that there is nothing yet', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'], employees: [] })
    const { page } = await newDevice(shop.person, { at: logOf(shop) })
    await expect(page.getByText(`No activities found for ${shop.name}`)).toBeVisible()
    await expect(loadOlder(page)).toBeHidden()
  })

  test('pages by fifty, and goes back to the first entry of the shop with the server’s help', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'], generatedOrders: 300 })
    const readBefore = (before: string) => shop.api.read<{ auditText: string; createdAt: string }[]>(`/api/${shop.id}/activities?before=${before}`)
    const newest = await readBefore('9999-01-01T00:00:00.000Z')
    const all = [...newest, ...(await readBefore(newest.at(-1)?.createdAt ?? ''))]
    expect(all.length).toBeGreaterThan(1_000)
    const { page, context } = await newDevice(shop.person, { context: { timezoneId: 'UTC' }, at: logOf(shop) })
    await expect(page.getByText('Showing 1-50 of 1000 entries')).toBeVisible()
    await expect(page.getByText('Page 1 of 20')).toBeVisible()
    await expect(entries(page)).toHaveCount(50)
    await expect(loadOlder(page)).toBeHidden()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('Showing 51-100 of 1000 entries')).toBeVisible()
    await expect(page.getByText('Page 2 of 20')).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()

    await expect(page.getByText('Page 20 of 20')).toBeVisible()
    await context.setOffline(true)
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since/)
    await expect(page.getByText('Older entries need a connection to the server.')).toBeVisible()
    await expect(loadOlder(page)).toBeDisabled()
    await context.setOffline(false)
    await expect(page.getByText(/^Entries since .+ are shown\.$/)).toBeVisible()

    // Page by page until the server has no more.
    const lastPage = page.getByRole('button', { name: 'Last page' })
    for (let presses = 0; presses < 10 && (await loadOlder(page).isVisible()); presses += 1) {
      await Promise.all([page.waitForResponse(/\/activities\?/), loadOlder(page).click()])
      await expect(loadOlder(page).and(page.locator('[aria-busy]'))).toHaveCount(0)
      if ((await lastPage.getAttribute('aria-disabled')) !== 'true') await lastPage.click()
      // The button, if any, stands below the last page.
      await expect(page.getByText(/^Page (\d+) of \1$/)).toBeVisible()
    }
    await expect(page.getByText(`of ${all.length} entries`)).toBeVisible()
    await expect(loadOlder(page)).toBeHidden()
    await expect(entries(page).last()).toContainText(all.at(-1)?.auditText ?? '')
  })

  test('fetches the days that the device does not hold by itself', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    await addCustomer(shop, { name: 'Ancient Ann' }, new Date('2024-05-06T12:00:00Z'))
    for (let round = 0; round < 2; round += 1) {
      await shop.api.push(
        Array.from({ length: 500 }, (_, index) =>
          toMutation(shop.id, [createOp('customers', { name: `Filler ${round}/${index}`, countryCode: '+1', phone: '5550000000' })]),
        ),
      )
    }
    const { page, context } = await newDevice(shop.person, { context: { timezoneId: 'UTC' }, at: logOf(shop) })
    await field(page, 'To').fill('2024-05-06')
    await expect(entries(page)).toHaveText([/Customer 'Ancient Ann' created/])

    // So does a search; the count says that it is of the entries on this device.
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect(page.getByText('Showing 1-50 of 1000 entries, of those on this device')).toBeVisible()
    await search(page).fill('ancient ann')
    await expect(entries(page)).toHaveText([/Customer 'Ancient Ann' created/])
    await expect(page.getByText('Showing 1-1 of 1 entries')).not.toContainText('of those')
    await context.setOffline(true)
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since/)
    await search(page).fill('filler 1/49')
    await expect(page.getByText(/^Only entries since .+ are searched\. Older entries need a connection to the server\.$/)).toBeVisible()
    await expect(page.getByText('Showing 1-11 of 11 entries, of those on this device')).toBeVisible()
    // The link from an entry to its row works offline too.
    await entries(page).getByRole('link', { name: "Customer 'Filler 1/499' created" }).click()
    await expect(page).toHaveURL(new RegExp(`/${shop.id}/orders/[0-9a-f-]{36}$`))
  })

  test('moves nothing while somebody reads, and tells what came', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'], generatedOrders: 30 })
    const { page } = await newDevice(shop.person, { at: logOf(shop) })
    await addCustomer(shop, { name: 'First Fay' })
    await expect(entries(page).first()).toContainText("Customer 'First Fay' created")

    await entries(page).nth(2).hover()
    await addCustomer(shop, { name: 'Second Sue' })
    const waiting = page.getByRole('button', { name: /^1 new entry: show/ })
    await expect(waiting).toBeVisible()
    await expect(entries(page).first()).toContainText('First Fay')
    // Once the pointer leaves the entries, the new one shows.
    await page.getByRole('heading', { name: 'Activities' }).hover()
    await expect(entries(page).first()).toContainText('Second Sue')
    await expect(waiting).toBeHidden()

    await page.getByRole('button', { name: 'Next page' }).click()
    // An entry is whole once the device has read what it is about: its link and its ticket come together.
    await expect(entries(page).first().getByRole('link')).toBeVisible()
    const second = await entries(page).first().innerText()
    await addCustomer(shop, { name: 'Third Tia' })
    await addCustomer(shop, { name: 'Fourth Flo' })
    await expect(page.getByRole('button', { name: '2 new entries: show' })).toBeVisible()
    expect(await entries(page).first().innerText()).toBe(second)
    await page.getByRole('button', { name: '2 new entries: show' }).click()
    await expect(entries(page).first()).toContainText('Fourth Flo')
    await expect(page.getByText(/^Page 1 of /)).toBeVisible()
  })

  test('goes by keyboard alone', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'], generatedOrders: 30 })
    const { page } = await newDevice(shop.person)
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await expect(page).toHaveURL(`/${shop.id}/activities`)
    await expect(entries(page)).toHaveCount(50)
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('order')
    await expect(page.getByText('Showing Filtered Results')).toBeVisible()
    await page.keyboard.press('Tab')
    for (let steps = 0; steps < 30 && !(await log(page).evaluate((region) => region === document.activeElement)); steps += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await expect(entries(page).last()).toBeInViewport()
  })

  test('is read and searched offline', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    await addCustomer(shop, { name: 'Offline Olga' })
    const { page, context } = await newDevice(shop.person)
    await context.setOffline(true)
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since/)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Activities' }).first().click()
    await search(page).fill('olga')
    await expect(entries(page)).toHaveText([/Customer 'Offline Olga' created/])
    await search(page).fill('nobody like that')
    await expect(page.getByText('No activities match the current filters')).toBeVisible()
  })
})

test.describe('without view_activity', () => {
  test('the view is not offered, and its address says why', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    const { page } = await newDevice(shop.person)
    await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Activities' })).toHaveCount(0)
    await page.goto(`/${shop.id}/activities`)
    await expect(page.getByText("Access Denied: You don't have permission to view activities. Contact your administrator.")).toBeVisible()
  })

  test('the server’s refusal is told, also where the device has not heard yet', async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop({ privileges: ['view_activity'], generatedOrders: 300 })
    const { page } = await newDevice(shop.person, { context: { timezoneId: 'UTC' }, at: logOf(shop) })
    await expect(page.getByText('Showing 1-50 of 1000 entries')).toBeVisible()
    // The device learns that the right has ended only after `release`.
    const release = await holdRequests(page, /\/api\/sync\/(bootstrap|pull)/)
    await server.seed({ rights: [{ loginId: shop.person.loginId, privileges: [] }] })
    await page.getByRole('button', { name: 'Last page' }).click()
    await loadOlder(page).click()
    await expect(page.getByText("Access Denied - You don't have permission to view activities data. Contact your administrator.")).toBeVisible()
    release()
    await expect(page.getByText("Access Denied: You don't have permission to view activities. Contact your administrator.")).toBeVisible()
  })
})
