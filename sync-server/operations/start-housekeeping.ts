import type { Services } from '../services.ts'
import { purgeDeletedRows } from '../store/deletions/purge-deleted.ts'
import { deleteOldNotices } from '../store/notices/notices.ts'
import { completeDeletions } from '../store/older-nodes/complete-deletions.ts'

const everyMs = 6 * 60 * 60 * 1000

/** While an update goes round, people look at the counts that older nodes left. */
const completedEveryMs = 10 * 60 * 1000

/**
 * Deletes expired notices and purges deleted rows, at once and then every six hours; completes what older nodes left undone, at once and
 * then every ten minutes. Returns how to stop, which waits for the running step.
 */
export function startHousekeeping(services: Services): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const begin = (keep: () => Promise<void>): void => {
    running = running.then(async () => {
      try {
        await keep()
      } catch (error) {
        services.log.error({ err: error }, 'housekeeping failed')
      }
    })
  }
  const complete = async (): Promise<void> => {
    const count = await completeDeletions(services, () => isStopped)
    if (count > 0) services.log.info({ count }, 'rows followed orders that an older server deleted or restored')
  }
  const purge = async (): Promise<void> => {
    await deleteOldNotices(services)
    const count = await purgeDeletedRows(services, () => isStopped)
    if (count > 0) services.log.info({ count }, 'deleted rows ended')
  }
  begin(complete)
  begin(purge)
  const timers = [setInterval(begin, completedEveryMs, complete).unref(), setInterval(begin, everyMs, purge).unref()]
  return async () => {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    await running
  }
}
