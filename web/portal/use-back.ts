import { useCallback, useEffect, useRef } from 'react'

/** What a place in the history says about this page: the dialog that lay over it, under a name that no other page uses. */
type Place<Name extends string> = { portalDialog?: Name }

const readPlace = <Name extends string>(): Place<Name> => (window.history.state ?? {}) as Place<Name>

/** The dialog of this place in the history, so that a page that is loaded anew shows it again and Back closes it still. */
export function readOpenDialog<Name extends string>(names: readonly Name[]): Name | undefined {
  const { portalDialog } = readPlace<Name>()
  return names.find((name) => name === portalDialog)
}

/**
 * An open dialog is a place of its own in the history: Back closes it, and closing goes back.
 * @param current the dialog that is open
 * @param onMove takes the dialog of the place that the browser went to
 * @returns `enter` where a dialog opens or gives way to another, `leave` where it closes
 */
export function useBack<Name extends string>(
  current: Name | undefined,
  onMove: (dialog: Name | undefined) => void,
): { enter: (dialog: Name) => void; leave: () => void } {
  const latest = useRef({ current, onMove })
  useEffect(() => {
    latest.current = { current, onMove }
  })
  // Going back takes the browser a moment, in which somebody may have opened the next dialog.
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
