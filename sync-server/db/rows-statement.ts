import type { CompiledQuery, Kysely } from 'kysely'
import { toDynamicDb, type Db, type DynamicDatabase, type SqlValue } from './database.ts'
import { settleAll } from './settle-all.ts'
import { runCompiled } from './transaction.ts'
import { oncePerEngine, type Arguments } from './statement.ts'

class Cell {
  readonly row: number
  readonly column: string
  constructor(row: number, column: string) {
    this.row = row
    this.column = column
  }
}

/** Writes rows, in their order, in as few statements as sets of fixed sizes allow. */
export type RowsStatement = (executor: Db, rows: readonly Arguments[]) => Promise<void>

/** More rows in a statement gain nothing. */
const largestSet = 128

/**
 * Defines a statement over several rows, which is compiled once for each size: sizes are powers of two, so that any number of rows
 * takes few statements and few sizes are ever compiled. `build` gets rows of placeholders.
 */
export function defineRowsStatement(
  columns: readonly string[],
  build: (db: Kysely<DynamicDatabase>, rows: Record<string, SqlValue>[]) => CompiledQuery,
): RowsStatement {
  const compiledBySizeOf = oncePerEngine(() => new Map<number, CompiledQuery>())
  return async (executor, rows) => {
    const compiledBySize = compiledBySizeOf(executor)
    const sent: Promise<unknown>[] = []
    for (let start = 0; start < rows.length;) {
      const size = 2 ** Math.floor(Math.log2(Math.min(rows.length - start, largestSet)))
      const known = compiledBySize.get(size)
      const compiled = known ?? build(toDynamicDb(executor), toCells(columns, size))
      if (known === undefined) compiledBySize.set(size, compiled)
      const parameters = compiled.parameters.map((parameter) => (parameter instanceof Cell ? requireCell(rows[start + parameter.row], parameter) : parameter))
      sent.push(runCompiled(executor, { sql: compiled.sql, query: compiled.query, queryId: compiled.queryId, parameters }))
      start += size
    }
    await settleAll(sent)
  }
}

/** Kysely passes a value through to the parameters untouched; the object is replaced before any statement runs. */
const toCells = (columns: readonly string[], size: number): Record<string, SqlValue>[] =>
  Array.from({ length: size }, (_, row) => Object.fromEntries(columns.map((column) => [column, new Cell(row, column) as unknown as SqlValue])))

function requireCell(row: Arguments | undefined, { column }: Cell): SqlValue {
  const value = row?.[column]
  if (value === undefined) throw new TypeError(`The statement needs a value for ${column}`)
  return value
}

/** Ids per look-up: a statement of fixed size is compiled once. */
const lookUpSize = 100

/** Finds rows by their ids, a hundred at a time. `build` gets placeholders for the ids. */
export function defineLookUp<Row>(
  build: (db: Kysely<DynamicDatabase>, ids: SqlValue[]) => CompiledQuery,
): (executor: Db, ids: readonly string[]) => Promise<Row[]> {
  const compile = oncePerEngine((executor) =>
    build(
      toDynamicDb(executor),
      Array.from({ length: lookUpSize }, (_, row) => new Cell(row, 'id') as unknown as SqlValue),
    ),
  )
  return async (executor, ids) => {
    const compiled = compile(executor)
    const found: Promise<Row[]>[] = []
    for (let start = 0; start < ids.length; start += lookUpSize) {
      const parameters = compiled.parameters.map((parameter) => (parameter instanceof Cell ? (ids[start + parameter.row] ?? '') : parameter))
      found.push(runCompiled<Row>(executor, { sql: compiled.sql, query: compiled.query, queryId: compiled.queryId, parameters }))
    }
    return (await settleAll(found)).flat()
  }
}
