import type { Page } from '@playwright/test'
import { burstGapMs } from '#web/ui/keys/key-burst.ts'

/**
 * Presses keys on what has the focus, all of them at one time: as events of the page with the same time stamp, since a busy machine would
 * make pauses between keys.
 */
export const typeAtOnce = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (pressed) => {
    const target = document.activeElement ?? document.body
    const timeStamp = performance.now()
    for (const key of pressed) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      target.dispatchEvent(Object.defineProperty(press, 'timeStamp', { value: timeStamp }))
      // Lets React do what it does at the end of an event, and nothing later.
      await Promise.resolve()
    }
  }, keys)

/** Waits until the letters that were pressed have acted, which they do once no scanner's next key came. */
export const letHotkeysAct = (page: Page): Promise<void> =>
  // The page's own timers run in their order, however slow the machine is.
  page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), burstGapMs + 10)
