import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { closeFindBox, openFindBox, useFindBox } from './find-store.ts'

/** Of this machine's keyboard. */
const keyName = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

/** The magnifier in the bar, and Ctrl/Cmd+K, from fields and over dialogs too. */
export function FindButton() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
      // Also where nothing is to open: the browser's own search would take the focus away.
      event.preventDefault()
      if (event.repeat || document.querySelector('[role="menu"]') !== null) return
      if (useFindBox.getState().isOpen) closeFindBox()
      else openFindBox()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return <IconButton label={`Find anything (${keyName})`} icon={<Search aria-hidden="true" />} aria-keyshortcuts="Control+K Meta+K" onClick={openFindBox} />
}
