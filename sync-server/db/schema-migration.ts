/** Runs once, in order, in its own transaction, in SQLite's SQL. Never edit a released one: add another. */
export type Migration = { name: string; statements: readonly string[] }

/** Marks a database that a move is filling. It sorts after all migrations, so that every version refuses it as too new. */
export const movingName = '9999-being-moved'

/** Marks restored tables that devices could still confuse with the former ones. */
export const restoringName = '9999-being-restored'

/** The first migration of versions before 1.0. */
const firstBefore = '0001-first-tables'

/** Whether any version of Mainspring migrated the database. */
export const isOurs = (applied: readonly string[], known: readonly Migration[]): boolean =>
  applied.includes(firstBefore) || applied.includes(known[0]?.name ?? '')

/** The reason why this program refuses a database with these migrations; undefined if it accepts it. `subject`: such as 'The database'. */
export function toRefusal(subject: string, applied: readonly string[], known: readonly Migration[]): string | undefined {
  if (applied.includes(firstBefore)) {
    return `${subject} was written by Mainspring 0.9 or before, which this version does not read. Run npm run export with version 0.9, then import the files here.`
  }
  const newer = applied.find((name) => known.every((migration) => migration.name !== name))
  return newer === undefined ? undefined : `${subject} was written by a newer version of Mainspring (${newer}). Update the program first.`
}
