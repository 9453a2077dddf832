declare global {
  // oxlint-disable-next-line no-var
  var soakToast: ((text: string) => void) | undefined
}

/** Runs in every page before the app: turns its clock, and tells each toast that appears. */
export function prepareSoakPage(clockOffsetMs: number): void {
  if (clockOffsetMs !== 0) {
    const trueNow = Date.now
    const now = (): number => trueNow() + clockOffsetMs
    // A Proxy keeps `instanceof`, `Date.UTC`, `Date.parse` and the calls without `new`.
    globalThis.Date = new Proxy(Date, {
      construct: (target, parameters, newTarget) => Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget) as object,
      apply: () => new Date(now()).toString(),
      get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
    })
  }
  let last: Element | null = null
  new MutationObserver(() => {
    const toast = document.querySelector('[data-toast-viewport] li')
    if (toast === last) return
    last = toast
    if (toast !== null) globalThis.soakToast?.(toast.textContent ?? '')
  }).observe(document, { childList: true, subtree: true })
}
