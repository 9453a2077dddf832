import { Dexie } from 'dexie'

/** The database of contents of files: photos, documents, signatures (`web/device/files`). */
export const filesStoreName = (userId: string): string => `mainspring-files-${userId}`

/** Contents under seal, which also stay when their person discards everything else: nobody could tell what they are. */
export const sealedTable = 'sealed'

/** Contents that the browser removed, which their person has not seen yet. */
export const lostTable = 'lost'

/** How many contents lie here that the server does not have. Without the code of files, which comes later than what asks this. */
export async function countPendingFiles(userId: string): Promise<number> {
  const name = filesStoreName(userId)
  if (!(await Dexie.exists(name))) return 0
  const database = new Dexie(name)
  await database.open()
  try {
    return await database.table('pending').count()
  } finally {
    database.close()
  }
}
