type OpenDialog = { requestClose: () => void }

// In the order of opening: the top dialog is the last.
const openDialogs: OpenDialog[] = []

/** Registers a dialog that is on the screen; returns a function that removes it. */
export function addOpenDialog(dialog: OpenDialog): () => void {
  openDialogs.push(dialog)
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
  }
}

/** Whether one dialog lies over another: a form over a form, or a question over a form. */
export const isDialogCovered = (): boolean => openDialogs.length > 1

export const isAnyDialogOpen = (): boolean => openDialogs.length > 0

export const closeTopDialog = (): void => openDialogs.at(-1)?.requestClose()

/**
 * A toast that opened after a dialog gets Esc first, but the key is meant for the part that has the focus.
 * Returns true when the dialog, or a part inside of it, handles the key.
 */
export function passEscapeToDialog(event: KeyboardEvent): boolean {
  const top = openDialogs.at(-1)
  if (top === undefined || !(event.target instanceof Element) || event.target.closest('[data-toast-viewport]')) return false
  // These parts close something of their own first (a question, a search, a list of suggestions) and get the key anyway.
  if (!event.target.closest('[data-own-escape], [role="combobox"][aria-expanded="true"]')) top.requestClose()
  return true
}
