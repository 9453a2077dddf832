import BetterSqlite3 from 'better-sqlite3'

/** A short wait inside SQLite; longer ones are retried by the driver, which lets other requests go on meanwhile. */
const busyTimeoutMs = 50

export function connect(file: string, { readonly = false } = {}): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(file, { readonly, timeout: busyTimeoutMs })
  sqlite.pragma('cache_size = -32000')
  sqlite.pragma('temp_store = MEMORY')
  return sqlite
}

/** Not opened read-only: a WAL database may need its shared memory file made. `query_only` keeps it from writing. */
export function connectReader(file: string): BetterSqlite3.Database {
  const sqlite = connect(file)
  sqlite.pragma('query_only = ON')
  return sqlite
}
