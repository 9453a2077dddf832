import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { privilegeNames } from '#schema/privileges.ts'
import { Administration } from '#web/testing/administration-rest.ts'
import { findFaults } from '#web/testing/find-page-faults.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { expectTexts } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'

afterEach(() => page.viewport(1280, 800))

const list = () => page.getByRole('navigation', { name: 'Settings' })
const entry = (name: string) => list().getByRole('link', { name, exact: true })
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('all settings stand in one list with an address each, beside the documented pages (TEAM-02)', async () => {
  const shop = makeShop({ privileges: privilegeNames })
  const administration = new Administration(shop.server)
  administration.link(administration.addEntity('Harbour Ltd', 'Mia'), shop.id)
  const app = await renderShop({ shop, at: '/shop-settings?part=all', rest: administration.restOf(shop.person) })
  await expectTexts(list().getByRole('link'), [
    'Shop',
    'Taxes and money',
    'Price list',
    'Numbers and papers',
    'Statuses and checklists',
    'Messages',
    'Customer page',
    'Team',
    'Import and export',
    'Webhooks and tokens',
    'Backups',
    'Companies',
  ])
  await expect.element(title('Shop')).toBeVisible()
  await expect.element(entry('Shop')).toHaveAttribute('aria-current', 'page')
  await entry('Messages').click()
  await expect.element(title('Messages')).toHaveFocus()
  await expect.element(entry('Messages')).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('button', { name: 'Save Messages' })).toBeVisible()
  expect(await findFaults()).toEqual([])
  await entry('Numbers and papers').click()
  await expectTexts(page.getByRole('heading', { level: 3 }), ['Receipts and labels', 'Invoices'])
  await entry('Companies').click()
  await page.getByText('Harbour Ltd has all shops. Open this for a second company.').click()
  await expect.element(page.getByRole('heading', { name: 'Create New Entity' })).toBeVisible()
  await app.goTo('/app-settings')
  await expect.element(title('App Settings')).toBeVisible()
  await entry('Backups').click()
  await expect.element(page.getByText(/This server makes no backups/)).toBeVisible()
})

test('on a phone the list is a step of its own, and shows what the person may change', async () => {
  await page.viewport(390, 844)
  const shop = makeShop()
  const app = await renderShop({ shop, at: '/shop-settings?part=all', rest: new Administration(shop.server).restOf(shop.person) })
  await expectTexts(list().getByRole('link'), ['Taxes and money', 'Price list', 'Statuses and checklists', 'Customer page', 'Webhooks and tokens'])
  await expect.element(title('Settings')).toBeVisible()
  await expect.element(title('Taxes and money')).not.toBeInTheDocument()
  await entry('Statuses and checklists').click()
  await expect.element(title('Statuses and checklists')).toBeVisible()
  await expect.element(list()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'All settings' }).click()
  await expect.element(entry('Customer page')).toBeVisible()
  await app.goTo('/shop-settings?part=team')
  await expect.element(page.getByText('You may not change this')).toBeVisible()
})

test('the team is one table, from which somebody is given work and opened (TEAM-03)', async () => {
  const shop = makeShop({ privileges: privilegeNames, employees: [] })
  const administration = new Administration(shop.server)
  administration.link(administration.addEntity('Harbour Ltd', 'Mia'), shop.id)
  await renderShop({ shop, at: '/shop-settings?part=team', rest: administration.restOf(shop.person) })
  const table = page.getByRole('grid', { name: 'Team' })
  await expectTexts(table.getByRole('columnheader'), ['Name', 'Role', 'Shops', 'Gets work', 'Sign-in', 'Last seen'])
  const me = table.getByRole('row').filter({ hasText: shop.person.loginId })
  await expectTexts(me.getByRole('gridcell'), [shop.person.name, 'Owner', shop.name, 'No', shop.person.loginId, '–'])
  await me.click()
  await page.getByRole('button', { name: `Give work in ${shop.name}` }).click()
  await expectTexts(me.getByRole('gridcell'), [shop.person.name, 'Owner', shop.name, 'Yes', shop.person.loginId, '–'])
  await expect.element(page.getByRole('combobox', { name: 'Select User' })).toHaveValue(shop.person.userId)
  await page.getByRole('button', { name: `Give no more work in ${shop.name}` }).click()
  await expectTexts(me.getByRole('gridcell'), [shop.person.name, 'Owner', shop.name, 'No', shop.person.loginId, '–'])
})

test('tablets get the address that they reach as a code, and no code while none leads here (TEAM-04)', async () => {
  const shop = makeShop({ privileges: privilegeNames, employees: [] })
  const administration = new Administration(shop.server)
  const app = await renderShop({ shop, at: '/shop-settings?part=team', rest: administration.restOf(shop.person) })
  const code = page.getByRole('img', { name: /^QR code of/ })
  await expect.element(page.getByText(/^Mainspring can be opened on this computer only/)).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
  shop.server.address = 'http://192.168.1.5:3000'
  await app.reload()
  await expect.element(code).toHaveAccessibleName('QR code of http://192.168.1.5:3000')
})

test('beside the list of Settings the columns of the team are whole on a small laptop', async () => {
  await page.viewport(1024, 800)
  const shop = makeShop({ privileges: privilegeNames, employees: [], name: 'Harbour Street Repairs and More' })
  await renderShop({ shop, at: '/shop-settings?part=team', rest: new Administration(shop.server).restOf(shop.person) })
  const cells = page.getByRole('grid', { name: 'Team' }).getByRole('gridcell')
  await expect.element(cells.filter({ hasText: 'Harbour Street Repairs and More' })).toBeVisible()
  expect(cells.elements().filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
})
