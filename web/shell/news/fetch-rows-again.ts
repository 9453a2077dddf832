import { browserNotes } from '#web/device/platform/ports.ts'
import { askForRowsAnew } from '#web/device/recovery/rows-anew.ts'

/** Leaves the page: the next one drops the rows before it opens them. What was not sent, was refused or is a draft stays. */
export function fetchRowsAgain(userId: string): void {
  askForRowsAnew(browserNotes(), userId)
  window.location.reload()
}
