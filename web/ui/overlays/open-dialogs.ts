type OpenDialog = { requestClose: () => void }

// In order of opening: the top dialog is last.
const openDialogs: OpenDialog[] = []

export function addOpenDialog(dialog: OpenDialog): () => void {
  openDialogs.push(dialog)
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
  }
}

export const isDialogCovered = (): boolean => openDialogs.length > 1

export const isAnyDialogOpen = (): boolean => openDialogs.length > 0

export const closeTopDialog = (): void => openDialogs.at(-1)?.requestClose()

/**
 * A toast opened after a dialog gets Esc first, but the key is meant for the focused part. Returns true when the
 * dialog, or a part of it, handles the key.
 */
export function passEscapeToDialog(event: KeyboardEvent): boolean {
  const top = openDialogs.at(-1)
  if (top === undefined || !(event.target instanceof Element) || event.target.closest('[data-toast-viewport]')) return false
  // These parts close something of their own first (a question, a search, suggestions) and get the key anyway.
  if (!event.target.closest('[data-own-escape], [role="combobox"][aria-expanded="true"]')) top.requestClose()
  return true
}
