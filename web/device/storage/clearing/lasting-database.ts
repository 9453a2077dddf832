import type { Dexie } from 'dexie'

/**
 * Dexie opens again by itself what the browser closed, and where that fails a single time, as while the site's data is being cleared, it
 * answers nothing until the page is loaded anew. This way each use after a failure tries to open again. What was closed by us stays closed.
 */
export function toLasting<Database extends Dexie>(database: Database): Database {
  const open = database.open.bind(database)
  database.open = () =>
    open().catch((error: unknown) => {
      if (!database.hasBeenClosed()) database.close({ disableAutoOpen: false })
      throw error
    })
  return database
}
