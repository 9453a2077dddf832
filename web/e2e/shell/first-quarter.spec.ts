import { findFaults } from '../harness/find-faults.ts'
import { expect, field, ordersTable, test } from '../harness/fixtures.ts'

test('a new owner comes from an empty system to the first order in at most 12 actions (START-01)', async ({ page, ownServer }) => {
  let actions = 0
  const fill = async (label: string, text: string): Promise<void> => {
    actions += 1
    await field(page, label).fill(text)
  }
  const press = async (name: string | RegExp): Promise<void> => {
    actions += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page.goto(`${ownServer.url}/`)
  await fill('Username', 'admin')
  actions += 1
  await page.getByLabel('Password', { exact: true }).fill('first-admin')
  await press('Sign In')

  await expect(page).toHaveURL(/\/app-settings\/start$/)
  expect(await findFaults(page)).toEqual([])
  await fill('Shop name', 'Harbour Lab')
  await expect(field(page, 'Shop code')).toHaveValue('harbour-lab')
  await press('Create shop')
  await expect(page.getByRole('heading', { name: 'Your shop (done)' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])

  await press('Take in the first order')
  const order = page.getByRole('dialog')
  await expect(order).toBeVisible()
  for (const [label, text] of [
    ['Name', 'Mia Berg'],
    ['Phone', '4155550142'],
    ['Device Details', 'Phone'],
    ['Issue Description', 'Screen is cracked'],
  ] as const) {
    actions += 1
    await field(order, label).fill(text)
  }
  actions += 1
  await order.getByRole('button', { name: 'Save Customer + Order' }).click()
  await expect(page.getByRole('heading', { name: 'Drop off Checklist' })).toBeVisible()
  await press('Done')
  await expect(ordersTable(page).getByRole('row', { name: /Mia Berg/ })).toBeVisible()
  expect(actions).toBeLessThanOrEqual(12)
})

test('the guide is left and taken up again, and gives a colleague a sign-in, a shop and a role', async ({ page, ownServer, newDevice }) => {
  await page.goto(`${ownServer.url}/`)
  await field(page, 'Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('first-admin')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await field(page, 'Shop name').fill('Harbour Lab')
  await page.getByRole('button', { name: 'Create shop' }).click()
  await expect(page.getByRole('heading', { name: 'Your shop (done)' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your shop (done)' })).toBeVisible()
  await field(page, 'Name').fill('Kofi Anders')
  await page.getByRole('combobox', { name: /^Role$/ }).selectOption({ label: 'Front desk' })
  await page.getByRole('button', { name: 'Add colleague' }).click()
  const made = page.getByRole('list', { name: 'New sign-ins' }).getByRole('listitem')
  await expect(made).toHaveCount(1)
  const [, loginId = '', password = ''] = await made.locator('span').allTextContents()
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Kofi Anders' })).toContainText('Front desk')
  await page.getByRole('button', { name: 'Add a drop-off checklist' }).click()
  await expect(page.getByText('Drop-off checklist: 6 items')).toBeVisible()
  await page.getByRole('button', { name: 'Switch on the page for customers' }).click()
  await expect(page.getByText(`${ownServer.url}/harbour-lab`)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  const colleague = await newDevice({ userId: '', name: 'Kofi Anders', loginId, password }, { url: ownServer.url })
  await expect(colleague.page).toHaveURL(/\/orders$/)
  await expect(colleague.page.getByRole('link', { name: /Reports/ })).toBeVisible()
})
