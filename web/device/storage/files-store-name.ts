import { Dexie, type Table } from 'dexie'

/** The database of contents of files: photos, documents, signatures (`web/device/files`). */
export const filesStoreName = (userId: string): string => `mainspring-files-${userId}`

/** Contents under seal, which also stay when their person discards everything else: nobody could tell what they are. */
export const sealedTable = 'sealed'

/** Contents that the browser removed, which their person has not seen yet. */
export const lostTable = 'lost'

/** The trouble of a content whose row was refused and then discarded: as long as that can be undone it lies here, and counts nowhere. */
export const letGoText = 'You discarded the entry that this file belongs to.'

/** How many contents lie here that the server does not have and is to get. */
export const countWaitingFiles = (userId: string): Promise<number> =>
  countPending(userId, (pending) => pending.filter((entry: { trouble: unknown }) => entry.trouble !== letGoText).count())

/** The same with those that were let go and may come back. Without the code of files, which comes later than what asks this. */
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
