import { useCallback, useEffect, useRef } from 'react'

/** The state of a history entry: the dialog that was open, under a key that no other page uses. */
type Place<Name extends string> = { portalDialog?: Name }

const readPlace = <Name extends string>(): Place<Name> => (window.history.state ?? {}) as Place<Name>

/** The dialog of the present history entry, so that a reload opens it again and Back still closes it. */
export function readOpenDialog<Name extends string>(names: readonly Name[]): Name | undefined {
  const { portalDialog } = readPlace<Name>()
  return names.find((name) => name === portalDialog)
}

/**
 * Gives an open dialog its own history entry: Back closes it, and closing goes back.
 * @param current the dialog that is open
 * @param onMove gets the dialog of the entry that the browser went to
 * @returns `enter`, to call when a dialog opens or replaces another, and `leave`, when it closes
 */
export function useBack<Name extends string>(
  current: Name | undefined,
  onMove: (dialog: Name | undefined) => void,
): { enter: (dialog: Name) => void; leave: () => void } {
  const latest = useRef({ current, onMove })
  useEffect(() => {
    latest.current = { current, onMove }
  })
  // `history.back` is asynchronous, and the next dialog may open before it is done.
  const isLeaving = useRef(false)

  useEffect(() => {
    const listen = () => {
      const { current: open, onMove: move } = latest.current
      if (!isLeaving.current) return move(readPlace<Name>().portalDialog)
      isLeaving.current = false
      if (open !== undefined) writePlace(open)
    }
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])

  const enter = useCallback((dialog: Name) => {
    if (!isLeaving.current) writePlace(dialog)
  }, [])
  const leave = useCallback(() => {
    if (isLeaving.current || readPlace().portalDialog === undefined) return
    isLeaving.current = true
    window.history.back()
  }, [])
  return { enter, leave }
}

function writePlace<Name extends string>(dialog: Name): void {
  const state: Place<Name> = { portalDialog: dialog }
  if (readPlace().portalDialog === undefined) window.history.pushState(state, '')
  else window.history.replaceState(state, '')
}
