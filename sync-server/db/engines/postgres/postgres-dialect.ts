import { Kysely, PostgresAdapter, PostgresIntrospector, type Dialect, type Driver } from 'kysely'
import type { Database } from '../../database.ts'
import type { ChangeSource } from '../change-source.ts'
import type { EngineAdapter, ReaderApart } from '../engine.ts'
import { ListsAsArrays } from './lists-as-arrays.ts'
import type { PostgresDriver } from './postgres-driver.ts'
import { postgresEngine } from './postgres-engine.ts'

/** `reads`: the connections of readers. */
type Around = { reads: PostgresDriver; changes: ChangeSource }

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = postgresEngine
  readonly changes: ChangeSource
  readonly #reads: PostgresDriver

  constructor({ reads, changes }: Around) {
    super()
    this.changes = changes
    this.#reads = reads
  }

  /** A connection of the pool, while a transaction of it runs. */
  openApart(): ReaderApart {
    const db = new Kysely<Database>({ dialect: createPostgresDialect(this.#reads, { reads: this.#reads, changes: this.changes }) })
    return { db, close: async () => undefined }
  }
}

export function createPostgresDialect(driver: Driver, around: Around): Dialect {
  return {
    createAdapter: () => new PostgresEngineAdapter(around),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new ListsAsArrays(),
  }
}
