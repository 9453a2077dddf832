type OpenDialog = { requestClose: () => void }

// The top one last.
const openDialogs: OpenDialog[] = []

/** A dialog tells that it is on the screen; gives what takes it off again. */
export function addOpenDialog(dialog: OpenDialog): () => void {
  openDialogs.push(dialog)
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
  }
}

/** One lies over another: a form over a form, or a question. */
export const isDialogCovered = (): boolean => openDialogs.length > 1

export const closeTopDialog = (): void => openDialogs.at(-1)?.requestClose()

/**
 * A toast that came after a dialog lies above it and gets Esc first, but the key was meant for where the focus is.
 * True when the dialog, or something inside of it, took the key.
 */
export function passEscapeToDialog(event: KeyboardEvent): boolean {
  const top = openDialogs.at(-1)
  if (top === undefined || !(event.target instanceof Element) || event.target.closest('[data-toast-viewport]')) return false
  // These leave something of their own first (a question, a search, a list of suggestions), and see the key by themselves.
  if (!event.target.closest('[data-own-escape], [role="combobox"][aria-expanded="true"]')) top.requestClose()
  return true
}
