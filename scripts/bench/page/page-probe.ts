import type { Page } from '@playwright/test'

/** Expected content of an element: `text` within it, or `whole` as everything it shows (`readShown`). */
export type Condition = { selector: string; text?: string; whole?: string }

type Probe = {
  shown: (selector: string) => string
  arm: (eventType: string, condition: Condition) => void
  /** Resolves `painted` to the time of the frame after the condition holds, as `Date.now()`, comparable between pages. */
  waitFor: (condition: Condition) => void
  painted: Promise<number>
}

declare global {
  interface Window {
    bench: Probe
  }
}

/** Must be repeated after each load. */
export const installProbe = (page: Page): Promise<void> => page.evaluate(defineProbe)

/** Milliseconds from the event's time stamp (which includes queueing) to the frame that meets the condition. `cause` triggers the event. */
export async function measurePaint(page: Page, eventType: 'click' | 'keydown', condition: Condition, cause: () => Promise<unknown>): Promise<number> {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [eventType, condition] as const)
  await cause()
  return page.evaluate(() => window.bench.painted)
}

/** Text of an element, with the row count of a list; '' while missing or loading. */
export const readShown = (page: Page, selector: string): Promise<string> => page.evaluate((wanted) => window.bench.shown(wanted), selector)

// Serialised into the page, so it cannot use outer variables.
function defineProbe(): void {
  const shown = (selector: string): string => {
    const element = document.querySelector(selector)
    if (element === null || element.hasAttribute('aria-busy') || element.querySelector('[aria-busy="true"]') !== null) return ''
    return `${element.getAttribute('aria-rowcount') ?? ''} ${element.textContent}`
  }
  const isMet = ({ selector, text, whole }: Condition): boolean => {
    if (whole !== undefined) return shown(selector) === whole
    return document.querySelector(selector)?.textContent.includes(text ?? '') ?? false
  }
  // The first callback runs before the frame is painted, the second after.
  const nextPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  /** Marks the end of the frame, for traces: what the page does after it does not count. */
  const markPaint = (): void => {
    const afterFrame = new MessageChannel()
    afterFrame.port1.addEventListener('message', () => performance.mark('bench-painted'), { once: true })
    afterFrame.port1.start()
    requestAnimationFrame(() => afterFrame.port2.postMessage(null))
  }
  const becomesTrue = (condition: Condition): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isMet(condition)) return resolve()
      const patience = setTimeout(() => reject(new Error(`Not on the screen after 60 s: ${JSON.stringify(condition)}`)), 60_000)
      const observer = new MutationObserver(() => {
        if (!isMet(condition)) return
        clearTimeout(patience)
        observer.disconnect()
        resolve()
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  window.bench = {
    shown,
    arm(eventType, condition) {
      window.bench.painted = new Promise((resolve, reject) => {
        const onEvent = (event: Event): void => {
          performance.mark('bench-event')
          becomesTrue(condition)
            .then(markPaint)
            .then(nextPaint)
            .then(() => resolve(performance.now() - event.timeStamp), reject)
        }
        window.addEventListener(eventType, onEvent, { capture: true, once: true })
      })
    },
    waitFor(condition) {
      window.bench.painted = becomesTrue(condition)
        .then(nextPaint)
        .then(() => Date.now())
    },
    painted: Promise.resolve(0),
  }
}
