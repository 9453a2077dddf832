/**
 * Each runs once, in order, in a transaction of its own. Never edit one that has been released: add another. Statements are written in
 * SQLite's words and translated for PostgreSQL.
 */
export type Migration = { name: string; statements: readonly string[] }

/** Marks a database into which all is being moved. It sorts behind all migrations, so that every version of the program keeps away. */
export const movingName = '9999-being-moved'

/** Marks restored tables that devices could still take for those they knew. */
export const restoringName = '9999-being-restored'

/** The first migration of the versions before 1.0. */
const firstBefore = '0001-first-tables'

/** Whether migrations of Mainspring ran on the database, of whatever version. */
export const isOurs = (applied: readonly string[], known: readonly Migration[]): boolean =>
  applied.includes(firstBefore) || applied.includes(known[0]?.name ?? '')

/** Says why this program does not read a database on which these migrations ran; undefined where it does. `subject`: such as 'The database'. */
export function toRefusal(subject: string, applied: readonly string[], known: readonly Migration[]): string | undefined {
  if (applied.includes(firstBefore)) {
    return `${subject} was written by Mainspring 0.9 or before, which this version does not read. Run npm run export with version 0.9, then import the files here.`
  }
  const newer = applied.find((name) => known.every((migration) => migration.name !== name))
  return newer === undefined ? undefined : `${subject} was written by a newer version of Mainspring (${newer}). Update the program first.`
}
