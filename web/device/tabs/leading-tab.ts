import type { LocalParts, WithLock } from '../outbox/local-parts.ts'
import type { WakeUp } from '../platform/ports.ts'
import type { ConnectionTracker } from '../sync/connection.ts'
import type { SyncEngine } from '../sync/sync-engine.ts'
import { type Leadership, startLeadership } from './leadership.ts'
import type { TabChannel } from './tab-channel.ts'

const syncPatienceMs = 20_000
const checkPatienceMs = 5 * 60_000
/** The leader checks this often, in heartbeats, that its data is still stored. */
const beatsBetweenLooks = 5

type Led = { engine: SyncEngine; signal: AbortSignal; restart: () => void }

type Campaign = { makeEngine: () => SyncEngine; withLock: WithLock; lookAtStorage: () => void }

/** The leading tab runs the sync engine; any other tab asks the leader. */
export class LeadingTab {
  readonly #local: LocalParts
  readonly #channel: TabChannel
  readonly #connection: ConnectionTracker
  #led: Led | undefined
  #leadership: Leadership | undefined
  #campaign: Campaign | undefined
  #hasTermTrouble = false

  constructor(local: LocalParts, channel: TabChannel, connection: ConnectionTracker) {
    this.#local = local
    this.#channel = channel
    this.#connection = connection
  }

  get isLeading(): boolean {
    return this.#led !== undefined
  }

  /** From here on this tab leads whenever no other does, until it closes. */
  start(campaign: Campaign): void {
    this.#campaign = campaign
    let beats = 0
    this.#leadership = startLeadership(`mainspring-lead-${this.#local.userId}`, this.#local.ports, {
      sendHeartbeat: () => {
        this.#channel.post({ type: 'heartbeat' })
        if (++beats % beatsBetweenLooks === 0) campaign.lookAtStorage()
      },
      onFailure: (error) => {
        this.#hasTermTrouble = true
        this.#connection.fail(error)
      },
      lead: (signal) => this.#lead(signal, campaign),
    })
  }

  async close(): Promise<void> {
    await this.#leadership?.close()
  }

  hearLeader(): void {
    this.#leadership?.hear()
  }

  onLocalChange(): void {
    this.#led?.engine.onLocalChange()
  }

  wakeNumbers(): void {
    this.#led?.engine.wakeNumbers()
  }

  demandNotices(): void {
    this.#led?.engine.demandNotices()
  }

  /** The same user has signed in again. */
  resume(): void {
    this.#led?.engine.onWakeUp()
  }

  /** The engine's knowledge of the rows is void: start another one. */
  restart(): void {
    this.#led?.restart()
  }

  /** Storing works again: clear the problem of a failed term. */
  onStored(): void {
    if (this.#hasTermTrouble) this.#connection.patch({ problem: null })
    this.#hasTermTrouble = false
  }

  onWakeUp(reason: WakeUp): void {
    if (reason === 'offline') {
      this.#connection.lose()
      this.#led?.engine.onNetworkLost()
    } else if (this.#led !== undefined) {
      this.#campaign?.lookAtStorage()
      this.#led.engine.onWakeUp()
    } else {
      this.#leadership?.wake()
      if (reason === 'visible') void this.#catchUp()
    }
  }

  /** Pushes and pulls, here or in the leading tab; resolves when that is done, has failed or takes too long. */
  async sync(): Promise<void> {
    if (!(await this.syncHere())) await this.#channel.ask('sync', syncPatienceMs)
  }

  /** False if this tab does not lead. */
  async syncHere(): Promise<boolean> {
    const led = this.#led
    await led?.engine.syncNow(led.signal)
    return led !== undefined
  }

  /** Compares everything with the server, here or in the leading tab. */
  async check(): Promise<void> {
    if (!(await this.checkHere())) await this.#channel.ask('check', checkPatienceMs)
  }

  async checkHere(): Promise<boolean> {
    const led = this.#led
    await led?.engine.checkDevice()
    return led !== undefined
  }

  async #lead(signal: AbortSignal, campaign: Campaign): Promise<void> {
    try {
      for (let isAgain = true; isAgain && !signal.aborted;) isAgain = await this.#leadOnce(signal, campaign)
    } finally {
      this.#led = undefined
      // A tab that was frozen while another led must read everything again.
      if (!this.#local.closing.aborted) void this.#catchUp()
    }
  }

  /** True if another engine must start, as this one's knowledge of the rows is void. */
  async #leadOnce(signal: AbortSignal, { makeEngine, withLock }: Campaign): Promise<boolean> {
    const engine = makeEngine()
    const round = new AbortController()
    const ending = AbortSignal.any([signal, round.signal])
    this.#led = { engine, signal: ending, restart: () => round.abort() }
    try {
      // Refresh first: the former leader may have written.
      await withLock(async () => undefined)
      await engine.run(ending)
    } catch (error) {
      if (!round.signal.aborted) throw error
    }
    return round.signal.aborted
  }

  async #catchUp(): Promise<void> {
    this.#channel.post({ type: 'ask' })
    await this.#campaign?.withLock(async () => undefined).catch(() => undefined)
  }
}
