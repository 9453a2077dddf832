import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { closeFindBox, openFindBox, useFindBox } from './find-store.ts'
import { t } from '../shell-texts.ts'

const keyName = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘K' : t.findKeyName()

/** The search button in the bar, and Ctrl/Cmd+K, which also works in fields and over dialogs. */
export function FindButton() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
      // Even if nothing opens: the browser's own search would take the focus.
      event.preventDefault()
      if (event.repeat || document.querySelector('[role="menu"]') !== null) return
      if (useFindBox.getState().isOpen) closeFindBox()
      else openFindBox()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return <IconButton label={t.findKey({ key: keyName })} icon={<Search aria-hidden="true" />} aria-keyshortcuts="Control+K Meta+K" onClick={openFindBox} />
}
