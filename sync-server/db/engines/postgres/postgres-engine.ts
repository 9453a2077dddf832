import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { sendAhead } from '../../transaction.ts'
import type { Engine } from '../engine.ts'
import { DatabaseInUseError } from '../error-kind.ts'
import { toStorable } from './to-storable.ts'
import { toPostgresDdl } from './to-postgres-ddl.ts'

/** Keys of advisory locks, arbitrary but unique in the database. */
export const lockKeys = { migrations: 7_301_001, administration: 7_301_002, retention: 7_301_003 } as const

const lock = (trx: Tx, key: number): Promise<void> => sendAhead(trx, sql`select pg_advisory_xact_lock(${sql.lit(key)})`.compile(trx))

export const postgresEngine: Engine = {
  name: 'postgres',
  async lockShops(trx, shopIds) {
    const ids = [...new Set(shopIds)].toSorted()
    if (ids.length === 0) return
    // Locks the feed rows, which every write updates; locking `shops` would also block foreign key checks.
    await sendAhead(trx, sql`select shop_id from shop_feed where shop_id = any(${ids}) order by shop_id for no key update`.compile(trx))
  },
  lockUser: (trx, userId) => sendAhead(trx, sql`select id from users where id = ${userId} for no key update`.compile(trx)),
  lockAdministration: (trx) => lock(trx, lockKeys.administration),
  async lockMigrations(trx) {
    await lock(trx, lockKeys.migrations)
    // A migration that waits for a table lock behind a long report or backup blocks all later queries, so limit the
    // wait.
    await sendAhead(trx, sql`set local lock_timeout = '2s'`.compile(trx))
  },
  async takeTurn(trx, work) {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockKeys[work])}) as "isOurs"`.execute(trx)
    return rows[0]?.isOurs === true
  },
  nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  isAmong: (column, values) => sql<boolean>`${sql.ref(column)} = any(${[...values]})`,
  wholeRows: {
    from: (table, json) => sql`json_populate_recordset(null::${sql.table(table)}, ${json})`,
    toJson(rows) {
      const json = JSON.stringify(rows)
      // Escapes are rare; they include U+0000 and lone surrogates, which the database cannot store.
      return json.includes(String.raw`\u`) ? JSON.stringify(rows, (_, value: unknown) => toStorable(value)) : json
    },
  },
  rowPlace: 'seq',
  mergeJson: (base, over) => sql<string>`(${base}::jsonb || ${over}::jsonb)::text`,
  emptyJournal: async () => {},
  async withoutTriggers(trx, table, run) {
    // Foreign key triggers stay on: disabling them requires a superuser.
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await run()
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  },
  async countOnFrom(trx, table, column) {
    const greatest = sql`(select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)})`
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${greatest}, false)`.execute(trx)
  },
  async refuseOthers(executor) {
    const { rows } = await sql<{ name: string; since: string }>`
      select application_name as name, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
      from pg_stat_activity
      where datname = current_database() and application_name like 'mainspring%' and application_name <> current_setting('application_name')
      order by backend_start limit 1`.execute(executor)
    const other = rows[0]
    if (other !== undefined) {
      throw new DatabaseInUseError(`The database is in use by another program (${other.name}, since ${other.since} UTC). Stop all servers and imports first.`)
    }
  },
  // Case-insensitive comparison for login ids and shop codes.
  firstStatements: [`create collation if not exists nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`],
  toDdl: toPostgresDdl,
}
