import type { Services } from '../services.ts'
import { purgeDeletedRows } from '../store/deletions/purge-deleted.ts'
import { deleteOldNotices } from '../store/notices/notices.ts'

const everyMs = 6 * 60 * 60 * 1000

/** Deletes expired notices and purges deleted rows, now and every six hours. Returns a stop function that waits for the running step. */
export function startHousekeeping(services: Services): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const purge = async (): Promise<void> => {
    try {
      await deleteOldNotices(services)
      const count = await purgeDeletedRows(services, () => isStopped)
      if (count > 0) services.log.info({ count }, 'deleted rows ended')
    } catch (error) {
      services.log.error({ err: error }, 'housekeeping failed')
    }
  }
  const begin = (): void => {
    running = running.then(purge)
  }
  begin()
  const timer = setInterval(begin, everyMs).unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
