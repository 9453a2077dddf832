import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { lookAgain, type ChangeSource } from '../change-source.ts'

const channel = 'mainspring'
/** Commits within this time are told together: a notification a commit would cost the database more than the commits. */
const coalesceMs = 25
/** Whatever gets lost on the way is found after this. */
const safetyMs = 2_000
/** Without a connection that listens. */
const pollMs = 250
const reconnectMs = 1_000

/**
 * Tells other processes of commits, and hears of theirs, by one connection of its own. The notification is sent after the commit: inside of
 * it, PostgreSQL would let transactions commit one after the other.
 */
export class Notifications implements ChangeSource {
  readonly #url: string
  readonly #id = randomUUID()
  #client: pg.Client | undefined
  #isListening = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #reconnecting: NodeJS.Timeout | undefined
  #lastToldMs = 0
  readonly #looks = new Set<() => void>()

  constructor(url: string) {
    this.#url = url
  }

  /** This process has committed something. */
  tell(): void {
    if (this.#isClosed || this.#timer !== undefined) return
    const restMs = Math.max(0, this.#lastToldMs + coalesceMs - performance.now())
    this.#timer = setTimeout(() => this.#send(), restMs).unref()
  }

  watch(onChange: () => Promise<void>, onTrouble: (error: unknown) => void): () => void {
    const { stop, lookNow } = lookAgain(onChange, onTrouble, () => (this.#isListening ? safetyMs : pollMs))
    this.#looks.add(lookNow)
    void this.#connect()
    return () => {
      this.#looks.delete(lookNow)
      stop()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#reconnecting)
    await this.#client?.end().catch(() => undefined)
  }

  #send(): void {
    this.#timer = undefined
    this.#lastToldMs = performance.now()
    void this.#connect()
    // Who misses it looks by itself.
    this.#client?.query('select pg_notify($1, $2)', [channel, this.#id]).catch(() => undefined)
  }

  async #connect(): Promise<void> {
    if (this.#client !== undefined || this.#isClosed) return
    const client = new pg.Client({ connectionString: this.#url, application_name: 'mainspring notifications', keepAlive: true, pipeline: true })
    this.#client = client
    const onEnd = (): void => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#isListening = false
      if (this.#isClosed) return
      this.#reconnecting = setTimeout(() => void this.#connect(), reconnectMs).unref()
    }
    client.on('error', onEnd)
    client.on('end', onEnd)
    client.on('notification', ({ payload }) => {
      if (payload !== this.#id) this.#lookNow()
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#isListening = true
      // Something may have been told before.
      this.#lookNow()
    } catch {
      await client.end().catch(() => undefined)
      onEnd()
    }
  }

  #lookNow(): void {
    for (const look of this.#looks) look()
  }
}
