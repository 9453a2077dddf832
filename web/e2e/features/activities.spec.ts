import { expect, test } from '../harness/fixtures.ts'
import { addCustomer } from '../harness/rows.ts'

test('the activities view tells what happened, when, and who did it', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['view_activity'], generatedOrders: 1 })
  await addCustomer(shop, { name: 'Named Nora' }, new Date('2026-02-03T15:30:00Z'))
  const { page } = await newDevice(shop.person, { context: { timezoneId: 'America/Toronto', locale: 'en-US' }, at: `/${shop.id}/activities` })

  const search = page.getByRole('searchbox', { name: 'Search activities by text or user' })
  const log = page.getByRole('region', { name: 'Log entries' })
  const entries = log.getByRole('listitem')

  await search.fill('Named Nora')
  await expect(entries).toHaveText([/^Customer 'Named Nora' createdUser: Kay .+10:30 AMarrived .+ [AP]M$/])
  await expect(entries).toContainText(`User: ${shop.person.name}`)
  await expect(entries.getByRole('time').first()).toHaveAttribute('datetime', /^2026-02-03T15:30:/)
  await expect(log.getByRole('heading', { name: 'Feb 3, 2026' })).toBeVisible()
  await search.fill('import order')
  await expect(entries.first()).toContainText('User: Import')
  await search.fill("Employee 'Ana Ruiz'")
  await expect(entries).toContainText('User: Customer portal')

  await expect(page).toHaveURL(/q=Employee/)
  await page.getByRole('link', { name: 'Changes not accepted' }).click()
  await expect(page).toHaveURL(`/${shop.id}/activities/refused-changes`)
})
