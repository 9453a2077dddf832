import type { Kysely } from 'kysely'
import type { Db, SqlValue, Tx } from '#server/db/database.ts'

/** What a column holds, on either engine. */
export type Cell = SqlValue | Uint8Array
export type Row = Record<string, Cell>

/** Tables and columns come from the schema itself. */
export type AnyDb = Kysely<Record<string, Row>>

export const toAnyDb = (db: Db | Tx): AnyDb => db as unknown as AnyDb
