import { useEffect, useRef } from 'react'
import { burstGapMs } from './key-burst.ts'

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
      if (/^(?:Shift|Control|Meta|Alt)$/.test(event.key)) return
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

type KeyPress = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

/** Longest time until a sequence's second key. */
export const sequenceTimeoutMs = 1000

/** A press as a comparable step: 'g', '?', 'Escape', 'mod+k'. */
function pressToStep({ key, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
  if (altKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `mod+${name}` : name
}

/** 'g o' → ['g', 'o']; 'Mod+K' → ['mod+k']. Named keys keep their spelling ('Escape'). */
export function parseHotkey(hotkey: string): string[] {
  return hotkey
    .trim()
    .split(/\s+/)
    .map((step) => {
      const [, modifier, key = ''] = /^(mod\+)?(.+)$/i.exec(step) ?? []
      return (modifier ? 'mod+' : '') + (key.length === 1 ? key.toLowerCase() : key)
    })
}

/**
 * Returns a function that takes each key press and returns the hotkey it completes, or undefined. If one hotkey is a
 * prefix of another ('g' and 'g o'), the shorter one always wins, so do not use both.
 */
export function createHotkeyMatcher(hotkeys: readonly string[]) {
  const parsed = hotkeys.map((hotkey) => ({ hotkey, steps: parseHotkey(hotkey) }))
  let done: string[] = []
  let lastAtMs = Number.NEGATIVE_INFINITY

  return {
    press(press: KeyPress, nowMs: number): string | undefined {
      const step = pressToStep(press)
      if (step === undefined) return undefined
      if (nowMs - lastAtMs > sequenceTimeoutMs) done = []
      lastAtMs = nowMs
      for (const steps of [[...done, step], [step]]) {
        const candidates = parsed.filter((entry) => steps.every((value, index) => entry.steps[index] === value))
        const complete = candidates.find((entry) => entry.steps.length === steps.length)
        if (complete) {
          done = []
          return complete.hotkey
        }
        if (candidates.length > 0) {
          done = steps
          return undefined
        }
      }
      done = []
      return undefined
    },
  }
}
