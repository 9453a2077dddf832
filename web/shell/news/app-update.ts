import type { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { mendPrecache } from './mend-precache.ts'

const checkEveryMs = 60 * 60 * 1000
/** A browser stops an idle worker after half a minute, and with it the last reason for the new one to wait. */
const takeoverMs = 45_000

/** `isUpdating`: Update was pressed, and the browser has not switched to the new version yet. */
export const useUpdate = create<{ isReady: boolean; isUpdating: boolean }>(() => ({ isReady: false, isUpdating: false }))

let workbox: Workbox | undefined
let wasAsked = false

/** Registers the service worker and watches for a newer one. Only the tab in which Update was pressed reloads. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { Workbox: WorkboxWindow } = await import('workbox-window')
  workbox = new WorkboxWindow('/sw.js')
  // A reload during the first visit: the page is then controlled by the version it came from, so nothing is new.
  const wasControlled = navigator.serviceWorker.controller !== null
  const announce = (): void => useUpdate.setState({ isReady: true })
  workbox.addEventListener('waiting', announce)
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (wasAsked) window.location.reload()
    // Another tab has updated, so this one is outdated.
    else if (isUpdate === true || (isExternal === true && wasControlled)) announce()
  })
  await workbox.register()
  void mendPrecache().catch(() => undefined)
  void keepTexts().catch(() => undefined)
  const check = (): void => void workbox?.update().catch(() => undefined)
  setInterval(check, checkEveryMs)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

/** The first page of a browser loads the texts of its language before the worker is there to keep them. */
async function keepTexts(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  await (await caches.open('texts')).addAll(loaded.filter((name) => new URL(name).pathname.startsWith('/assets/texts/')))
}

export function applyUpdate(): void {
  wasAsked = true
  useUpdate.setState({ isUpdating: true })
  setTimeout(() => useUpdate.setState({ isUpdating: false }), takeoverMs)
  workbox?.messageSkipWaiting()
  // If the new version took over in another tab, no worker is waiting, and a reload is enough.
  void navigator.serviceWorker.getRegistration().then((registration) => {
    if (registration?.waiting == null) window.location.reload()
  })
}

/** Loads the newest available version; asks the server for one first, if online. */
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
