const storageKey = 'mainspring-debug'

/** `?debug` in the address with which the tab came: kept for the tab, because addresses are mended and change. */
const isInAddress = new URLSearchParams(globalThis.location?.search ?? '').has('debug')

/** Whether this tab shows what sync does. */
export function isDebugAsked(): boolean {
  try {
    if (isInAddress) sessionStorage.setItem(storageKey, '1')
    return isInAddress || sessionStorage.getItem(storageKey) !== null
  } catch {
    // Storage is forbidden: it holds until the page is loaded again.
    return isInAddress
  }
}

/** The log is not shown again when this tab is loaded without `?debug`. */
export function endDebugMode(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept.
  }
}
