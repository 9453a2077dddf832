import { create } from 'zustand'
import { isUuid } from '#schema/values/uuid.ts'

export type RecentRow = { collection: 'orders' | 'customers' | 'products'; id: string }

type Recents = { rows: readonly RecentRow[]; searches: readonly string[] }

const mostRows = 6
const mostSearches = 4

const nothing: Recents = { rows: [], searches: [] }

/** By user and shop. Searches may contain names and end with the page; row ids survive a reload of this tab. */
const useAllRecents = create<{ byOwner: Readonly<Record<string, Recents>> }>(() => ({ byOwner: {} }))

const storageKey = (owner: string): string => `mainspring-recent-${owner}`

export type Owner = { userId: string; shopId: string }

const toKey = ({ userId, shopId }: Owner): string => `${userId}/${shopId}`

export function useRecents(owner: Owner): Recents {
  const key = toKey(owner)
  const kept = useAllRecents(({ byOwner }) => byOwner[key])
  return kept ?? readKept(key)
}

export function noteOpened(owner: Owner, row: RecentRow): void {
  const key = toKey(owner)
  const before = useAllRecents.getState().byOwner[key] ?? readKept(key)
  const rows = [row, ...before.rows.filter(({ collection, id }) => collection !== row.collection || id !== row.id)].slice(0, mostRows)
  keep(key, { ...before, rows })
  try {
    sessionStorage.setItem(storageKey(key), rows.map(({ collection, id }) => `${collection}/${id}`).join(' '))
  } catch {
    // Without storage a reload starts empty.
  }
}

export function noteSearched(owner: Owner, typed: string): void {
  const text = typed.trim()
  if (text === '') return
  const key = toKey(owner)
  const before = useAllRecents.getState().byOwner[key] ?? readKept(key)
  keep(key, { ...before, searches: [text, ...before.searches.filter((search) => search !== text)].slice(0, mostSearches) })
}

const keep = (key: string, recents: Recents): void => useAllRecents.setState(({ byOwner }) => ({ byOwner: { ...byOwner, [key]: recents } }))

const keptByKey = new Map<string, Recents>()

/** What this tab stored before a reload; returns the same object each time. */
function readKept(key: string): Recents {
  const known = keptByKey.get(key)
  if (known !== undefined) return known
  let kept = nothing
  try {
    const rows = (sessionStorage.getItem(storageKey(key)) ?? '').split(' ').flatMap((text): RecentRow[] => {
      const [collection, id = ''] = text.split('/')
      return (collection === 'orders' || collection === 'customers' || collection === 'products') && isUuid(id) ? [{ collection, id }] : []
    })
    if (rows.length > 0) kept = { rows, searches: [] }
  } catch {
    // Treat unreadable storage as empty.
  }
  keptByKey.set(key, kept)
  return kept
}
