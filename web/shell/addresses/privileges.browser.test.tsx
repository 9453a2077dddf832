import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Administration } from '#web/testing/administration-rest.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { chooseFromUserMenu, expectAddress, expectTexts, press } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const tabs = () => page.getByRole('navigation', { name: 'Views' }).first().getByRole('link')
const denied = () => page.getByText(/Access Denied/)

describe('what a privilege opens', () => {
  test('nothing beyond the daily work without one', async () => {
    const shop = makeShop()
    const app = await renderShop({ shop, rest: new Administration(shop.server).restOf(shop.person) })
    await expectTexts(tabs(), [/^Customers/, /^Orders/, /^Tasks/, /^Inventory/])

    await page.getByRole('button', { name: /^Welcome, / }).click()
    await expectTexts(page.getByRole('menuitem'), [/^Profile/, /^Recently deleted/, /^Keyboard shortcuts/, /^Logout/])
    await press('Escape')

    await page.getByRole('button', { name: 'New', exact: true }).click()
    await expectTexts(page.getByRole('menuitem'), [/^Create Customer\+Order$/, /^Create Customer/, /^Create Order/, /^Sell/, /^Till$/])
    await press('Escape')

    for (const view of ['activities', 'reports']) {
      await app.goTo(`/${shop.id}/${view}`)
      await expect.element(page.getByText(`Access Denied: You don't have permission to view ${view}. Contact your administrator.`)).toBeVisible()
    }

    await app.goTo('/entity-settings')
    await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect.element(page.getByText("You don't have the required permissions to access this page.")).toBeVisible()
    await expect.element(page.getByText('Required privilege: view_entity_setting')).toBeVisible()

    // Privileges hide only these pages' menu items; their addresses open for every signed-in user.
    for (const address of ['/profile', '/shop-settings', '/app-settings']) {
      await app.goTo(address)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.element(denied()).not.toBeInTheDocument()
    }
  })

  test('all views and pages with all of them', async () => {
    const shop = makeShop({ privileges: ['view_activity', 'view_report', 'view_shop_setting', 'view_entity_setting', 'view_app_setting'] })
    await renderShop({ shop, rest: new Administration(shop.server).restOf(shop.person) })
    await expectTexts(tabs(), [/^Customers/, /^Orders/, /^Tasks/, /^Activities/, /^Reports/, /^Inventory/])
    for (const [item, address] of [
      ['Profile', '/profile'],
      ['Shop Settings', '/shop-settings'],
      ['Entity Settings', '/entity-settings'],
      ['App Settings', '/app-settings'],
    ] as const) {
      await chooseFromUserMenu(item)
      await expectAddress(address)
      await expect.element(page.getByRole('heading', { level: 1, name: new RegExp(`^${item}`) })).toBeVisible()
      await expect.element(denied()).not.toBeInTheDocument()
    }
  })
})

test('somebody without a shop, and without a name, gets the frame and is told whom to ask', async () => {
  const shop = makeShop()
  const person = { ...shop.person, name: '' }
  shop.server.people.set(person.userId, person)
  shop.server.users.set(person.userId, { privileges: [], shopIds: [] })
  await renderShop({ shop, person, at: '/' })
  await expect.element(page.getByText('No shops assigned')).toBeVisible()
  await expect.element(page.getByText('Contact your administrator to get access to shops.')).toBeVisible()
  await page.getByRole('button', { name: `Welcome, ${person.loginId}. Menu` }).click()
  await expect.element(page.getByRole('menuitem', { name: /^Logout/ })).toBeVisible()
})

test('the refresh button fetches what is new', async () => {
  const shop = makeShop()
  await renderShop({ shop })
  const before = shop.server.pulls.length
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => shop.server.pulls.length).toBeGreaterThan(before)
})
