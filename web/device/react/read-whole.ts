import { AppError } from '#schema/errors.ts'
import { watchLastWord } from '../platform/observable.ts'
import type { LiveList } from '../lists/live-list.ts'

type Paged = { page: number; pageSize: number }

/** More rows than any shop has. */
const allRows = 10_000_000

/** All rows that a list finds, in its order, as they are now. @throws AppError UNAVAILABLE when this device's storage fails */
export function readWhole<Query extends Paged, Row>(open: (query: Query) => LiveList<Query, Row>, query: Query): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const list = open({ ...query, page: 1, pageSize: allRows })
    let isOver = false
    const end = (settle: () => void): void => {
      isOver = true
      stop()
      list.close()
      settle()
    }
    const look = (): void => {
      if (isOver) return
      const { state, rows, total, coverage } = list.get()
      if (state === 'failed') end(() => reject(new AppError('UNAVAILABLE', 'The list could not be read on this device.')))
      // During the first sync the total exceeds the stored rows.
      else if (state === 'ready' && (rows.length >= total || coverage !== undefined)) end(() => resolve(rows))
    }
    const stop = watchLastWord(list, look)
    queueMicrotask(look)
  })
}
