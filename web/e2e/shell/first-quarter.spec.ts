import type { Locator, Page } from '@playwright/test'
import { findFaults } from '../harness/find-faults.ts'
import { choice, expect, field, ordersTable, signIn, test } from '../harness/fixtures.ts'

test('a new owner comes from the first page to the first printed label in at most 12 actions, and in 6 more to a colleague who has work (START-01, TEAM-05)', async ({
  page,
  ownServer,
}) => {
  const actions = { label: 0, colleague: 0 }
  let towards: keyof typeof actions = 'label'
  const fill = async (within: Page | Locator, label: string, text: string): Promise<void> => {
    actions[towards] += 1
    await field(within, label).fill(text)
  }
  const press = async (within: Page | Locator, name: string): Promise<void> => {
    actions[towards] += 1
    await within.getByRole('button', { name, exact: true }).click()
  }
  await page.addInitScript(() => Object.assign(window, { prints: 0, print: () => void ((window as unknown as { prints: number }).prints += 1) }))
  await page.goto(`${ownServer.url}/login`)
  await signIn(page, { loginId: 'admin', password: 'first-admin' })

  await expect(page).toHaveURL(/\/app-settings\/start$/)
  await expect(choice(page, 'Country')).toHaveValue('United States')
  expect(await findFaults(page)).toEqual([])
  await fill(page, 'Your name', 'Olga Owner')
  await fill(page, 'Shop name', 'Harbour Lab')
  await expect(field(page, 'Shop code')).toHaveValue('harbour-lab')
  await press(page, 'Create shop')
  await expect(page.getByRole('heading', { name: 'Your shop (done)' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])

  towards = 'colleague'
  await fill(page, 'Name', 'Kofi Anders')
  await press(page, 'Add colleague')
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Kofi Anders' })).toContainText('Technician')

  towards = 'label'
  await press(page, 'Take in the first order')
  const order = page.getByRole('dialog')
  for (const [label, text] of [
    ['Name', 'Mia Berg'],
    ['Phone', '4155550142'],
    ['Device Details', 'Phone'],
    ['Issue Description', 'Screen is cracked'],
  ] as const)
    await fill(order, label, text)
  towards = 'colleague'
  actions.colleague += 1
  await choice(order, 'Assigned To').selectOption({ label: 'Kofi Anders' })
  towards = 'label'
  await press(order, 'Save Customer + Order')
  await expect(page.getByRole('heading', { name: 'Drop off Checklist' })).toBeVisible()
  await press(page, 'Print label')
  const printing = page.getByRole('dialog', { name: 'Print', exact: true })
  await expect(printing.getByRole('region', { name: 'Preview' })).toContainText('Mia Berg')
  await press(printing, 'Print')
  expect(await page.evaluate(() => (window as unknown as { prints: number }).prints)).toBe(1)
  expect(actions.label).toBeLessThanOrEqual(12)
  expect(actions.colleague).toBeLessThanOrEqual(6)
  await page.goto(`${ownServer.url}/`)
  await expect(ordersTable(page).getByRole('row', { name: /Mia Berg/ })).toContainText('Kofi Anders')
})

test('the guide is left and taken up again, and gives a colleague a sign-in, a shop and a role', { tag: '@long' }, async ({ page, ownServer, newDevice }) => {
  await page.goto(`${ownServer.url}/login`)
  await signIn(page, { loginId: 'admin', password: 'first-admin' })
  await field(page, 'Your name').fill('Olga Owner')
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
  await page.getByRole('button', { name: 'Switch on 4 messages as texts' }).click()
  await expect(page.getByText('4 messages are on.')).toBeVisible()
  await expect(page.getByText(/^No sender is set up/)).toBeVisible()
  await page.getByRole('button', { name: 'Switch on the page for customers' }).click()
  await expect(page.getByText(`${ownServer.url}/harbour-lab`)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  const colleague = await newDevice({ userId: '', name: 'Kofi Anders', loginId, password }, { url: ownServer.url })
  await expect(colleague.page).toHaveURL(/\/orders$/)
  await expect(colleague.page.getByRole('link', { name: /Reports/ })).toBeVisible()
})
