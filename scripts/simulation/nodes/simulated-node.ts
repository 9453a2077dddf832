import type { OpenDatabase } from '#server/db/open.ts'
import { FanOut } from '#server/events/fan-out.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { watchElsewhere } from '#server/feed/watch-elsewhere.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { silentLog, type Services } from '#server/services.ts'
import { rest } from '../timeline.ts'
import type { SharedDatabase } from './shared-database.ts'

export type NodeWorld = { now: () => number; newId: () => string; onInternal: (message: string) => void }

/** One life of a server: what its process holds. */
export class SimulatedNode {
  /** The streams that it serves, by how to stop them. */
  readonly streams = new Set<() => void>()
  readonly lifeName: string
  readonly services: Services
  isUp = true
  readonly #database: SharedDatabase
  readonly #open: OpenDatabase
  readonly #stopWatching: () => void

  private constructor(lifeName: string, database: SharedDatabase, open: OpenDatabase, { now, newId, onInternal }: NodeWorld) {
    this.lifeName = lifeName
    this.#database = database
    this.#open = open
    const log = { ...silentLog, error: (fields: Record<string, unknown>, message: string) => onInternal(`${message}: ${String(fields['err'])}`) }
    log.warn = (fields: Record<string, unknown>, message: string) =>
      message === 'digest mismatch' ? onInternal(`${message}: ${JSON.stringify(fields)}`) : undefined
    // Timed by the simulation's own clock alone, or no seed would run the same way twice.
    const bus = new FeedBus(new FanOut({ nextRound: () => Promise.resolve(), readCpuMs: () => 0 }))
    const { db, reader } = open
    this.services = { db, reader, clock: () => new Date(now()), newId, bus, log, metrics: new Metrics() }
    // Alone on a file, nobody else writes.
    this.#stopWatching = database.nodeNames.length > 1 ? watchElsewhere(this.services) : () => undefined
  }

  static async start(lifeName: string, database: SharedDatabase, world: NodeWorld): Promise<SimulatedNode> {
    return new SimulatedNode(lifeName, database, await database.open(lifeName), world)
  }

  /** The process ends, whatever it is doing: nobody hears of what it does from now on. */
  cut(): void {
    this.isUp = false
    this.#database.cut(this.lifeName)
  }

  /** After the process's end, when nothing of it is under way: whoever was connected finds the line broken. */
  async clear(): Promise<void> {
    this.#stopWatching()
    this.services.bus.close()
    this.streams.clear()
    await rest()
    await this.#open.close()
  }
}
