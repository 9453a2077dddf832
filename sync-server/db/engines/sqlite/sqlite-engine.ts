import { sql } from 'kysely'
import type { Engine } from '../engine.ts'

const nothing = async (): Promise<void> => {}

/** The only writer takes the write lock at the start of a transaction, so further locks are unnecessary. */
export const sqliteEngine: Engine = {
  name: 'sqlite',
  lockShops: nothing,
  lockUser: nothing,
  lockAdministration: nothing,
  lockMigrations: nothing,
  takeTurn: async () => true,
  nowMs: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  isAmong: (column, values) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  wholeRows: undefined,
  // Part of every index.
  rowPlace: 'rowid',
  mergeJson: (base, over) => sql<string>`json_patch(${base}, ${over})`,
  // Has no effect while a reader is active.
  emptyJournal: async (db) => void (await sql`pragma wal_checkpoint(truncate)`.execute(db)),
  async withoutTriggers(trx, table, run) {
    const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'trigger' and tbl_name = ${table}`.execute(trx)
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
    await run()
    for (const trigger of rows) await sql.raw(trigger.sql).execute(trx)
  },
  countOnFrom: nothing,
  refuseOthers: nothing,
  firstStatements: [],
  toDdl: (statement) => [statement],
}
