declare global {
  // oxlint-disable-next-line no-var
  var soakToast: ((text: string) => void) | undefined
  // oxlint-disable-next-line no-var
  var soakFault: ((text: string) => void) | undefined
}

/** Runs in every page before the app: shifts its clock, and reports each toast and each uncaught error. */
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
  // The browser reports a rejection that is not an Error without its text.
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const { name, message, stack, type } = Object(reason) as Record<string, unknown>
    globalThis.soakFault?.(`an unhandled rejection: ${[String(reason), name, message, type, stack].filter(Boolean).join(' | ')}`)
  })
  let last: Element | null = null
  new MutationObserver(() => {
    const toast = document.querySelector('[data-toast-viewport] li')
    if (toast === last) return
    last = toast
    if (toast !== null) globalThis.soakToast?.(toast.textContent ?? '')
  }).observe(document, { childList: true, subtree: true })
}
