import { Kysely, PostgresAdapter, PostgresIntrospector, type Dialect, type Driver } from 'kysely'
import type { Database } from '../../database.ts'
import type { ChangeSource } from '../change-source.ts'
import type { EngineAdapter, ReaderApart } from '../engine.ts'
import type { ReadTargets } from '../read-targets.ts'
import { ListsAsArrays } from './lists-as-arrays.ts'
import type { PostgresDriver } from './postgres-driver.ts'
import { postgresEngine } from './postgres-engine.ts'

/** `own`: of the database itself. */
type Around = { own: PostgresDriver; changes: ChangeSource; targets?: ReadTargets | undefined }

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = postgresEngine
  readonly changes: ChangeSource
  readonly targets: ReadTargets | undefined
  readonly #own: PostgresDriver

  constructor({ own, changes, targets }: Around) {
    super()
    this.changes = changes
    this.targets = targets
    this.#own = own
  }

  /** A connection of the pool, while a transaction of it runs. */
  openApart(): ReaderApart {
    const db = new Kysely<Database>({ dialect: createPostgresDialect(this.#own, { own: this.#own, changes: this.changes }) })
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
