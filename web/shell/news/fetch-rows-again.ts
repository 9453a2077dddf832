import { browserNotes } from '#web/device/platform/ports.ts'
import { askForRowsAnew } from '#web/device/recovery/rows-anew.ts'

/** Leaves the page; the next one drops the rows before opening them. Unsent and refused changes and drafts stay. */
export function fetchRowsAgain(userId: string): void {
  askForRowsAnew(browserNotes(), userId)
  window.location.reload()
}
