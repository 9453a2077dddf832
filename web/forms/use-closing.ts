import { type RefObject, useCallback, useRef } from 'react'

export type Closing = {
  /** True once the form closes itself: from then on nothing asks about unsaved text. */
  isClosing: RefObject<boolean>
  close: () => void
}

/** Closing may go through the browser's history, which is asynchronous, while the form still looks unsaved. */
export function useClosing(onClose: () => void): Closing {
  const isClosing = useRef(false)
  const close = useCallback(() => {
    isClosing.current = true
    onClose()
  }, [onClose])
  return { isClosing, close }
}
