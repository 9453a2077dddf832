import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { looksOnly } from '../../db/look-only.ts'
import { migrations } from '../../db/migrate.ts'
import { restoringName } from '../../db/schema-migration.ts'
import { openDatabase } from '../../db/open.ts'
import { becomeAnother } from '../become-another.ts'
import { headStatements, type NumberHeads, toNumberHeads } from '../../store/sequence/number-heads.ts'
import { readVersionOf } from './dump-version.ts'
import { startTool, toAddress } from './tools.ts'

type RestoreDumpContext = { now: Date; newId: () => string; onChecked: (version: string) => void }

const keptPrefix = 'mainspring_before_restore_'

/** State of the database: whether an earlier restore was interrupted, and the schemas with kept tables. */
type Present = { isHalfRestored: boolean; kept: string[]; hasTables: boolean }

/**
 * Replaces the tables with a dump and keeps the former ones in a schema beside them, in one transaction. If it is
 * interrupted later, servers refuse to start until devices can tell the databases apart.
 * @throws DumpError, DatabaseInUseError; then the database is unchanged
 */
export async function restorePostgres(url: string, file: string, { now, newId, onChecked }: RestoreDumpContext): Promise<{ kept: string | undefined }> {
  onChecked(await readVersionOf(file))
  const named = withName(url)
  const present = await looksOnly(named, async (db) => {
    await engineOf(db).refuseOthers(db)
    return readPresent(db)
  })
  const newName = `${keptPrefix}${now.toISOString().replaceAll(/\D/g, '')}`
  const kept = present.isHalfRestored ? present.kept.at(-1) : present.hasTables ? newName : undefined
  await replaceTables(url, file, present.hasTables && !present.isHalfRestored ? `alter schema public rename to ${newName}` : 'drop schema public cascade')
  const { db, close } = await openDatabase({ url: named, poolSize: 2, known: [...migrations, { name: restoringName, statements: [] }] })
  try {
    await becomeAnother(db, await readHeadsIn(db, kept), { now, newId })
    await db.deleteFrom('schema_migrations').where('name', '=', restoringName).execute()
  } finally {
    await close()
  }
  return { kept }
}

function withName(url: string): string {
  const named = new URL(url)
  named.searchParams.set('application_name', `mainspring restore ${process.pid}`)
  return named.href
}

async function readPresent(db: Db): Promise<Present> {
  const schemas = await db.introspection.getSchemas()
  const tables = new Set((await db.introspection.getTables()).filter(({ schema }) => schema === 'public').map(({ name }) => name))
  const hasMigrations = tables.has('schema_migrations')
  const mark = hasMigrations ? await db.selectFrom('schema_migrations').select('name').where('name', '=', restoringName).executeTakeFirst() : undefined
  const kept = schemas.map(({ name }) => name).filter((name) => name.startsWith(keptPrefix))
  return { isHalfRestored: mark !== undefined, kept: kept.toSorted(), hasTables: tables.size > 0 }
}

/** Runs the dump's script between clearing and marking. Without its last line the transaction rolls back. */
async function replaceTables(url: string, file: string, clear: string): Promise<void> {
  const { address, password } = toAddress(url)
  const psql = startTool('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${address}`], password)
  psql.child.stdout.resume()
  psql.child.stdin.write(`begin;\n${clear};\ncreate schema public;\n`)
  const script = startTool('pg_restore', ['--schema=public', '--no-owner', '--no-privileges', '--file=-', file])
  script.child.stdin.end()
  script.child.stdout.pipe(psql.child.stdin, { end: false })
  try {
    await Promise.race([script.ended, psql.ended.then(() => script.ended)])
  } catch (error) {
    script.child.kill('SIGKILL')
    psql.child.kill('SIGKILL')
    throw error
  }
  psql.child.stdin.end(`insert into public.schema_migrations values ('${restoringName}', 'now');\ncommit;\n`)
  await psql.ended
}

/** Undefined when no schema was kept, or when its version has no sequence numbers. */
async function readHeadsIn(db: Db, schema: string | undefined): Promise<NumberHeads | undefined> {
  if (schema === undefined) return undefined
  try {
    const read = async (statement: string) => (await sql.raw(statement.replace(' from ', ` from "${schema}".`)).execute(db)).rows
    return toNumberHeads(await read(headStatements.tickets), await read(headStatements.invoices))
  } catch {
    return undefined
  }
}
