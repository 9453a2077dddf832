import { sql, type CompiledQuery, type InsertQueryBuilder, type InsertResult, type Kysely, type RawBuilder } from 'kysely'
import { toDynamicDb, type Db, type DynamicDatabase, type SqlValue } from './database.ts'
import { engineOf } from './engines/engine.ts'
import { settleAll } from './settle-all.ts'
import { runCompiled } from './transaction.ts'
import { oncePerEngine, type Arguments } from './statement.ts'

class Cell {
  readonly form = 'cell'
  readonly row: number
  readonly column: string
  constructor(row: number, column: string) {
    this.row = row
    this.column = column
  }
}

/** Placeholder for a parameter built from all rows or ids of a run. */
class RunParameter {
  readonly form: 'json' | 'ids'
  constructor(form: 'json' | 'ids') {
    this.form = form
  }
}

/** Writes rows in order, in as few statements as the engine allows. */
export type RowsStatement = (executor: Db, rows: readonly Arguments[]) => Promise<void>

/** Safe: Kysely passes the object through as a parameter, and it is replaced before a statement runs. */
const later = (placeholder: Cell | RunParameter): SqlValue => placeholder as unknown as SqlValue

type Insert = InsertQueryBuilder<DynamicDatabase, string, InsertResult>

export function defineInsert(table: string, columns: readonly string[], finish: (insert: Insert, db: Db) => Insert = (insert) => insert): RowsStatement {
  const insert = (db: Kysely<DynamicDatabase>): Insert => db.insertInto(table)
  return defineRowsStatement(columns, {
    ofSet: (db, rows) => finish(insert(db).values(rows), db).compile(),
    ofWhole: (db, given) =>
      finish(
        insert(db)
          .columns(columns)
          .expression(sql`select ${toNames(columns)} from ${given}`),
        db,
      ).compile(),
    table,
  })
}

/** `by`: column that is compared with the given `id`; `unless`: rows with this flag set stay unchanged. */
type UpdateOptions = { by?: string; unless?: string }

export function defineUpdate(table: string, columns: readonly string[], { by = 'id', unless }: UpdateOptions = {}): RowsStatement {
  const named = ['id', ...columns]
  const sets = sql.join(columns.map((column) => sql`${sql.id(column)} = changed.${sql.id(column)}`))
  const own = sql.table(table)
  const key = sql`${own}.${sql.id(by)}`
  const rest = unless === undefined ? sql`` : sql` and ${own}.${sql.id(unless)} = 0`
  return defineRowsStatement(named, {
    ofSet: (db, rows) => {
      const [only] = rows
      if (rows.length === 1 && only !== undefined) {
        const { id, ...values } = only
        const update = db
          .updateTable(table)
          .set(values)
          .where(by, '=', id ?? null)
        return (unless === undefined ? update : update.where(unless, '=', 0)).compile()
      }
      const selected = rows.map((row) => sql`select ${sql.join(named.map((column) => row[column]))}`)
      return sql`with changed(${toNames(named)}) as (${sql.join(selected, sql` union all `)})
        update ${own} set ${sets} from changed where ${key} = changed.id${rest}`.compile(db)
    },
    // Also filter by ids: otherwise the planner scans the whole table for rows of a JSON parameter.
    ofWhole: (db, given) =>
      sql`update ${own} set ${sets} from ${given} as changed where ${key} = changed.id and ${key} = any(${later(new RunParameter('ids'))})${rest}`.compile(db),
    table,
  })
}

const toNames = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.id(column)))

/** Larger statements gain nothing. */
const largestSet = 128

type RowsText = {
  table: string
  /** With placeholders per row. */
  ofSet: (db: Kysely<DynamicDatabase>, rows: Record<string, SqlValue>[]) => CompiledQuery
  /** With all rows as one parameter. */
  ofWhole: (db: Kysely<DynamicDatabase>, rows: RawBuilder<unknown>) => CompiledQuery
}

/**
 * Defines a statement over several rows. If the engine takes rows as one parameter, it is compiled and run once;
 * otherwise rows are split into powers of two, so few sizes are compiled.
 */
function defineRowsStatement(columns: readonly string[], text: RowsText): RowsStatement {
  const compiledBySizeOf = oncePerEngine(() => new Map<number, CompiledQuery>())
  const whole = oncePerEngine((executor) => {
    const rows = engineOf(executor).wholeRows?.from(text.table, later(new RunParameter('json')))
    return rows && text.ofWhole(toDynamicDb(executor), rows)
  })
  return async (executor, rows) => {
    if (rows.length === 0) return
    const compiledWhole = whole(executor)
    if (compiledWhole !== undefined) return runWhole(executor, compiledWhole, columns, rows)
    const compiledBySize = compiledBySizeOf(executor)
    const sent: Promise<unknown>[] = []
    for (let start = 0; start < rows.length;) {
      const size = 2 ** Math.floor(Math.log2(Math.min(rows.length - start, largestSet)))
      const known = compiledBySize.get(size)
      const compiled = known ?? text.ofSet(toDynamicDb(executor), toCells(columns, size))
      if (known === undefined) compiledBySize.set(size, compiled)
      sent.push(run(executor, compiled, (cell) => (cell instanceof Cell ? requireCell(rows[start + cell.row], cell.column) : null)))
      start += size
    }
    await settleAll(sent)
  }
}

async function runWhole(executor: Db, compiled: CompiledQuery, columns: readonly string[], rows: readonly Arguments[]): Promise<void> {
  for (const row of rows) for (const column of columns) requireCell(row, column)
  await run(executor, compiled, ({ form }) => (form === 'json' ? engineOf(executor).wholeRows?.toJson(rows) : rows.map((row) => row['id'])))
}

const toCells = (columns: readonly string[], size: number): Record<string, SqlValue>[] =>
  Array.from({ length: size }, (_, row) => Object.fromEntries(columns.map((column) => [column, later(new Cell(row, column))])))

function requireCell(row: Arguments | undefined, column: string): SqlValue {
  const value = row?.[column]
  if (value === undefined) throw new TypeError(`The statement needs a value for ${column}`)
  return value
}

const run = <Row>(
  executor: Db,
  { sql: text, query, queryId, parameters }: CompiledQuery,
  toValue: (placeholder: Cell | RunParameter) => unknown,
): Promise<Row[]> =>
  runCompiled<Row>(executor, {
    sql: text,
    query,
    queryId,
    parameters: parameters.map((parameter) => (parameter instanceof Cell || parameter instanceof RunParameter ? toValue(parameter) : parameter)),
  })

/** Ids per look-up where each is a parameter; the fixed size needs one compilation. */
const lookUpSize = 100

type IsAmong = (column: string) => RawBuilder<boolean>

/** Finds rows by ids. `build` gets the condition that a column holds one of them. */
export function defineLookUp<Row>(
  build: (db: Kysely<DynamicDatabase>, isAmong: IsAmong) => CompiledQuery,
): (executor: Db, ids: readonly string[]) => Promise<Row[]> {
  const ids = Array.from({ length: lookUpSize }, (_, row) => later(new Cell(row, 'id')))
  const compile = oncePerEngine((executor) => {
    const isWhole = engineOf(executor).wholeRows !== undefined
    const list = isWhole ? sql`= any(${later(new RunParameter('ids'))})` : sql`in (${sql.join(ids)})`
    return { isWhole, compiled: build(toDynamicDb(executor), (column) => sql<boolean>`${sql.ref(column)} ${list}`) }
  })
  return async (executor, sought) => {
    if (sought.length === 0) return []
    const { isWhole, compiled } = compile(executor)
    if (isWhole) return run<Row>(executor, compiled, () => sought)
    const found: Promise<Row[]>[] = []
    for (let start = 0; start < sought.length; start += lookUpSize)
      found.push(run<Row>(executor, compiled, (cell) => (cell instanceof Cell ? (sought[start + cell.row] ?? '') : null)))
    return (await settleAll(found)).flat()
  }
}
