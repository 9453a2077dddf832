import { create } from 'zustand'
import { createSealKeys } from '#web/api/seal-keys.ts'
import { createSyncApi } from '#web/api/sync-api.ts'
import { http } from '#web/api/http.ts'
import { openDevice } from '#web/device/device.ts'
import type { Session } from '#web/session/session-types.ts'
import { isDebugAsked } from './sync/debug-mode.ts'
import { followClockOf } from '#web/device/platform/device-clock.ts'
import type { Device } from '#web/device/device-types.ts'
import { firstPageViews } from '#schema/api/sync.ts'
import type { OpensAt } from '#web/device/sync/head-start.ts'
import { tabs } from '#web/features/all-features.ts'
import { findShop, loginPath, parseDashboardPath, sortShops, toReturnPath } from '../navigation/paths.ts'

const findFirstView: OpensAt = ({ shops }) => {
  const { pathname, search } = readAddress()
  const parsed = parseDashboardPath(pathname, tabs)
  const shop = ('shopPart' in parsed ? findShop(shops, parsed.shopPart) : undefined) ?? sortShops(shops)[0]
  const tab = parsed.kind === 'root' ? (new URLSearchParams(search).get('view') ?? 'orders') : parsed.kind === 'dashboard' ? parsed.tab : 'orders'
  const view = firstPageViews.find((known) => known === tab)
  return shop === undefined || view === undefined ? undefined : { view, shopId: shop.id }
}

/** The sign-in page counts as its target. */
function readAddress(): { pathname: string; search: string } {
  const { origin, pathname, search } = window.location
  return pathname === loginPath ? new URL(toReturnPath(new URLSearchParams(search).get('next')) ?? '/', origin) : { pathname, search }
}

/** `isBlocked`: an older version of the app in another tab still holds the data. */
type DeviceState = { state: 'opening'; isBlocked?: true } | { state: 'open'; device: Device } | { state: 'failed'; error: unknown }

/** Tests put their own device here (`web/testing`). */
export const useDeviceState = create<{ userId: string | null; opened: DeviceState }>(() => ({ userId: null, opened: { state: 'opening' } }))

/**
 * Opens the user's local database once per page. Only leaving the page closes it, as every sign-out and change of user
 * does, so that no user's rows stay in memory. `isSignIn`: just signed in, so the device probably holds no rows.
 */
export function ensureDevice(userId: string, isSignIn = false): void {
  if (useDeviceState.getState().userId === userId) return
  useDeviceState.setState({ userId, opened: { state: 'opening' } })
  openDevice({
    userId,
    api: createSyncApi({ http, userId }),
    keys: createSealKeys({ http, userId }),
    onBlocked: () => useDeviceState.setState({ opened: { state: 'opening', isBlocked: true } }),
    opensAt: findFirstView,
    isSignIn,
    logsSync: isDebugAsked(),
  }).then(
    (device) => {
      followClockOf(device.sync)
      useDeviceState.setState({ opened: { state: 'open', device } })
    },
    (error: unknown) => useDeviceState.setState({ opened: { state: 'failed', error } }),
  )
}

/** Opens the device at the sign-in, before the page changes. */
export function openAtSignIn({ store }: Pick<Session, 'store'>): void {
  const stop = store.subscribe(({ status, user }) => {
    if (status !== 'signed-in' || user === null) return
    stop()
    ensureDevice(user.id, true)
  })
}

export const useOpenedDevice = (): DeviceState => useDeviceState(({ opened }) => opened)
