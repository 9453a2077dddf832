import { AppError } from '#schema/errors.ts'

/** The answer of a list route: ids of all items in order, and how to read some of them. Items that are gone when read are left out. */
export type List<Item> = {
  ids: readonly string[]
  read: (ids: readonly string[]) => Promise<Item[]>
  /** Replaces `read` where one item may be as large as a list: the items' JSON with commas between them, in small pieces. */
  readTexts?: (ids: readonly string[]) => AsyncIterator<string>
  /** The list has been cut to the requested page. */
  isPage?: boolean
}

/** `limit`: at most so many; `after`: what follows the item of this id. */
export type ListPage = { limit?: number | undefined; after?: string | undefined }

export const itemToId = (item: unknown): string => (typeof item === 'string' ? item : String((item as { id?: unknown }).id))

/** A list of items that are in memory already, such as the few rows of an administrator's page. */
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
