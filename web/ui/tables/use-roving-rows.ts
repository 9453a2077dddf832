import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'

type RovingRowsOptions = {
  count: number
  onOpen: (index: number) => void
  onKey?: ((index: number, event: KeyboardEvent) => boolean) | undefined
  /** A row's own address, opened in a new tab. Links to it within the row carry `rowLinkProps`. */
  hrefOf?: ((index: number) => string | undefined) | undefined
}

export function findNextRow(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** For a link to the row's own address, for a new tab and for copying; a plain press on it opens the row like any other. */
export const rowLinkProps = { 'data-row-link': '', draggable: false } as const

const innerControls = 'a:not([data-row-link]), button, input, select, textarea, label, [role="button"]:not([data-row-index]), [role="menuitem"]'

const isOnRowLink = ({ target }: { target: EventTarget }): boolean => target instanceof Element && target.closest('a[data-row-link]') !== null

const wantsNewTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): boolean => ctrlKey || metaKey || shiftKey

const openTab = (href: string): void => void window.open(href, '_blank', 'noopener')

/**
 * One tab stop for a list of rows; arrows, Home and End move it, Enter, Space and a press open the row. The `rowProps`
 * handlers are stable and shared, so that an unchanged row is not rendered again.
 */
export function useRovingRows(options: RovingRowsOptions) {
  const { count } = options
  const [active, setActive] = useState(0)
  const container = useRef<HTMLElement | null>(null)
  const latest = useRef(options)
  latest.current = options
  const kept = Math.min(active, Math.max(0, count - 1))
  const handlers = useMemo(
    () => createRowHandlers({ read: () => latest.current, setActive, find: (index) => container.current?.querySelector(`[data-row-index="${index}"]`) }),
    [],
  )

  const containerProps = {
    ref: (element: HTMLElement | null) => {
      container.current = element
    },
  }

  const rowProps = (index: number) => ({ tabIndex: index === kept ? 0 : -1, 'data-row-index': index, ...handlers })

  return { containerProps, rowProps, activeIndex: kept }
}

type RowHandlersOptions = {
  read: () => RovingRowsOptions
  setActive: (index: number) => void
  find: (index: number) => HTMLElement | null | undefined
}

function createRowHandlers({ read, setActive, find }: RowHandlersOptions) {
  const indexOf = (element: HTMLElement): number => Number(element.dataset['rowIndex'])
  const hrefFor = (element: HTMLElement): string | undefined => read().hrefOf?.(indexOf(element))

  // Events from a portal (menu, dialog) opened by a row's control bubble here too, and are not the row's.
  const isFromInnerControl = ({ target, currentTarget }: { target: EventTarget; currentTarget: Element }) =>
    target instanceof Element && target !== currentTarget && (!currentTarget.contains(target) || target.closest(innerControls) !== null)

  return {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.target === event.currentTarget) setActive(indexOf(event.currentTarget))
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isFromInnerControl(event)) return
      const href = hrefFor(event.currentTarget)
      if (href !== undefined && wantsNewTab(event)) return isOnRowLink(event) ? undefined : openTab(href)
      event.preventDefault()
      // Selecting text with the mouse, such as a phone number, does not open the row.
      if (hasSelectionIn(event.currentTarget)) return
      event.currentTarget.focus()
      read().onOpen(indexOf(event.currentTarget))
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      // The middle button would start scrolling.
      if (event.button === 1 && hrefFor(event.currentTarget) !== undefined && !isOnRowLink(event)) event.preventDefault()
    },
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      const href = hrefFor(event.currentTarget)
      if (event.button === 1 && href !== undefined && !isOnRowLink(event) && !isFromInnerControl(event)) openTab(href)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (isFromInnerControl(event)) return
      const index = indexOf(event.currentTarget)
      const href = hrefFor(event.currentTarget)
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && href !== undefined) {
        event.preventDefault()
        return openTab(href)
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        read().onOpen(index)
        return
      }
      const next = findNextRow(event.key, index, read().count)
      if (next === undefined) {
        if (read().onKey?.(index, event) === true) event.preventDefault()
        return
      }
      event.preventDefault()
      setActive(next)
      find(next)?.focus()
    },
  }
}

function hasSelectionIn(element: Element): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}
