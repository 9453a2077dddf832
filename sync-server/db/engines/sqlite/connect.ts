import BetterSqlite3 from 'better-sqlite3'

/** SQLite's own wait blocks the event loop, so it is short; the driver retries for longer waits. */
const busyTimeoutMs = 50

export function connect(file: string, { readonly = false } = {}): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(file, { readonly, timeout: busyTimeoutMs })
  sqlite.pragma('cache_size = -32000')
  sqlite.pragma('temp_store = MEMORY')
  return sqlite
}

/** Not opened read-only: WAL mode may need to create the shared memory file. `query_only` prevents writes. */
export function connectReader(file: string): BetterSqlite3.Database {
  const sqlite = connect(file)
  sqlite.pragma('query_only = ON')
  return sqlite
}
