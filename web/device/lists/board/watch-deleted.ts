import type { RowListener } from '../row-cache.ts'

/** A row listener that reports deletions only. */
export const hearDeleted =
  (listener: (ids: readonly string[]) => void): RowListener =>
  (changes) => {
    const gone = changes.flatMap(({ id, row }) => (row === undefined || row._deleted ? [id] : []))
    if (gone.length > 0) listener(gone)
  }
