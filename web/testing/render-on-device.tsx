// Renders one component on a real device with the model server, where no address leads to it alone, or where its props
// are under test. `render-shop.tsx` renders the whole dashboard on the same device.
import '../styles/app.css'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { render, type RenderResult } from 'vitest-browser-react'
import type { Op } from '#schema/api/sync.ts'
import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { http } from '#web/api/http.ts'
import type { DeviceOptions } from '#web/device/device.ts'
import { watchBrowserWakeUps } from '#web/device/platform/ports.ts'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { mapNotes, openTestDevice, type TestDevice, untilSynced } from '#web/device/testing/test-device.ts'
import { createSession } from '#web/session/session-store.ts'
import { SessionContext } from '#web/session/session.ts'
import type { Session } from '#web/session/session-types.ts'
import { resetAppState } from './app-state.ts'
import { answerRest, type Rest } from './answer-rest.ts'
import type { Person, TestShop } from './shop-server.ts'
import { Network } from './test-network.ts'

export type PersonOptions = {
  shop: TestShop
  person?: Person | undefined
  rest?: Rest | undefined
  /** The device's collections; all by default. */
  collections?: readonly CollectionName[]
  wait?: DeviceOptions['wait']
  /** The server answers no pull before this; the device then opens unsynced. */
  pullsAfter?: Promise<void>
}

export type SignedIn = {
  shop: TestShop
  person: Person
  session: Session
  writeAsOther: (ops: readonly Op[]) => Promise<unknown>
  goOffline: () => void
  goOnline: () => void
  /** Opens the user's device, or reopens it from its storage. Waits for sync if possible. */
  openDevice: () => Promise<TestDevice>
}

export function signIn({ shop, person = shop.person, rest = {}, collections = collectionNames, wait, pullsAfter }: PersonOptions): SignedIn {
  const network = new Network()
  const server = answerRest({ shop, person, rest, network })
  const api = shop.server.apiOf(person.userId)
  const pull: typeof api.pull = async (...sent) => {
    await pullsAfter
    return api.pull(...sent)
  }
  const ports = { notes: mapNotes(), api: network.wrap({ ...api, pull }), watchWakeUps: watchBrowserWakeUps, ...(wait && { wait }) }
  onTestFinished(() => {
    network.restore()
    resetAppState()
    server.assertAllAnswered()
  })
  return {
    shop,
    person,
    session: sessionOf(shop, person),
    writeAsOther: (ops) => shop.api.write(shop.id, ops),
    goOffline: () => network.cut(),
    goOnline: () => network.restore(),
    openDevice: async () => {
      const device = await openTestDevice({ ...ports, userId: person.userId, collections: [...collections] })
      if (network.isOnline && pullsAfter === undefined) await untilSynced(device)
      return device
    },
  }
}

export async function renderOnDevice(element: ReactNode, options: PersonOptions): Promise<SignedIn & { screen: RenderResult; device: TestDevice }> {
  const signedIn = signIn(options)
  const device = await signedIn.openDevice()
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <SessionContext value={signedIn.session}>
      <DeviceProvider device={device}>{children}</DeviceProvider>
    </SessionContext>
  )
  return { ...signedIn, device, screen: await render(element, { wrapper }) }
}

function sessionOf(shop: TestShop, { userId }: Person): Session {
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
