import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { ColumnHandle } from './board-column.tsx'

/** `place`: its index when picked up. */
export type Carried = { id: string; from: string; to: string; place: number }

type CarryOptions = {
  /** From left to right. */
  statusIds: readonly string[]
  /** Whether the column has focusable cards. */
  isOpen: (statusId: string) => boolean
  countOf: (statusId: string) => number
  handles: RefObject<ReadonlyMap<string, ColumnHandle>>
  onDrop: (carried: Carried) => void
}

/** Board by keyboard: arrows move the focus, Space picks up, left and right choose a column, Space or Enter drops, Esc cancels. */
export function useCarry({ statusIds, isOpen, countOf, handles, onDrop }: CarryOptions) {
  const [carried, setCarried] = useState<Carried>()

  const step = (from: string, by: number, isMeant: (statusId: string) => boolean): string | undefined => {
    for (let place = statusIds.indexOf(from) + by; place >= 0 && place < statusIds.length; place += by) {
      const statusId = statusIds[place]
      if (statusId !== undefined && isMeant(statusId)) return statusId
    }
    return undefined
  }

  const carry = (held: Carried, key: string): boolean => {
    if (key === 'Escape') setCarried(undefined)
    else if (key === ' ' || key === 'Enter') {
      setCarried(undefined)
      if (held.to !== held.from) onDrop(held)
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      setCarried({ ...held, to: step(held.to, key === 'ArrowLeft' ? -1 : 1, () => true) ?? held.to })
    } else return key === 'ArrowUp' || key === 'ArrowDown'
    return true
  }

  const go = (id: string, statusId: string, key: string): boolean => {
    const handle = handles.current.get(statusId)
    const place = handle?.activePlace() ?? 0
    const last = countOf(statusId) - 1
    const target = { ArrowDown: Math.min(last, place + 1), ArrowUp: Math.max(0, place - 1), Home: 0, End: last }[key]
    if (target !== undefined) handle?.focus(target)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const next = step(statusId, key === 'ArrowLeft' ? -1 : 1, (one) => isOpen(one) && countOf(one) > 0)
      const beside = next === undefined ? undefined : handles.current.get(next)
      beside?.focus(beside.activePlace())
    } else if (key === ' ') setCarried({ id, from: statusId, to: statusId, place })
    else return false
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const id = target.dataset['card']
    const statusId = target.closest<HTMLElement>('[data-column]')?.dataset['column']
    if (id === undefined || statusId === undefined) return
    const isTaken = carried === undefined ? go(id, statusId, event.key) : carry(carried, event.key)
    if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { carried, onKeyDown, putBack: () => setCarried(undefined) }
}
