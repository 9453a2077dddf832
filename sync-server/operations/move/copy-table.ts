import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import { engineOf } from '#server/db/engines/engine.ts'
import { toAnyDb, type AnyDb, type Row } from './cells.ts'
import { isSame, RowSum, type Sum } from './digest.ts'
import { MoveError } from './move-error.ts'
import type { MovedTable } from './tables.ts'

/** SQLite allows at most 32,766 parameters per statement. */
const parametersMax = 30_000
const batchRows = 500
/** A file may have several megabytes. */
const batchFiles = 10

export type Copied = Sum & {
  /** Keys of rows whose texts contained U+0000, which PostgreSQL cannot store. */
  mended: readonly string[]
}

export async function sumUp(db: Db | Tx, table: MovedTable): Promise<Sum> {
  const sum = new RowSum(table.columns)
  for await (const rows of readBatches(toAnyDb(db), table)) for (const row of rows) sum.add(mend(row).row)
  return sum.read()
}

/**
 * Replaces the target's rows with those of `source`, then reads them back.
 * @throws MoveError when they differ
 */
export async function copyTable(source: Tx, trx: Tx, table: MovedTable, onRows: (rows: number) => void): Promise<Copied> {
  const { withoutTriggers, countOnFrom } = engineOf(trx)
  const target = toAnyDb(trx)
  const sum = new RowSum(table.columns)
  const mended: string[] = []
  let rowCount = 0
  await withoutTriggers(trx, table.name, async () => {
    await target.deleteFrom(table.name).execute()
    for await (const batch of readBatches(toAnyDb(source), table)) {
      const rows = batch.map((stored) => {
        const { row, isMended } = mend(stored)
        sum.add(row)
        if (isMended) mended.push(toKeyText(row, table))
        return row
      })
      await target
        .insertInto(table.name)
        .values(rows.map((row) => withoutOwn(row, table)))
        .execute()
      rowCount += rows.length
      onRows(rowCount)
    }
    if (table.selfReferences.length > 0) await pointAtOwn(toAnyDb(source), target, table)
  })
  if (table.countedKey !== undefined) await countOnFrom(trx, table.name, table.countedKey)
  const copied = sum.read()
  const found = await sumUp(trx, table)
  if (!isSame(copied, found)) {
    throw new MoveError(`The copy of ${table.name} differs: ${copied.rows} rows (${copied.digest}) were written, ${found.rows} (${found.digest}) are there`)
  }
  return { ...copied, mended }
}

/** Pages by primary key, so that no batch skips earlier rows. */
async function* readBatches(db: AnyDb, { name, columns, key, hasFiles }: MovedTable): AsyncGenerator<Row[]> {
  const size = Math.min(hasFiles ? batchFiles : batchRows, Math.floor(parametersMax / columns.length))
  const keyColumns = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  for (;;) {
    const after = last
    let query = db
      .selectFrom(name)
      .select([...columns])
      .limit(size)
    for (const column of key) query = query.orderBy(column)
    if (after !== undefined) query = query.where(sql<boolean>`(${keyColumns}) > (${sql.join(key.map((column) => after[column]))})`)
    const rows = await query.execute()
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

const withoutOwn = (row: Row, { selfReferences }: MovedTable): Row => ({ ...row, ...Object.fromEntries(selfReferences.map((column) => [column, null])) })

/** Sets references within a table after all rows exist, whatever their order. */
async function pointAtOwn(source: AnyDb, target: AnyDb, table: MovedTable): Promise<void> {
  for await (const batch of readBatches(source, table)) {
    for (const stored of batch) {
      const { row } = mend(stored)
      const references = table.selfReferences.filter((column) => row[column] !== null).map((column) => [column, row[column]])
      if (references.length === 0) continue
      let update = target.updateTable(table.name).set(Object.fromEntries(references))
      for (const column of table.key) update = update.where(column, '=', row[column] ?? null)
      await update.execute()
    }
  }
}

const zero = '\u0000'

function mend(row: Row): { row: Row; isMended: boolean } {
  if (!Object.values(row).some((cell) => typeof cell === 'string' && cell.includes(zero))) return { row, isMended: false }
  const cells = Object.entries(row).map(([column, cell]) => [column, typeof cell === 'string' ? cell.replaceAll(zero, '\ufffd') : cell])
  return { row: Object.fromEntries(cells) as Row, isMended: true }
}

const toKeyText = (row: Row, { name, key }: MovedTable): string => `${name} ${key.map((column) => String(row[column])).join(' ')}`
