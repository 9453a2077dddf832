import { AppError } from '#schema/errors.ts'

/** A list route's answer: all ids in order, and how to read some items. Items deleted meanwhile are left out. */
export type List<Item> = {
  ids: readonly string[]
  read: (ids: readonly string[]) => Promise<Item[]>
  /** Replaces `read` where an item may be very large: the items' JSON, separated by commas, in small chunks. */
  readTexts?: (ids: readonly string[]) => AsyncIterator<string>
  /** Already cut to the requested page. */
  isPage?: boolean
}

/** `after`: id of the last item of the previous page. */
export type ListPage = { limit?: number | undefined; after?: string | undefined }

export const itemToId = (item: unknown): string => (typeof item === 'string' ? item : String((item as { id?: unknown }).id))

export function arrayToList<Item>(items: readonly Item[], toId: (item: Item) => string = itemToId): List<Item> {
  const itemById = new Map(items.map((item) => [toId(item), item]))
  return { ids: [...itemById.keys()], read: async (ids) => ids.flatMap((id) => itemById.get(id) ?? []) }
}

/** @throws AppError VALIDATION when the list has no item `after` */
export function cutList(ids: readonly string[], after: string | undefined): readonly string[] {
  if (after === undefined) return ids
  const place = ids.indexOf(after)
  if (place === -1) throw unknownAfter()
  return ids.slice(place + 1)
}

const afterMessage = 'after must be the id of an entry of this list; start again without it'

export const unknownAfter = (): AppError => new AppError('VALIDATION', afterMessage, { issues: [{ path: 'after', message: afterMessage }] })
