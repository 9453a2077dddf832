import { CompiledQuery } from 'kysely'
import type { Db, Tx } from './database.ts'
import { engineOf } from './engines/engine.ts'
import { toErrorKind } from './engines/error-kind.ts'
import { movingName, restoringName, toRefusal, type Migration } from './schema-migration.ts'
import { tables } from './migrations/0001-tables.ts'

export const migrations: readonly Migration[] = [tables]

/** A move or restore was interrupted; the message says what to do. */
export class UnfinishedWorkError extends Error {
  override readonly name = 'UnfinishedWorkError'
}

const unfinishedTexts: Readonly<Record<string, string>> = {
  [movingName]: 'A move into this database was begun and has not ended. Run it again: it goes on.',
  [restoringName]: 'A restore into this database was begun and has not ended. Run npm run restore again.',
}

export const migrationsTable = 'create table if not exists schema_migrations (name text primary key, applied_at text not null) strict'

/** `beforeUpdate` runs before a used database is changed; if it fails, nothing changes. */
export async function runMigrations(db: Db, all: readonly Migration[] = migrations, beforeUpdate: () => Promise<void> = async () => {}): Promise<void> {
  const { firstStatements, toDdl } = engineOf(db)
  await underLock(db, async (trx) => {
    for (const statement of [...firstStatements, ...toDdl(migrationsTable)]) await trx.executeQuery(CompiledQuery.raw(statement))
  })
  const applied = await readApplied(db)
  refuseOtherVersion(applied, all)
  if (applied.length > 0 && all.some(({ name }) => !applied.includes(name))) await beforeUpdate()
  for (const migration of all) await underLock(db, (trx) => runOnce(trx, migration))
  refuseOtherVersion(await readApplied(db), all)
}

const triesMost = 20

/** Processes may open an empty database at the same time. If the step times out on locks of other nodes, it lets them run and retries. */
async function underLock(db: Db, run: (trx: Tx) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction().execute(async (trx) => {
        await engineOf(db).lockMigrations(trx)
        await run(trx)
      })
      return
    } catch (error) {
      if (tries === triesMost || toErrorKind(error) !== 'again') throw error
    }
  }
}

/** Checks inside the transaction whether the migration is already applied. */
async function runOnce(trx: Tx, migration: Migration): Promise<void> {
  const { name } = migration
  const done = await trx.selectFrom('schema_migrations').select('name').where('name', '=', name).executeTakeFirst()
  if (done) return
  for (const statement of migration.statements.flatMap(engineOf(trx).toDdl)) await trx.executeQuery(CompiledQuery.raw(statement))
  await trx.insertInto('schema_migrations').values({ name, applied_at: new Date().toISOString() }).execute()
}

const readApplied = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(({ name }) => name)

function refuseOtherVersion(applied: readonly string[], all: readonly Migration[]): void {
  const unfinished = applied.find((name) => name in unfinishedTexts && all.every((migration) => migration.name !== name))
  if (unfinished !== undefined) throw new UnfinishedWorkError(unfinishedTexts[unfinished])
  const refusal = toRefusal('The database', applied, all)
  if (refusal !== undefined) throw new Error(refusal)
}
