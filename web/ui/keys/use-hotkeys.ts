import { useEffect, useRef } from 'react'
import { burstGapMs } from './key-burst.ts'
import { createHotkeyMatcher } from './hotkey-matcher.ts'

/** Whether the focused element handles keys itself: a text field or a list. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('textarea, select, [role="menu"], [role="listbox"]')) return true
  const input = target.closest('input')
  return input !== null && !['checkbox', 'radio', 'button', 'submit', 'reset', 'range'].includes(input.type)
}

function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"], [role="menu"]') !== null
}

/**
 * Global keys and sequences: `useHotkeys({ '/': focusSearch, 'g o': showOrders, '?': showHelp })`. Ignored during
 * typing, while a dialog or menu is open, with modifiers other than 'mod+' (Ctrl or Cmd), and for a scanner: a letter
 * acts if no key follows at once, a sign if none came just before.
 */
export function useHotkeys(actionByHotkey: Readonly<Record<string, () => void>>): void {
  const actions = useRef(actionByHotkey)
  useEffect(() => {
    actions.current = actionByHotkey
  })
  const hotkeys = Object.keys(actionByHotkey).sort().join('\n')

  useEffect(() => {
    if (hotkeys === '') return
    const matcher = createHotkeyMatcher(hotkeys.split('\n'))
    let held: ReturnType<typeof setTimeout> | undefined
    let lastAtMs = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      if (['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return
      if (isTypingTarget(event.target) || isLayerOpen()) return
      // The event's own time: a busy page gets a user's keys all at once.
      const atMs = event.timeStamp
      const isInBurst = atMs - lastAtMs <= burstGapMs
      if ([...event.key].length === 1) lastAtMs = atMs
      const hotkey = matcher.press(event, atMs)
      if (hotkey === undefined) return
      event.preventDefault()
      const isLetter = /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey
      if (!isLetter) return isInBurst ? undefined : actions.current[hotkey]?.()
      held = setTimeout(() => actions.current[hotkey]?.(), burstGapMs)
    }
    // Includes a burst's final Enter, which goes no further: the letter before it was the scanner's.
    const letGo = (): void => clearTimeout(held)
    window.addEventListener('keydown', letGo, { capture: true })
    window.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(held)
      window.removeEventListener('keydown', letGo, { capture: true })
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [hotkeys])
}
