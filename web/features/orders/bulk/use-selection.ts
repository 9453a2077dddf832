import { useEffect, useMemo, useRef, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'

export type Selection = {
  ids: ReadonlySet<string>
  /** `shown`: the listed ids. `isRange` extends from the last toggled id, if it is still listed. */
  toggle: (id: string, isRange: boolean, shown: readonly string[]) => void
  /** Selects all of these, or none if all are selected. */
  toggleAll: (ids: readonly string[]) => void
  add: (ids: readonly string[]) => void
  replace: (ids: readonly string[]) => void
  clear: () => void
}

/** Selected orders. The selection survives sorting, filters and changes; deleted orders drop out. */
export function useSelection(): Selection {
  const device = useDevice()
  const [ids, setIds] = useState<ReadonlySet<string>>(noIds)
  const last = useRef<string>(undefined)
  useEffect(() => device.rows.watchDeleted('orders', (gone) => setIds((held) => without(held, gone))), [device])
  const acts = useMemo(
    () => ({
      toggle: (id: string, isRange: boolean, shown: readonly string[]) => {
        const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
        last.current = id
        setIds((held) => toggleIds(held, id, from === -1 ? [id] : rangeOf(shown, from, shown.indexOf(id))))
      },
      toggleAll: (meant: readonly string[]) => setIds((held) => (meant.every((id) => held.has(id)) ? without(held, meant) : new Set([...held, ...meant]))),
      add: (meant: readonly string[]) => setIds((held) => new Set([...held, ...meant])),
      replace: (meant: readonly string[]) => setIds(new Set(meant)),
      clear: () => setIds(noIds),
    }),
    [],
  )
  return { ids, ...acts }
}

const noIds: ReadonlySet<string> = new Set()

/** The ids between two indexes, inclusive, in either direction. */
export const rangeOf = (ids: readonly string[], from: number, to: number): readonly string[] => ids.slice(Math.min(from, to), Math.max(from, to) + 1)

/** The whole range takes the new state of the pressed id. */
export const toggleIds = (held: ReadonlySet<string>, pressed: string, range: readonly string[]): ReadonlySet<string> =>
  held.has(pressed) ? without(held, range) : new Set([...held, ...range])

/** Returns the same set if nothing is removed. */
export function without(held: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  if (!gone.some((id) => held.has(id))) return held
  const left = new Set(held)
  for (const id of gone) left.delete(id)
  return left
}
