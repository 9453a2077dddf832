import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { databaseFileOf } from '#server/config.ts'

const transactionSize = 100

/**
 * The baseline of a push: rows of the shop's orders inserted with bare better-sqlite3 on the same disk, WAL and
 * synchronous=FULL, in transactions of 100. The table has the real columns and only its primary key.
 * @returns milliseconds for `rowCount` rows
 */
export function insertBare(dataDir: string, folder: string, rowCount: number): number {
  const source = new BetterSqlite3(databaseFileOf(dataDir), { readonly: true })
  const rows = source.prepare('SELECT * FROM orders LIMIT ?').raw().all(rowCount) as unknown[][]
  const columns = source
    .prepare('SELECT * FROM orders LIMIT 0')
    .columns()
    .map(({ name }) => name)
  source.close()
  if (rows.length < rowCount) throw new Error(`The shop has ${rows.length} orders, the baseline needs ${rowCount}`)

  const database = new BetterSqlite3(path.join(folder, `bare-${performance.now()}.db`))
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec(`CREATE TABLE orders (${columns.map((name) => (name === 'id' ? 'id TEXT PRIMARY KEY' : `"${name}"`)).join(', ')})`)
    const insert = database.prepare(`INSERT INTO orders VALUES (${columns.map(() => '?').join(', ')})`)
    const insertChunk = database.transaction((chunk: unknown[][]) => {
      for (const row of chunk) insert.run(...row)
    })
    const startMs = performance.now()
    for (let start = 0; start < rows.length; start += transactionSize) insertChunk(rows.slice(start, start + transactionSize))
    return performance.now() - startMs
  } finally {
    database.close()
  }
}
