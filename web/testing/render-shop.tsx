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
import '../styles/app.css'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Op } from '#schema/api/sync.ts'
import { collectionNames } from '#schema/collections/index.ts'
import { http } from '#web/api/http.ts'
import { followClockOf } from '#web/device/platform/device-clock.ts'
import { watchBrowserWakeUps } from '#web/device/platform/ports.ts'
import { mapNotes, openTestDevice, type TestDevice, untilSynced } from '#web/device/testing/test-device.ts'
import { appHistory } from '#web/navigation/navigate.ts'
import { fetchParts } from '#web/navigation/parts.ts'
import { Toasts } from '#web/navigation/toasts.tsx'
import { createSession } from '#web/session/session-store.ts'
import { SessionContext } from '#web/session/session.ts'
import type { Session } from '#web/session/session-types.ts'
import { useDeviceState } from '#web/shell/open-device.ts'
import { Pages } from '#web/shell/router.tsx'
import '#web/shell/signed-in.tsx'
import { resetAppState } from './app-state.ts'
import { answerRest, type Rest } from './answer-rest.ts'
import { makeShop, type Person, type ShopOptions, type TestShop } from './shop-server.ts'
import { Network } from './test-network.ts'

type Options = ShopOptions & {
  /** The shop with its rows, where a test adds some before the device is there. */
  shop?: TestShop
  /** Who is signed in, where it is not the shop's person. */
  person?: Person
  /** The address that is opened; the shop's orders where none is said. */
  at?: string | ((shop: TestShop) => string)
  /** Adds rows before the device is there. */
  seed?: (shop: TestShop) => Promise<unknown>
  rest?: Rest
}

export type RenderedShop = {
  shop: TestShop
  device: TestDevice
  session: Session
  /** What another device writes into the shop meanwhile. */
  writeAsOther: (ops: readonly Op[]) => Promise<unknown>
  goOffline: () => void
  goOnline: () => Promise<void>
  /** Opens an address as if it were typed: nothing of the page before is left but what is stored. */
  goTo: (path: string) => Promise<void>
  /** Loads the page again; the device is opened from what it has stored. */
  reload: () => Promise<void>
}

export async function renderShop({ at, seed, rest = {}, ...options }: Options = {}): Promise<RenderedShop> {
  const shop = options.shop ?? makeShop(options)
  const person = options.person ?? shop.person
  await seed?.(shop)
  const network = new Network()
  const server = answerRest({ shop, person, rest, network })
  const ports = { notes: mapNotes(), api: network.wrap(shop.server.apiOf(person.userId)), watchWakeUps: watchBrowserWakeUps }
  const open = async (): Promise<TestDevice> => {
    const device = await openTestDevice({ ...ports, userId: person.userId, collections: [...collectionNames] })
    if (network.isOnline) await untilSynced(device)
    return device
  }
  const opened: RenderedShop = {
    shop,
    device: await open(),
    session: signedIn(shop, person),
    writeAsOther: (ops) => shop.api.write(shop.id, ops),
    goOffline: () => network.cut(),
    goOnline: async () => {
      network.restore()
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
      opened.device = await open()
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

  onTestFinished(() => {
    network.restore()
    resetAppState()
    server.assertAllAnswered()
  })
  await mount(typeof at === 'function' ? at(shop) : (at ?? shop.path))
  return opened
}

let areLoaded = false

/** All parts of the app, as after a hand came near; a part that came may declare further ones. Once for all files of a run. */
async function loadParts(): Promise<void> {
  if (areLoaded) return
  for (let round = 0; round < 3; round++) await fetchParts()
  areLoaded = true
}

/** The app's own session, as after a sign-in that the server has confirmed. */
function signedIn(shop: TestShop, { userId }: Person): Session {
  const fail = (): never => {
    throw new Error('A component test neither signs in nor out: that is a browser test.')
  }
  const session = createSession({
    http,
    identities: { read: async () => undefined, save: async () => undefined, clear: async () => undefined },
    pendingLogout: { get: () => false, set: () => undefined },
    offlineEntry: { countTime: async () => 0, noteConnection: async () => undefined, hasPin: async () => false, tryPin: fail },
    leaveTo: fail,
    announce: () => undefined,
    isOnline: () => navigator.onLine,
  })
  const { user, privileges } = shop.server.bootstrapOf(userId)
  session.store.setState({ status: 'signed-in', user, privileges, privilegesLoaded: true, isOffline: false })
  return session
}
