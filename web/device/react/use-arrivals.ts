import { useEffect, useRef } from 'react'

/** Calls `tell` with items that join the list after its first reading. */
export function useArrivals<Item>(items: readonly Item[] | undefined, toId: (item: Item) => string, tell: (arrived: Item[]) => void): void {
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (items === undefined) return
    const before = known.current
    known.current = new Set(items.map(toId))
    const arrived = before === undefined ? [] : items.filter((item) => !before.has(toId(item)))
    if (arrived.length > 0) tell(arrived)
    // Once per list: the functions are new on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items])
}
