import type { Page } from '@playwright/test'

/**
 * A condition about the screen. `grid`: the list with that label shows rows, and equals `signature` when one is given.
 * `text`: the element contains the text; `content`: it is the element's whole text.
 */
export type Condition =
  | { kind: 'grid'; label: string; signature?: string | undefined }
  | { kind: 'text'; selector: string; text: string }
  | { kind: 'content'; selector: string; content: string }

type Probe = {
  signature: (label: string) => string
  /** The longest block of the main thread since `arm`, in milliseconds; 0 when all were shorter than 50. */
  longestBlock: () => number
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
export async function measurePaint(
  page: Page,
  eventType: 'click' | 'keydown' | 'input' | 'pointerup',
  condition: Condition,
  cause: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [eventType, condition] as const)
  await cause()
  return page.evaluate(() => window.bench.painted)
}

/** The longest block of the main thread since the last measured event, in milliseconds; to be read once the page is at rest. */
export const readLongestBlock = (page: Page): Promise<number> => page.evaluate(() => window.bench.longestBlock())

/** The present contents of a list as text: its total and its rows; '' while it is loading. */
export const readSignature = (page: Page, label: string): Promise<string> => page.evaluate((name) => window.bench.signature(name), label)

// Runs inside the page, so it can use nothing from outside of itself.
function defineProbe(): void {
  const findGrid = (label: string): Element | null => document.querySelector(`table[role="grid"][aria-label="${label}"]`)
  const signature = (label: string): string => {
    const grid = findGrid(label)
    if (grid === null || grid.hasAttribute('aria-busy')) return ''
    return `${grid.getAttribute('aria-rowcount')} ${grid.querySelector('tbody')?.textContent}`
  }
  const isMet = (condition: Condition): boolean => {
    if (condition.kind === 'text') return document.querySelector(condition.selector)?.textContent.includes(condition.text) ?? false
    if (condition.kind === 'content') return document.querySelector(condition.selector)?.textContent === condition.content
    const grid = findGrid(condition.label)
    if (grid === null || grid.hasAttribute('aria-busy') || grid.querySelector('tbody tr') === null) return false
    return condition.signature === undefined ? grid.querySelector('tbody tr[aria-rowindex]') !== null : signature(condition.label) === condition.signature
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
  let longestBlockMs = 0
  const blocks = new PerformanceObserver((list) => noteBlocks(list.getEntries()))
  const noteBlocks = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) longestBlockMs = Math.max(longestBlockMs, duration)
  }
  blocks.observe({ type: 'longtask' })
  window.bench = {
    signature,
    longestBlock() {
      noteBlocks(blocks.takeRecords())
      return longestBlockMs
    },
    arm(eventType, condition) {
      blocks.takeRecords()
      longestBlockMs = 0
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
