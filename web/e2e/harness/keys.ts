import type { Page } from '@playwright/test'
import { burstGapMs } from '#web/ui/keys/key-burst.ts'

/** Presses keys on the focused element as events with one timestamp, because a busy machine would put pauses between keys. */
export const typeAtOnce = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (pressed) => {
    const target = document.activeElement ?? document.body
    const timeStamp = performance.now()
    for (const key of pressed) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      target.dispatchEvent(Object.defineProperty(press, 'timeStamp', { value: timeStamp }))
      // Let React run its microtasks at the end of an event.
      await Promise.resolve()
    }
  }, keys)

/** Waits until pressed hotkeys have acted, which they do once no further key of a scanner follows. */
export const letHotkeysAct = (page: Page): Promise<void> =>
  // The page's timers run in order, however slow the machine is.
  page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), burstGapMs + 10)
