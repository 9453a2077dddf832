export async function readDatabases(userId: string): Promise<Record<string, Record<string, unknown[]>>> {
  const found: Record<string, Record<string, unknown[]>> = {}
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.includes(userId)) continue
    const database = await settle(indexedDB.open(name))
    const rows: Record<string, unknown[]> = {}
    for (const store of database.objectStoreNames) rows[store] = await settle(database.transaction(store).objectStore(store).getAll())
    found[name] = rows
    database.close()
  }
  return found
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

/** Drafts noted in localStorage before the database has stored them. */
const draftNotes = (): string[] => Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('mainspring-draft-') ? [String(text)] : []))

export const draftsOf = async (userId: string): Promise<unknown[]> => [
  ...((await readDatabases(userId))[`mainspring-device-${userId}`]?.['drafts'] ?? []),
  ...draftNotes(),
]
