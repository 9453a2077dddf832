import { CompiledQuery } from 'kysely'
import type { Db, Tx } from './database.ts'
import { engineOf } from './engines/engine.ts'
import { toErrorKind } from './engines/error-kind.ts'
import { movingName, restoringName, statementsOf, type Migration } from './schema-migration.ts'
import { firstTables } from './migrations/until-0010/0001-first-tables.ts'
import { deletedRows } from './migrations/until-0010/0002-deleted-rows.ts'
import { refusedChangesByShop } from './migrations/until-0010/0003-refused-changes-by-shop.ts'
import { formerMembers } from './migrations/until-0010/0004-former-members.ts'
import { rowsByTime } from './migrations/until-0010/0005-rows-by-time.ts'
import { customerPortal } from './migrations/until-0010/0006-customer-portal.ts'
import { apiTokens } from './migrations/until-0010/0007-api-tokens.ts'
import { bounds } from './migrations/until-0010/0009-bounds.ts'
import { portalTrust } from './migrations/until-0010/0010-portal-trust.ts'
import { securityLog } from './migrations/0011-security-log.ts'
import { accounts } from './migrations/0012-accounts.ts'
import { rowsThatEnd } from './migrations/0013-rows-that-end.ts'
import { readiness } from './migrations/0014-readiness.ts'
import { archivedProducts } from './migrations/0015-archived-products.ts'
import { employeeDepartures } from './migrations/0016-employee-departures.ts'
import { notices } from './migrations/0017-notices.ts'
import { workOnRows } from './migrations/0018-work-on-rows.ts'
import { serverIdentity } from './migrations/0019-server-identity.ts'
import { feedMarks } from './migrations/0020-feed-marks.ts'
import { deviceKeys } from './migrations/0021-device-keys.ts'
import { listKeys } from './migrations/0022-list-keys.ts'
import { ticketNumbers } from './migrations/0023-ticket-numbers.ts'
import { shopProfiles } from './migrations/0024-shop-profiles.ts'
import { assetsAndPasscodes } from './migrations/0025-assets-and-passcodes.ts'
import { attachments } from './migrations/0026-attachments.ts'
import { sharedLimits } from './migrations/0027-shared-limits.ts'
import { fewerReferences } from './migrations/0028-fewer-references.ts'
import { ledgerRetention } from './migrations/0029-ledger-retention.ts'
import { orderLines } from './migrations/from-0030/0030-order-lines.ts'
import { paymentMethods } from './migrations/from-0030/0031-payment-methods.ts'
import { estimates } from './migrations/from-0030/0032-estimates.ts'
import { mergedCustomers } from './migrations/from-0030/0033-merged-customers.ts'
import { fixedOrdersAndStrangers } from './migrations/from-0030/0034-fixed-orders-and-strangers.ts'
import { webhooks } from './migrations/from-0030/0035-webhooks.ts'
import { messages } from './migrations/from-0030/0037-messages.ts'
import { orderLinks } from './migrations/from-0030/0038-order-links.ts'
import { pausedWebhooks } from './migrations/from-0030/0039-paused-webhooks.ts'

export const migrations: readonly Migration[] = [
  firstTables,
  deletedRows,
  refusedChangesByShop,
  formerMembers,
  rowsByTime,
  customerPortal,
  apiTokens,
  bounds,
  portalTrust,
  securityLog,
  accounts,
  rowsThatEnd,
  readiness,
  archivedProducts,
  employeeDepartures,
  notices,
  workOnRows,
  serverIdentity,
  feedMarks,
  deviceKeys,
  listKeys,
  ticketNumbers,
  shopProfiles,
  assetsAndPasscodes,
  attachments,
  sharedLimits,
  fewerReferences,
  ledgerRetention,
  orderLines,
  paymentMethods,
  estimates,
  mergedCustomers,
  fixedOrdersAndStrangers,
  webhooks,
  messages,
  orderLinks,
  pausedWebhooks,
]

/** Comes before the name of every migration. */
const anyProgram = '0000'

/** A move or a restore into the database was killed; the message says what to do. */
export class UnfinishedWorkError extends Error {
  override readonly name = 'UnfinishedWorkError'
}

const unfinishedTexts: Readonly<Record<string, string>> = {
  [movingName]: 'A move into this database was begun and has not ended. Run it again: it goes on.',
  [restoringName]: 'A restore into this database was begun and has not ended. Run npm run restore again.',
}

export const migrationsTable = 'create table if not exists schema_migrations (name text primary key, applied_at text not null) strict'

/** `beforeUpdate` runs when a database that is in use already is about to be changed; when it fails, nothing is. */
export async function runMigrations(db: Db, all: readonly Migration[] = migrations, beforeUpdate: () => Promise<void> = async () => {}): Promise<void> {
  const { firstStatements, toDdl, versionStatements } = engineOf(db)
  await underLock(db, async (trx) => {
    for (const statement of [...firstStatements, ...toDdl(migrationsTable), ...versionStatements]) await trx.executeQuery(CompiledQuery.raw(statement))
  })
  await refuseNewerDatabase(db, all)
  const applied = await db.selectFrom('schema_migrations').select('name').execute()
  if (applied.length > 0 && all.some(({ name }) => applied.every((done) => done.name !== name))) await beforeUpdate()
  for (const migration of all) await underLock(db, (trx) => runOnce(trx, migration))
  await refuseNewerDatabase(db, all)
}

const triesMost = 20

/**
 * Server and import, or two nodes, may open an empty database at the same time. What other nodes do with the tables meanwhile is let
 * through: the step gives up its place and comes again.
 */
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

/** Looks inside the transaction whether it is done. */
async function runOnce(trx: Tx, migration: Migration): Promise<void> {
  const { name } = migration
  const done = await trx.selectFrom('schema_migrations').select('name').where('name', '=', name).executeTakeFirst()
  if (done) return
  const { name: engine, toDdl, versionStatements } = engineOf(trx)
  for (const statement of statementsOf(migration, engine, toDdl)) await trx.executeQuery(CompiledQuery.raw(statement))
  const forOthers = versionStatements.length > 0 && { oldest_program: migration.oldestProgram ?? anyProgram }
  await trx
    .insertInto('schema_migrations')
    .values({ name, applied_at: new Date().toISOString(), ...forOthers })
    .execute()
}

async function refuseNewerDatabase(db: Db, all: readonly Migration[]): Promise<void> {
  const known = new Set(all.map(({ name }) => name))
  const applied = await db.selectFrom('schema_migrations').selectAll().orderBy('name').execute()
  const own = all.at(-1)?.name ?? ''
  // Names sort as they were made; without the column, and in rows from before it, nobody has said that older programs may go on.
  const newer = applied.find(({ name, oldest_program: oldest }) => !known.has(name) && (oldest === null || oldest === undefined || own < oldest))
  const unfinished = applied.flatMap(({ name }) => (known.has(name) ? [] : (unfinishedTexts[name] ?? [])))[0]
  if (unfinished !== undefined) throw new UnfinishedWorkError(unfinished)
  if (newer) throw new Error(`The database was written by a newer version of Mainspring (${newer.name}). Update the program first.`)
}
