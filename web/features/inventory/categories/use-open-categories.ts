import { useState } from 'react'
import { create } from 'zustand'

/** A tree with at most this many rows starts expanded. */
const openAtFirstMax = 40

/** Expanded categories per tree, until the page closes; no entry: still in the initial state. */
const useOpenIds = create<{ byTree: Readonly<Record<string, ReadonlySet<string>>> }>(() => ({ byTree: {} }))

type OpenCategories = {
  isOpen: (categoryId: string) => boolean
  toggle: (categoryId: string) => void
  open: (categoryId: string) => void
  setAll: (isOpen: boolean) => void
  isAnyOpen: boolean
}

type Options = {
  treeKey: string
  categoryIds: ReadonlyMap<string, unknown>
  rowCount: number
  /** The active filter: its results start expanded and keep their own state. */ filterKey?: string | undefined
}

export function useOpenCategories({ treeKey, categoryIds, rowCount, filterKey }: Options): OpenCategories {
  const stored = useOpenIds(({ byTree }) => byTree[treeKey])
  const [closed, setClosed] = useState<{ filterKey: string; ids: ReadonlySet<string> }>({ filterKey: '', ids: new Set() })
  const isAllOpen = stored === undefined && rowCount <= openAtFirstMax
  const closedIds = closed.filterKey === filterKey ? closed.ids : none
  const isOpen = (id: string): boolean => (filterKey === undefined ? isAllOpen || stored?.has(id) === true : !closedIds.has(id))

  const store = (change: (ids: Set<string>) => void): void => {
    const ids = new Set(isAllOpen ? categoryIds.keys() : stored)
    change(ids)
    useOpenIds.setState(({ byTree }) => ({ byTree: { ...byTree, [treeKey]: ids } }))
  }
  return {
    isOpen,
    toggle: (id) => {
      if (filterKey === undefined) return store((ids) => (ids.has(id) ? ids.delete(id) : ids.add(id)))
      setClosed({ filterKey, ids: closedIds.has(id) ? new Set([...closedIds].filter((other) => other !== id)) : new Set([...closedIds, id]) })
    },
    open: (id) => store((ids) => ids.add(id)),
    setAll: (isAll) => {
      if (filterKey === undefined) store((ids) => (isAll ? [...categoryIds.keys()].forEach((id) => ids.add(id)) : ids.clear()))
      else setClosed({ filterKey, ids: isAll ? none : new Set(categoryIds.keys()) })
    },
    isAnyOpen: filterKey === undefined ? isAllOpen || (stored?.size ?? 0) > 0 : closedIds.size === 0,
  }
}

const none: ReadonlySet<string> = new Set()
