import { inTransaction } from '../db/transaction.ts'
import { forgetEstimateLinks } from '../portal/estimates/estimate-links.ts'
import { forgetOrderLinks } from '../portal/order-links/order-links.ts'
import { forgetPortalSessions } from '../portal/portal-sessions.ts'
import type { Services } from '../services.ts'
import { forgetOldMarks } from '../store/sequence/feed-marks.ts'
import { tidyWebhooks } from '../webhooks/webhook-worker.ts'
import { forgetOldRefusals } from '../store/answers/kept-refusals.ts'

const everyMs = 10 * 60_000
/** Time for which the clock must be steady before expired rows are deleted: a wrong clock would delete too much. */
const steadyMs = 60 * 60_000
const toleranceMs = 60_000

export type SteadyClock = ReturnType<typeof createSteadyClock>

/** Detects clock changes by comparison with the monotonic clock. */
export function createSteadyClock(clock: () => Date, monotonic: () => number) {
  let start = { clockMs: clock().getTime(), monotonicMs: monotonic() }
  return {
    isSteady(): boolean {
      const now = { clockMs: clock().getTime(), monotonicMs: monotonic() }
      const passedMs = now.monotonicMs - start.monotonicMs
      if (Math.abs(now.clockMs - start.clockMs - passedMs) > toleranceMs) start = now
      return now.monotonicMs - start.monotonicMs >= steadyMs
    },
  }
}

/** Deletes old portal sessions, refusals and feed marks in small steps. @returns a stop function */
export function startTidying(services: Services, steady: SteadyClock = createSteadyClock(services.clock, () => performance.now())): () => void {
  const timer = setInterval(() => void tidy(services, steady), everyMs).unref()
  return () => clearInterval(timer)
}

/** One round, only while the clock is trusted. */
export async function tidy(services: Services, steady: SteadyClock): Promise<void> {
  if (!steady.isSteady()) return
  try {
    await inTransaction(services.db, (trx) => forgetPortalSessions(trx, services.clock()))
    await inTransaction(services.db, (trx) => forgetEstimateLinks(trx, services.clock()))
    await inTransaction(services.db, (trx) => forgetOrderLinks(trx, services.clock()))
    for (let count = 1; count > 0;) count = await inTransaction(services.db, (trx) => forgetOldRefusals(trx, services.clock()))
    for (let count = 1; count > 0;) count = await inTransaction(services.db, (trx) => forgetOldMarks(trx, services.clock()))
    await tidyWebhooks(services)
  } catch (error) {
    // For example a full disk; the next round tries again.
    services.log.warn({ err: error }, 'cannot end what was kept long enough')
  }
}
