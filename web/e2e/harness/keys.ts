import type { Page } from '@playwright/test'
import { burstGapMs } from '#web/ui/keys/key-burst.ts'

/**
 * Presses keys on what has the focus, as fast as a scanner or a quick hand: as events of the page, since a busy machine would make
 * pauses between keys that are sent to it one by one.
 */
export const typeAtOnce = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (pressed) => {
    const target = document.activeElement ?? document.body
    for (const key of pressed) {
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      // Lets React do what it does at the end of an event, and nothing later.
      await Promise.resolve()
    }
  }, keys)

/** Waits until the letters that were pressed have acted, which they do once no scanner's next key came (SCAN-02). */
export const letHotkeysAct = (page: Page): Promise<void> =>
  // The page's own timers run in their order, however slow the machine is.
  page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), burstGapMs + 10)
