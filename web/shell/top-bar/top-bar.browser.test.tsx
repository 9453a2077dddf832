import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { privilegeNames } from '#schema/privileges.ts'
import { customerInput, orderInput } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { addTask } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import type {} from '../refused-edit-dialog.tsx' // Declares a dialog that features open.
import { TopBar } from './top-bar.tsx'

async function openBar(name: string) {
  const shop = makeShop({ name, privileges: privilegeNames })
  Object.assign(shop.person, { loginId: 'robin', name: 'Robin Marshall' })
  const customer = customerInput({ name: 'Ada' })
  await shop.api.write(shop.id, [customer, ...Array.from({ length: 100 }, () => orderInput(customer.id))])
  for (let count = 0; count < 12; count += 1) await addTask(shop, { description: 'Call back', dueTimestamp: '2026-03-01T10:00:00.000Z' })
  const bar = <TopBar shop={shop.server.shops.get(shop.id) ?? expect.fail()} tab="orders" />
  // Counts show from 1,280 px on.
  await page.viewport(1280, 768)
  const { screen } = await renderOnDevice(bar, { shop, collections: ['customers', 'orders', 'tasks'] })
  await expect.element(screen.getByRole('img', { name: '100 open orders' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: '12 tasks due' })).toBeVisible()
  await document.fonts.ready
  return { screen, shownName: screen.getByRole('button', { name: `Shop: ${name}` }).getByText(name) }
}

const hiddenPixels = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): number =>
  Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight)

test('a shop’s name of 20 letters is whole from 1,080 px on, and of short words from 1,024 px on, beside all views and the bar’s buttons', async () => {
  for (const name of ['Harbour Lane Repairs', 'Fahrradwerkstattberg']) {
    const { screen, shownName } = await openBar(name)
    for (const width of [1024, 1080, 1152, 1180, 1280, 1440]) {
      await page.viewport(width, 768)
      // At this width a long name gets what the buttons leave.
      if (width > 1024 || name.includes(' ')) await expect.poll(() => hiddenPixels(shownName.element()), { message: `${name} at ${width} px` }).toBe(0)
      const bar = screen.getByRole('banner').element()
      expect(hiddenPixels(bar)).toBe(0)
      await expect.element(screen.getByRole('button', { name: 'Scan a code' })).toBeVisible()
      for (const button of [...bar.querySelectorAll('button')].filter((one) => one.checkVisibility())) {
        const { width: across, height } = button.getBoundingClientRect()
        expect(Math.min(across, height), `${button.ariaLabel} at ${width} px`).toBeGreaterThanOrEqual(44)
      }
      const views = screen.getByRole('navigation', { name: 'Views' }).element()
      const inventory = screen.getByRole('link', { name: 'Inventory' }).element()
      // Only the last view's padding may be cut.
      expect(inventory.getBoundingClientRect().right - views.getBoundingClientRect().right).toBeLessThanOrEqual(7)
    }
    await screen.unmount()
  }
})
