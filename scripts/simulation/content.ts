import { collectionByName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { readPackedRows } from '#web/device/testing/fixtures/packed-rows.ts'
import type { SqlRow } from './nodes/shared-database.ts'
import { collectionsOfAll } from './oracle/oracle-facts.ts'
import type { LocalFile } from './oracle/file-model.ts'
import type { DiskContent } from './tablet/local-disk.ts'

/** What the server's tables and the disks of tablets hold, read without any of the product's code, and how one spells what the other has. */

export type ServerContent = { rowsByCollection: Map<string, SqlRow[]>; feeds: SqlRow[]; ledger: SqlRow[]; contents: SqlRow[] }

export async function readServer(read: (sql: string) => Promise<SqlRow[]>): Promise<ServerContent> {
  const rowsByCollection = new Map<string, SqlRow[]>()
  for (const name of collectionsOfAll) rowsByCollection.set(name, await read(`select * from ${name}`))
  const [feeds, ledger] = [await read('select * from shop_feed'), await read('select * from mutations')]
  return { rowsByCollection, feeds, ledger, contents: await read('select attachment_id, content from attachment_contents') }
}

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The value that a column holds, as documents spell it. */
export function columnOf(row: SqlRow, field: string, like: unknown): Json {
  const cents = row[`${toSnake(field)}_cents`]
  if (cents !== undefined) return cents === null ? null : Number(cents) / 100
  const value = row[toSnake(field)] ?? null
  return typeof like === 'boolean' && value !== null ? value === 1 : value
}

type LocalRow = Record<string, Json> & { id: string; shopId: string; _deleted: Json }

const localKeys = Object.values(collectionByName).flatMap((collection) => Object.keys(collection.localKeys))
const localOnly = new Set(['rowKey', '_deleted', '_rev', '_meta', '_attachments', ...localKeys])
const serverOnly = new Set(['deleted', 'deleted_with', 'access_code_hash', 'merged_into', 'merged_from', 'sort_key'])

/** Contents that the account's part of a disk keeps for the server. */
export const readLocalFiles = (disk: DiskContent, userId: string): LocalFile[] => (disk[`mainspring-files-${userId}`]?.['pending'] ?? []) as LocalFile[]

export const readLocalRows = (disk: DiskContent, userId: string): Map<string, LocalRow[]> =>
  readPackedRows(disk[`mainspring-rows-${userId}`] ?? {}) as Map<string, LocalRow[]>

/** Where a device's row is not the server's, in words. */
export function findDifference(row: SqlRow, local: LocalRow): string | undefined {
  const columns = new Set(Object.keys(row).filter((column) => !serverOnly.has(column)))
  for (const [field, value] of Object.entries(local).filter(([name]) => !localOnly.has(name))) {
    const stored = columnOf(row, field, value)
    if (stored !== value) return `${field} is ${JSON.stringify(value)}, on the server ${JSON.stringify(stored)}`
    for (const ending of ['', '_cents']) columns.delete(toSnake(field) + ending)
  }
  const [missing] = columns
  return missing && `it lacks ${missing}`
}
