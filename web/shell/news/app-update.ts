import type { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { mendPrecache } from './mend-precache.ts'

const checkEveryMs = 60 * 60 * 1000
/** A browser stops a worker that has nothing to do for half a minute, and with it the last reason to keep the new one waiting. */
const takeoverMs = 45_000

/** `isUpdating`: somebody pressed Update, and the browser has not handed over to the new version yet. */
export const useUpdate = create<{ isReady: boolean; isUpdating: boolean }>(() => ({ isReady: false, isUpdating: false }))

let workbox: Workbox | undefined
let wasAsked = false

/** Registers the service worker and watches for a newer one. Only the tab in which somebody pressed Update loads again. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { Workbox: WorkboxWindow } = await import('workbox-window')
  workbox = new WorkboxWindow('/sw.js')
  // Loaded again during the very first visit, a page is taken over by the version that it came from: nothing is new to it.
  const wasControlled = navigator.serviceWorker.controller !== null
  const announce = (): void => useUpdate.setState({ isReady: true })
  workbox.addEventListener('waiting', announce)
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (wasAsked) window.location.reload()
    // Another tab has updated, so this one is old now and announces it.
    else if (isUpdate === true || (isExternal === true && wasControlled)) announce()
  })
  await workbox.register()
  void mendPrecache().catch(() => undefined)
  const check = (): void => void workbox?.update().catch(() => undefined)
  setInterval(check, checkEveryMs)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

export function applyUpdate(): void {
  wasAsked = true
  useUpdate.setState({ isUpdating: true })
  setTimeout(() => useUpdate.setState({ isUpdating: false }), takeoverMs)
  workbox?.messageSkipWaiting()
  // Where the new version took over in another tab, no worker is waiting any more, and loading again is enough.
  void navigator.serviceWorker.getRegistration().then((registration) => {
    if (registration?.waiting == null) window.location.reload()
  })
}

/** Loads the newest version that can be had: asks the server for one first, as far as there is a connection. */
export async function reloadToNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  const coming = registration?.installing
  if (coming != null) {
    await new Promise<void>((resolve) => {
      coming.addEventListener('statechange', () => coming.state !== 'installing' && resolve())
    })
  }
  if (registration === undefined) window.location.reload()
  else applyUpdate()
}
