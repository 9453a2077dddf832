import { setImmediate } from 'node:timers/promises'
import { endedRowDays, endOfDays } from '#schema/rules/merge/retention.ts'
import type { RetentionConfig } from '../../config.ts'
import { inTransactionAgain } from '../../db/run-again.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Services } from '../../services.ts'
import { endOldActivities, removeEndedActivities, type LogPlace } from '../../store/retention/end-activities.ts'
import { endBuyers } from '../../store/retention/end-buyers.ts'
import { endOldDecisions, type Step } from '../../store/retention/end-decisions.ts'
import { createSteadyClock, type SteadyClock } from '../tidy.ts'

const everyMs = 10 * 60_000

/** Activities per shop and round: each removal is sent to all of the shop's devices. */
const entriesAtOnce = 2_000

/** What expires, as labels of the metrics. */
const endings = ['decisions', 'entries', 'ended entries', 'buyers'] as const
type Ending = (typeof endings)[number]

type RetentionOptions = { services: Services; config: RetentionConfig; steady?: SteadyClock }

/** Removes expired rows in small steps while the clock is trusted. Only one server works at a time; others skip their round. */
export class RetentionRounds {
  readonly ended = new Map<Ending, number>(endings.map((ending) => [ending, 0]))
  /** End of the last round of this server, or of the server that it skipped for. */
  lastRoundAt: Date | undefined
  readonly #services: Services
  readonly #config: RetentionConfig
  readonly #steady: SteadyClock
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #running: Promise<void> = Promise.resolve()

  constructor({ services, config, steady = createSteadyClock(services.clock, () => performance.now()) }: RetentionOptions) {
    this.#services = services
    this.#config = config
    this.#steady = steady
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), everyMs).unref()
  }

  /** Queues one round. Never throws: the next round continues. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#round())
    return this.#running
  }

  /** Waits for the running step. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #round(): Promise<void> {
    if (this.#isStopped || !this.#steady.isSteady()) return
    const services = this.#services
    const before = new Map(this.ended)
    try {
      await this.#endDecisions()
      for (const { shopId, hasEnded } of await this.#readShops()) {
        await this.#endEntries(shopId)
        if (hasEnded) await this.#removeEnded(shopId)
        await this.#walk('buyers', () => endBuyers(services, shopId))
      }
      if (!this.#isStopped) this.lastRoundAt = services.clock()
    } catch (error) {
      // For example a full disk or an unreachable database.
      services.log.warn({ err: error }, 'cannot end what was kept long enough')
    }
    const now = Object.fromEntries([...this.ended].map(([ending, count]) => [ending, count - (before.get(ending) ?? 0)]))
    if (Object.values(now).some((count) => count > 0)) services.log.info(now, 'what was kept long enough has ended')
  }

  async #endDecisions(): Promise<void> {
    const before = endOfDays(this.#services.clock(), this.#config.ledgerDays)
    await this.#walk('decisions', () => inTransactionAgain(this.#services.db, (trx) => endOldDecisions(trx, before)))
  }

  async #endEntries(shopId: string): Promise<void> {
    const days = this.#config.activityDays
    if (days === null) return
    const before = endOfDays(this.#services.clock(), days)
    let from: LogPlace | undefined
    const step = async (): Promise<Step> => {
      const { next, ...ended } = await endOldActivities(this.#services, shopId, before, from)
      from = next
      return next === undefined ? { ...ended, isLast: true } : ended
    }
    await this.#walk('entries', step, entriesAtOnce)
  }

  async #removeEnded(shopId: string): Promise<void> {
    const before = endOfDays(this.#services.clock(), endedRowDays)
    await this.#walk('ended entries', () => removeEndedActivities(this.#services, shopId, before))
  }

  /** Repeats steps until one has nothing to do, and lets other work run in between. */
  async #walk(ending: Ending, run: () => Promise<Step>, most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let all = 0; all < most && !this.#isStopped;) {
      const { ended, isOthers, isLast } = await run()
      all += ended
      this.ended.set(ending, (this.ended.get(ending) ?? 0) + ended)
      if (ended === 0 || isOthers || isLast === true) return
      await setImmediate()
    }
  }

  async #readShops(): Promise<{ shopId: string; hasEnded: boolean }[]> {
    const feeds = await this.#services.reader.selectFrom('shop_feed').select(['shop_id', 'log_begins_at']).orderBy('shop_id').execute()
    return feeds.map(({ shop_id: shopId, log_begins_at: beginsAt }) => ({ shopId, hasEnded: beginsAt !== null }))
  }
}

export function watchRetention(metrics: Metrics, rounds: RetentionRounds): void {
  metrics.watch({
    name: 'mainspring_retention_ended_total',
    help: 'What has had its days and ended: decisions of the ledger, entries of the log, what was left of those, and erased buyers of old invoices.',
    kind: 'total',
    labels: ['what'],
    read: () => [...rounds.ended].map(([what, value]) => ({ labels: { what }, value })),
  })
  metrics.watch({
    name: 'mainspring_retention_round_timestamp_seconds',
    help: 'When the last round of retention came to its end; missing before the first one.',
    read: () => (rounds.lastRoundAt === undefined ? undefined : rounds.lastRoundAt.getTime() / 1_000),
  })
}
