import type { Dexie } from 'dexie'

/**
 * Dexie reopens a database that the browser closed, but one failed attempt (as while site data is being cleared) makes
 * it unusable until reload. With this, every use tries again. A database that the app closed stays closed.
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
