import type { Kysely } from 'kysely'
import type { Db, SqlValue, Tx } from '#server/db/database.ts'

export type Cell = SqlValue | Uint8Array
export type Row = Record<string, Cell>

/** Untyped tables, since names come from the schema at run time. */
export type AnyDb = Kysely<Record<string, Row>>

export const toAnyDb = (db: Db | Tx): AnyDb => db as unknown as AnyDb
