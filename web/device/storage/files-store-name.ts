import { Dexie, type Table } from 'dexie'

/** The database of file contents: photos, documents, signatures (`web/device/files`). */
export const filesStoreName = (userId: string): string => `mainspring-files-${userId}`

/** Encrypted contents. They stay when the user discards all other data, as their content is unknown. */
export const sealedTable = 'sealed'

/** Contents that the browser removed and whose loss the user has not seen yet. */
export const lostTable = 'lost'

/** `trouble` of a content whose row was refused and discarded: kept while that can be undone, and not counted. */
export const letGoText = 'You discarded the entry that this file belongs to.'

export const countWaitingFiles = (userId: string): Promise<number> =>
  countPending(userId, (pending) => pending.filter((entry: { trouble: unknown }) => entry.trouble !== letGoText).count())

/** The same including discarded ones. Does not need the files module, which loads later. */
export const countPendingFiles = (userId: string): Promise<number> => countPending(userId, (pending) => pending.count())

async function countPending(userId: string, count: (pending: Table) => PromiseLike<number>): Promise<number> {
  const name = filesStoreName(userId)
  if (!(await Dexie.exists(name))) return 0
  const database = new Dexie(name)
  await database.open()
  try {
    return await count(database.table('pending'))
  } finally {
    database.close()
  }
}
