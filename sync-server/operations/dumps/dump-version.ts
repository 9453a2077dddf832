import { migrations } from '../../db/migrate.ts'
import { movingName, toRefusal } from '../../db/schema-migration.ts'
import { DumpError, readTool } from './tools.ts'

/**
 * Checks that a dump is complete, of Mainspring and not newer than this program; returns its newest migration.
 * @throws DumpError
 */
export async function readVersionOf(file: string): Promise<string> {
  const contents = await readTool('pg_restore', ['--list', file])
  if (!/ TABLE DATA public schema_migrations /.test(contents)) throw new DumpError(`${file} is no backup of Mainspring`)
  const script = await readTool('pg_restore', ['--data-only', '--schema=public', '--table=schema_migrations', '--file=-', file])
  const applied = [...script.matchAll(/^(\d{4}-\S+)\t/gm)].map(([, name]) => name ?? '').toSorted()
  if (applied.includes(movingName)) throw new DumpError(`${file} was written in the middle of a move. Choose another backup.`)
  const refusal = toRefusal(file, applied, migrations)
  if (refusal !== undefined) throw new DumpError(refusal)
  const newest = applied.at(-1)
  if (newest === undefined) throw new DumpError(`${file} is no backup of Mainspring`)
  return newest
}
