import { setTimeout as sleep } from 'node:timers/promises'
import { keptDeliveriesDays } from '#schema/rules/webhooks/retries.ts'
import { inTransaction } from '../db/transaction.ts'
import { LeaseLostError, WorkerLease } from '../workers/worker-lease.ts'
import { tellOn, type Step } from './tell-on.ts'
import type { WebhookTools } from './tell-webhook.ts'
import { forgetOldEvents, listDue, type StoredWebhook } from './webhook-rows.ts'

export type WorkerOptions = {
  /** Per send. */
  timeoutMs?: number
  leaseMs?: number
  /** Delay from a commit of this server to the next check, to batch events. */
  soonMs?: number
  /** Interval of checks for events of other servers and ended pauses. */
  lookMs?: number
  /** Webhooks served concurrently. */
  atOnce?: number
  /** For tests, which end the process at a step. */
  onStep?: (step: Step) => void
}

/** Devices count as pushing for this time after a commit. */
const busyMs = 100
const pauseWhileBusyMs = 25

/** Fraction of the lease (1/15) kept as margin beyond a send's timeout. */
const marginShare = 15

/**
 * Delivers events at least once, in feed order per webhook. One server of a database does it; a slow or dead receiver
 * does not delay other webhooks.
 */
export class WebhookWorker {
  readonly #tools: WebhookTools
  readonly #options: Required<Omit<WorkerOptions, 'timeoutMs'>>
  readonly #lease: WorkerLease
  readonly #running = new Map<string, Promise<void>>()
  #stopWaking: (() => void) | undefined
  #movedMs = -busyMs
  #soon: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isDueAgain = false
  #isStopped = false

  constructor(tools: WebhookTools, { leaseMs = 30_000, soonMs = 20, lookMs = 1_000, atOnce = 16, onStep = () => {} }: WorkerOptions = {}) {
    const { db, newId } = tools.services
    this.#tools = tools
    this.#options = { leaseMs, soonMs, lookMs, atOnce, onStep }
    this.#lease = new WorkerLease(db, { name: 'webhooks', holder: newId(), forMs: leaseMs })
  }

  /** Lease time required to begin a send, so that it ends before another server may take over. */
  get #neededMs(): number {
    return this.#tools.poster.timeoutMs + this.#options.leaseMs / marginShare
  }

  start(): void {
    this.#stopWaking = this.#tools.services.bus.onMoves(() => this.#noteMove())
    this.#timer = setInterval(() => this.wake(), this.#options.lookMs).unref()
    this.wake()
  }

  /** Aborts pending sends, saves progress, and releases the lease for another server. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopWaking?.()
    clearTimeout(this.#soon)
    clearInterval(this.#timer)
    this.#tools.poster.close()
    await this.#round
    await Promise.all(this.#running.values())
    await this.#lease.release().catch((error: unknown) => this.#warn(error))
  }

  /** Checks for due webhooks now, or again after the current check. */
  wake(): void {
    this.#soon = undefined
    if (this.#isStopped) return
    this.#isDueAgain = true
    this.#round ??= this.#look().finally(() => (this.#round = undefined))
  }

  #noteMove(): void {
    this.#movedMs = performance.now()
    this.#soon ??= setTimeout(() => this.wake(), this.#options.soonMs).unref()
  }

  /** Slows down while devices push, because users wait for pushes but not for webhooks. */
  async #makeRoom(): Promise<void> {
    if (performance.now() - this.#movedMs < busyMs && !this.#isStopped) await sleep(pauseWhileBusyMs)
  }

  async #look(): Promise<void> {
    while (this.#isDueAgain && !this.#isStopped) {
      this.#isDueAgain = false
      try {
        await this.#begin()
      } catch (error) {
        this.#warn(error)
      }
    }
  }

  async #begin(): Promise<void> {
    const { services } = this.#tools
    const due = await listDue(services.reader, services.clock().toISOString())
    const waiting = due.filter(({ id }) => !this.#running.has(id))
    if (waiting.length === 0 && this.#running.size === 0) return
    if (!(await this.#lease.hold(this.#neededMs))) return
    for (const webhook of waiting) {
      if (this.#running.size >= this.#options.atOnce) return
      this.#run(webhook)
    }
  }

  #run(webhook: StoredWebhook): void {
    const running = tellOn(this.#tools, webhook, {
      mayGoOn: () => !this.#isStopped && this.#lease.leftMs > this.#neededMs,
      isStopping: () => this.#isStopped,
      makeRoom: () => this.#makeRoom(),
      renewIn: (trx) => this.#lease.renewIn(trx),
      onStep: this.#options.onStep,
    })
      .catch((error: unknown) => this.#warn(error))
      .finally(() => {
        this.#running.delete(webhook.id)
        // Other webhooks may wait for the slot, and this one may have more events.
        this.wake()
      })
    this.#running.set(webhook.id, running)
  }

  #warn(error: unknown): void {
    // Not an error: another server continues.
    if (error instanceof LeaseLostError) return
    this.#tools.services.log.warn({ err: error }, 'cannot tell webhooks')
  }
}

export async function tidyWebhooks({ db, clock }: WebhookTools['services']): Promise<void> {
  const before = new Date(clock().getTime() - keptDeliveriesDays * 24 * 60 * 60_000).toISOString()
  for (let count = 1; count > 0;) count = await inTransaction(db, (trx) => forgetOldEvents(trx, before))
}
