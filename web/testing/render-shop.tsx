// Renders the whole dashboard in this page, on a real device with the model server. A test belongs in `web/e2e` instead
// if it needs a second tab or real device, a closed or killed page, the service worker, cookies, sign-in, downloads,
// the server's audit text, or a network fault. Wait for an element, never for a time.
// Unlike Playwright, vitest's locators match a string as name or text exactly: `not.toBeInTheDocument()` for a part of
// a text always passes.
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
    shop?: TestShop
    at?: string | ((shop: TestShop) => string)
    seed?: (shop: TestShop) => Promise<unknown>
  }

export type RenderedShop = Omit<SignedIn, 'person' | 'openDevice' | 'goOnline'> & {
  device: TestDevice
  goOnline: () => Promise<void>
  /** Opens an address as if typed: of the previous page only the storage remains. */
  goTo: (path: string) => Promise<void>
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

/** Loads the app's lazy chunks once for all files of a run. A loaded chunk may declare further ones. */
async function loadParts(): Promise<void> {
  if (areLoaded) return
  for (let round = 0; round < 3; round++) await fetchParts()
  areLoaded = true
}
