import '../../styles/app.css'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import { createStore } from 'zustand/vanilla'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { closeTestDevices, customerInput, openTestDevice, orderInput, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { SessionContext } from '#web/session/session.ts'
import type { Session, SessionState } from '#web/session/session-types.ts'
import type {} from '../refused-edit-dialog.tsx' // Declares a dialog that features open.
import { TopBar } from './top-bar.tsx'

afterEach(async () => {
  await page.viewport(1024, 768)
  await closeTestDevices()
})

/** The bar of a shop as busy as a shop may be. */
async function openBar(name: string) {
  const [shopId, userId] = [v7(), v7()]
  const server = new ModelServer()
  server.addUser(userId, [shopId])
  const customer = customerInput({ name: 'Ada' })
  const orders = Array.from({ length: 100 }, () => orderInput(customer.id))
  for (const { action, collection, id, values } of [customer, ...orders]) server.write(userId, shopId, [{ action, collection, id, values }])
  for (const id of Array.from({ length: 12 }, () => v7())) {
    server.write(userId, shopId, [
      { action: 'create', collection: 'tasks', id, values: { description: 'Call back', dueTimestamp: '2026-03-01T10:00:00.000Z' } },
    ])
  }
  const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: ['customers', 'orders', 'tasks'] })
  await untilSynced(device)
  const [shop] = device.sync.bootstrap.get()?.shops ?? []
  const store = createStore(() => ({ user: { id: userId, login_id: 'robin', name: 'Robin Marshall' }, needsSignIn: false }) as SessionState)
  const screen = await render(
    <SessionContext value={{ store, hasPrivilege: (() => true) as Session['hasPrivilege'] } as Session}>
      <DeviceProvider device={device}>
        <TopBar shop={{ ...shop, name } as BootstrapShop} tab="orders" />
      </DeviceProvider>
    </SessionContext>,
  )
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
      // There a long word gets what the buttons leave.
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
      // Of the last view nothing but its padding may be cut.
      expect(inventory.getBoundingClientRect().right - views.getBoundingClientRect().right).toBeLessThanOrEqual(7)
    }
    await screen.unmount()
  }
})
