import type { Db, Tx } from '#server/db/database.ts'
import { isConstraint, toErrorKind } from '#server/db/engines/error-kind.ts'
import { engineOf } from '#server/db/engines/engine.ts'
import { copyTable, sumUp, type Copied } from './copy-table.ts'
import { isSame } from './digest.ts'
import { MoveError } from './move-error.ts'
import { finishTarget, forgetAll, noteTable, readNotes } from './target.ts'
import { readTables, type MovedTable } from './tables.ts'

type MoveProgress = {
  /** `isKept`: an earlier run has copied the table. */
  onTable: (table: { name: string; rows: number; place: number; of: number; isKept: boolean }) => void
  onRows: (table: { name: string; rows: number }) => void
  /** The source changed since the earlier run: all tables are copied again. */
  onBeginAnew: () => void
}

type Moved = { tables: number; rows: number; mended: readonly string[] }

/**
 * Copies all rows from one database to the other, each table in one transaction with a note of its completion. Feeds
 * keep epochs, marks and seqs, so devices see the same server. The source is locked against writes meanwhile.
 * @throws MoveError
 */
export const moveDatabase = (source: Db, target: Db, progress: MoveProgress): Promise<Moved> =>
  source.transaction().execute(async (trx) => {
    // On SQLite this holds the write lock, on PostgreSQL the lock that starting servers wait for.
    await engineOf(trx).lockMigrations(trx)
    await engineOf(trx).refuseOthers(trx)
    const tables = await readTables(engineOf(trx).name === 'sqlite' ? trx : target)
    const kept = await keepMoved(trx, target, tables, progress)
    let [rows, place] = [0, 0]
    const mended: string[] = []
    for (const table of tables) {
      const earlier = kept.get(table.name)
      const copied = earlier ?? (await moveTable(trx, target, table, progress))
      rows += copied.rows
      place += 1
      mended.push(...copied.mended)
      progress.onTable({ name: table.name, rows: copied.rows, place, of: tables.length, isKept: earlier !== undefined })
    }
    await finishTarget(target)
    return { tables: tables.length, rows, mended }
  })

async function moveTable(source: Tx, target: Db, table: MovedTable, { onRows }: MoveProgress): Promise<Copied> {
  try {
    return await target.transaction().execute(async (trx) => {
      const copied = await copyTable(source, trx, table, (rows) => onRows({ name: table.name, rows }))
      await noteTable(trx, table, copied)
      return copied
    })
  } catch (error) {
    if (!(error instanceof Error) || !isConstraint(toErrorKind(error))) throw error
    const detail = 'detail' in error ? ` (${String(error.detail)})` : ''
    throw new MoveError(`A row of ${table.name} does not fit into the target: ${error.message}${detail}`, { cause: error })
  }
}

/** Tables that an earlier run copied, if the source still has the same rows. */
async function keepMoved(source: Tx, target: Db, tables: readonly MovedTable[], { onBeginAnew }: MoveProgress): Promise<Map<string, Copied>> {
  const notes = await readNotes(target)
  const kept = new Map<string, Copied>()
  // Remove the seed rows of a first start.
  if (notes.size === 0) await forgetAll(target, tables)
  for (const table of tables) {
    const note = notes.get(table.name)
    if (note === undefined) continue
    const now = await sumUp(source, table)
    if (!isSame(note, now)) {
      onBeginAnew()
      await forgetAll(target, tables)
      return new Map()
    }
    kept.set(table.name, { ...now, mended: [] })
  }
  return kept
}
