import { type RefObject, useCallback, useRef } from 'react'

export type Closing = {
  /** True from the moment the form closes itself: then nothing asks any more whether to keep what was typed. */
  isClosing: RefObject<boolean>
  close: () => void
}

/** Closing may go through the browser's history, which answers later, when the form still looks unsaved. */
export function useClosing(onClose: () => void): Closing {
  const isClosing = useRef(false)
  const close = useCallback(() => {
    isClosing.current = true
    onClose()
  }, [onClose])
  return { isClosing, close }
}
