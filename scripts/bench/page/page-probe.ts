import type { Page } from '@playwright/test'

/** What must be on the screen: the element, with `text` in it, or with `whole` as all that it shows (`readShown`). */
export type Condition = { selector: string; text?: string; whole?: string }

type Probe = {
  shown: (selector: string) => string
  /** Prepares for the next event of the type; `bench.painted` resolves once the condition is painted. */
  arm: (eventType: string, condition: Condition) => void
  /** Makes `painted` resolve to the time of the frame after the condition became true, as `Date.now()`, to compare pages. */
  waitFor: (condition: Condition) => void
  painted: Promise<number>
}

declare global {
  interface Window {
    bench: Probe
  }
}

/** Puts the probe into a page; it must be called again after each load. */
export const installProbe = (page: Page): Promise<void> => page.evaluate(defineProbe)

/**
 * Milliseconds from the event's own time stamp (so that time in the queue counts) to the frame that fulfils the condition.
 * `cause` triggers the event.
 */
export async function measurePaint(page: Page, eventType: 'click' | 'keydown', condition: Condition, cause: () => Promise<unknown>): Promise<number> {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [eventType, condition] as const)
  await cause()
  return page.evaluate(() => window.bench.painted)
}

/** What an element shows, with its number of rows where it is a list; '' while it is missing or loading. */
export const readShown = (page: Page, selector: string): Promise<string> => page.evaluate((wanted) => window.bench.shown(wanted), selector)

// Runs inside the page, so it can use nothing from outside of itself.
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
  // The first callback comes before the frame is painted, the second one after it.
  const nextPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
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
          becomesTrue(condition)
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
