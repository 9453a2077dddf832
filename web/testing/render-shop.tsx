// The whole dashboard of one test: a real device, in this page, on the model of the server. How a browser test becomes one of these:
//   makeShop(options)                      the same, without await; `addOrder(shop, …)` and the like come from `shop-rows.ts`
//   newDevice(shop.person, { at })         renderShop({ shop, at }), or renderShop({ at, …options }) where the test needs no rows before
//   locator('css')                         css('css');  `field`, `rowWith`, `toast` and the like come from `screen.ts`, without the page
//   expect(x).toBeVisible()                expect.element(x).toBeVisible();  toBeHidden, toHaveCount(0) → not.toBeInTheDocument()
//   toHaveText, toContainText             toHaveTextContent, toMatchTextContent;  of lists, counts and addresses: expectTexts, expectTextsContaining, expectCount, expectAddress
//   keyboard.press, x.press                press('Control+Enter'), press('Enter', x);  check() → click(), selectOption → selectOptions
//   setOffline(true), goto, reload, goBack app.goOffline(), app.goTo(path), app.reload(), history.back();  setViewportSize → page.viewport
//   expect.poll(() => shop.api.pullAll(…)) the same;  a route of REST: `rest: { 'GET /api/…': () => answer }`, `*` stands for a part
// It stays a browser test where it needs a second tab or a real device beside it, a page that is closed or killed, the service worker,
// cookies and sign-in, downloads, the audit text of the server, or a fault of the network. Waiting is for an element, never for a time.
// A string as name or text matches exactly in vitest's locators, unlike in Playwright's: `not.toBeInTheDocument()` of part of a text always passes.
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { followClockOf } from '#web/device/platform/device-clock.ts'
import { type TestDevice, untilSynced } from '#web/device/testing/test-device.ts'
import { appHistory } from '#web/navigation/navigate.ts'
import { fetchParts } from '#web/navigation/parts.ts'
import { Toasts } from '#web/navigation/toasts.tsx'
import { SessionContext } from '#web/session/session.ts'
import { useDeviceState } from '#web/shell/open-device.ts'
import { Pages } from '#web/shell/router.tsx'
import '#web/shell/signed-in.tsx'
import { resetAppState } from './app-state.ts'
import { type PersonOptions, type SignedIn, signIn } from './render-on-device.tsx'
import { makeShop, type ShopOptions, type TestShop } from './shop-server.ts'

type Options = ShopOptions &
  Pick<PersonOptions, 'person' | 'rest'> & {
    /** The shop with its rows, where a test adds some before the device is there. */
    shop?: TestShop
    /** The address that is opened; the shop's orders where none is said. */
    at?: string | ((shop: TestShop) => string)
    /** Adds rows before the device is there. */
    seed?: (shop: TestShop) => Promise<unknown>
  }

export type RenderedShop = Omit<SignedIn, 'person' | 'openDevice' | 'goOnline'> & {
  device: TestDevice
  goOnline: () => Promise<void>
  /** Opens an address as if it were typed: nothing of the page before is left but what is stored. */
  goTo: (path: string) => Promise<void>
  /** Loads the page again; the device is opened from what it has stored. */
  reload: () => Promise<void>
}

export async function renderShop({ at, seed, ...options }: Options = {}): Promise<RenderedShop> {
  const shop = options.shop ?? makeShop(options)
  await seed?.(shop)
  const { person, openDevice, goOnline, ...signedIn } = signIn({ ...options, shop })
  const opened: RenderedShop = {
    ...signedIn,
    device: await openDevice(),
    goOnline: async () => {
      goOnline()
      await untilSynced(opened.device)
    },
    goTo: async (path) => {
      await unmount()
      await mount(path)
    },
    reload: async () => {
      const { pathname, search } = window.location
      await unmount()
      await opened.device.close()
      opened.device = await openDevice()
      await mount(pathname + search)
    },
  }

  let screen: Awaited<ReturnType<typeof render>> | undefined
  const mount = async (path: string): Promise<void> => {
    resetAppState()
    followClockOf(opened.device.sync)
    useDeviceState.setState({ userId: person.userId, opened: { state: 'open', device: opened.device } })
    appHistory().go(path)
    screen = await render(
      <>
        <SessionContext value={opened.session}>
          <Pages />
        </SessionContext>
        <Toasts />
      </>,
    )
    await loadParts()
    await expect.element(page.getByRole('button', { name: /^Welcome, /, includeHidden: true })).toBeInTheDocument()
  }
  const unmount = async (): Promise<void> => {
    await screen?.unmount()
    screen = undefined
  }

  await mount(typeof at === 'function' ? at(shop) : (at ?? shop.path))
  return opened
}

let areLoaded = false

/** Loads the lazy chunks of the app once for all files of a run. A loaded chunk may declare further ones. */
async function loadParts(): Promise<void> {
  if (areLoaded) return
  for (let round = 0; round < 3; round++) await fetchParts()
  areLoaded = true
}
