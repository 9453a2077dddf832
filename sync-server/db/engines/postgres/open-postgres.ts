import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type Dialect,
  type Driver,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type BinaryOperationNode,
} from 'kysely'
import type { Database, Db } from '../../database.ts'
import { Notifications } from './notifications.ts'
import { openPool, PostgresDriver, type PoolOptions } from './postgres-driver.ts'
import type { ChangeSource } from '../change-source.ts'
import type { EngineAdapter, ReaderApart } from '../engine.ts'
import { postgresEngine } from './postgres-engine.ts'

/** Compiles `in ($1, $2)` to `= any($1)`: one SQL text, and so one plan, for lists of any length, including empty ones. */
class ListsAsArrays extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const word = OperatorNode.is(operator) ? operator.operator : undefined
    // Leaves placeholders of compiled statements as they are.
    const isList =
      PrimitiveValueListNode.is(rightOperand) &&
      (rightOperand.values.every((value) => typeof value === 'string') || rightOperand.values.every((value) => typeof value === 'number'))
    if (!isList || (word !== 'in' && word !== 'not in')) return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(word === 'in' ? ' = any(' : ' <> all(')
    this.appendValue([...rightOperand.values])
    this.append(')')
  }
}

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

  /** Uses a pool connection per transaction. */
  openApart(): ReaderApart {
    const db = new Kysely<Database>({ dialect: createPostgresDialect(this.#reads, { reads: this.#reads, changes: this.changes }) })
    return { db, close: async () => undefined }
  }
}

function createPostgresDialect(driver: Driver, around: Around): Dialect {
  return {
    createAdapter: () => new PostgresEngineAdapter(around),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new ListsAsArrays(),
  }
}

type PostgresOptions = PoolOptions & { isNotifying: boolean }

type OpenPostgres = { db: Db; reader: Db; close: () => Promise<void> }

/** Reads have their own pool: a transaction that waits for a read on a shared pool could deadlock with it. */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const { url, isNotifying, meter } = options
  const changes = new Notifications(url, isNotifying)
  const openDriver = (): PostgresDriver => new PostgresDriver(openPool(options), meter, () => changes.tell())
  const reads = openDriver()
  const db = new Kysely<Database>({ dialect: createPostgresDialect(openDriver(), { reads, changes }) })
  const reader = new Kysely<Database>({ dialect: createPostgresDialect(reads, { reads, changes }) })
  return {
    db,
    reader,
    async close() {
      await changes.close()
      await reads.destroy()
      await db.destroy()
    },
  }
}
