import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'

type RovingRowsOptions = { count: number; onOpen: (index: number) => void }

/** Which row a key leads to, or undefined when the key is not one of ours. */
export function findNextRow(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

const innerControls = 'a, button, input, select, textarea, label, [role="button"]:not([data-row-index]), [role="menuitem"]'

/** One tab stop for a list of rows; arrows, Home and End move it, Enter, Space and a press open the row. */
export function useRovingRows({ count, onOpen }: RovingRowsOptions) {
  const [active, setActive] = useState(0)
  const container = useRef<HTMLElement | null>(null)
  const kept = Math.min(active, Math.max(0, count - 1))

  const isFromInnerControl = (event: { target: EventTarget; currentTarget: Element }) =>
    event.target instanceof Element && event.target !== event.currentTarget && event.target.closest(innerControls) !== null

  const containerProps = {
    ref: (element: HTMLElement | null) => {
      container.current = element
    },
  }

  const rowProps = (index: number) => ({
    tabIndex: index === kept ? 0 : -1,
    'data-row-index': index,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.target === event.currentTarget) setActive(index)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Selecting a phone number with the mouse is no press.
      if (isFromInnerControl(event) || hasSelectionIn(event.currentTarget)) return
      event.currentTarget.focus()
      onOpen(index)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (isFromInnerControl(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        onOpen(index)
        return
      }
      const next = findNextRow(event.key, index, count)
      if (next === undefined) return
      event.preventDefault()
      setActive(next)
      container.current?.querySelector<HTMLElement>(`[data-row-index="${next}"]`)?.focus()
    },
  })

  return { containerProps, rowProps }
}

function hasSelectionIn(element: Element): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}
