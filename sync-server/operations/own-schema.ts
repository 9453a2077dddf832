import BetterSqlite3 from 'better-sqlite3'
import { DatabaseFileError } from '../db/files/database-file.ts'
import { migrations, migrationsTable } from '../db/migrate.ts'
import type { Migration } from '../db/schema-migration.ts'

/** `sql` with normalized white space. */
type SchemaEntry = { type: string; name: string; sql: string | null }

/** Entries that SQLite creates itself: statistics, and indexes of `primary key` and `unique`. */
const isOfSqlite = ({ name, sql }: SchemaEntry): boolean =>
  /^sqlite_(?:stat[14]|sequence)$/.test(name) || (sql === null && name.startsWith('sqlite_autoindex_'))

const mostNamed = 3

/**
 * Refuses a database whose schema differs from what its migrations create: foreign triggers or views could manipulate
 * later writes. Runs nothing of the file.
 * @throws DatabaseFileError naming what is foreign, changed or missing
 */
export function refuseForeignSchema(file: string, known: readonly Migration[] = migrations): void {
  const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
  try {
    sqlite.pragma('trusted_schema = OFF')
    const found = readSchema(sqlite)
    const applied = new Set(readApplied(sqlite, found))
    const expected = makeSchema(known.filter(({ name }) => applied.has(name)))
    const differences = [
      ...[...found.values()].flatMap((entry) => toDifference(entry, expected.get(entry.name))),
      ...[...expected.values()].filter(({ name }) => !found.has(name)).map(({ type, name }) => `${type} ${name} is missing`),
    ]
    if (differences.length === 0) return
    const more = differences.length > mostNamed ? `; and ${differences.length - mostNamed} more` : ''
    throw new DatabaseFileError(`${file} is not as Mainspring made it: ${differences.slice(0, mostNamed).join('; ')}${more}`)
  } finally {
    sqlite.close()
  }
}

function readApplied(sqlite: BetterSqlite3.Database, found: ReadonlyMap<string, SchemaEntry>): string[] {
  // A view of that name could return anything; it is reported as a difference.
  if (found.get('schema_migrations')?.type !== 'table') return []
  return sqlite.prepare('select name from schema_migrations').pluck().all() as string[]
}

function readSchema(sqlite: BetterSqlite3.Database): Map<string, SchemaEntry> {
  const entries = sqlite.prepare('select type, name, sql from sqlite_schema').all() as SchemaEntry[]
  return new Map(
    entries.filter((entry) => !isOfSqlite(entry)).map(({ type, name, sql }) => [name, { type, name, sql: sql?.replaceAll(/\s+/g, ' ').trim() ?? null }]),
  )
}

function makeSchema(done: readonly Migration[]): Map<string, SchemaEntry> {
  const sqlite = new BetterSqlite3(':memory:')
  try {
    sqlite.exec(migrationsTable)
    for (const statement of done.flatMap(({ statements }) => statements)) sqlite.exec(statement)
    return readSchema(sqlite)
  } finally {
    sqlite.close()
  }
}

function toDifference({ type, name, sql }: SchemaEntry, expected: SchemaEntry | undefined): string[] {
  if (expected === undefined) return [`${type} ${name} does not belong to it`]
  return expected.type === type && expected.sql === sql ? [] : [`${type} ${name} was changed`]
}
