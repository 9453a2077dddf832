const storageKey = 'mainspring-debug'

/** `?debug` at the tab's first load; stored for the tab, because addresses change. */
const isInAddress = new URLSearchParams(globalThis.location?.search ?? '').has('debug')

export function isDebugAsked(): boolean {
  try {
    if (isInAddress) sessionStorage.setItem(storageKey, '1')
    return isInAddress || sessionStorage.getItem(storageKey) !== null
  } catch {
    // Without storage it lasts until a reload.
    return isInAddress
  }
}

/** Keeps the log hidden after a reload without `?debug`. */
export function endDebugMode(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing was stored.
  }
}
