import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { lookAgain, type ChangeSource, type MovedHeads } from '../change-source.ts'

const channel = 'mainspring'
/** Batches commits: one notification per commit would cost more than the commits. */
const coalesceMs = 25
/** Payload limit in bytes; all contents are ASCII. */
const longestPayload = 7_900
/** Poll interval while listening, in case a notification is lost. */
const safetyMs = 2_000
/** Poll interval without a listening connection. */
const pollMs = 200
const reconnectMs = 1_000

const seqSchema = z.int().min(0)
const payloadSchema = z.object({
  from: z.string(),
  moved: z.array(z.object({ shopId: z.string(), heads: z.record(z.string(), seqSchema), taken: z.object({ after: seqSchema, to: seqSchema }) })),
})
type Payload = z.infer<typeof payloadSchema>

/** Programs of other versions may send other payloads. */
function readPayload(text: string): Payload | undefined {
  try {
    return payloadSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Notifies other processes of commits, and listens for theirs, over a dedicated connection. Notifies after the commit:
 * NOTIFY inside a transaction makes PostgreSQL serialize commits.
 */
export class Notifications implements ChangeSource {
  readonly #url: string
  readonly #isNotifying: boolean
  readonly #id = randomUUID()
  #client: pg.Client | undefined
  #isListening = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #reconnecting: NodeJS.Timeout | undefined
  #lastToldMs = 0
  readonly #looks = new Set<() => void>()
  readonly #listeners = new Set<(moved: MovedHeads) => void>()
  #moved: MovedHeads[] = []

  /** `isNotifying`: false where no dedicated connection is possible; processes then poll. */
  constructor(url: string, isNotifying = true) {
    this.#url = url
    this.#isNotifying = isNotifying
  }

  tell(): void {
    if (!this.#isNotifying || this.#isClosed || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#send(), Math.max(0, this.#restMs())).unref()
  }

  /** Sends moved heads, immediately unless some were sent recently. */
  tellHeads(moved: MovedHeads): void {
    if (!this.#isNotifying || this.#isClosed) return
    this.#moved.push(moved)
    if (this.#restMs() <= 0) this.#send()
    else this.tell()
  }

  #restMs(): number {
    return this.#lastToldMs + coalesceMs - performance.now()
  }

  watch(onChange: () => Promise<void>, onTrouble: (error: unknown) => void, onHeads: (moved: MovedHeads) => void): () => void {
    const { stop, lookNow } = lookAgain(onChange, onTrouble, () => (this.#isListening ? safetyMs : pollMs))
    this.#looks.add(lookNow)
    this.#listeners.add(onHeads)
    void this.#connect()
    return () => {
      this.#looks.delete(lookNow)
      this.#listeners.delete(onHeads)
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
    clearTimeout(this.#timer)
    this.#timer = undefined
    const whole = JSON.stringify({ from: this.#id, moved: this.#moved } satisfies Payload)
    const payload = Buffer.byteLength(whole) <= longestPayload ? whole : JSON.stringify({ from: this.#id, moved: [] } satisfies Payload)
    this.#moved = []
    this.#lastToldMs = performance.now()
    void this.#connect()
    // Receivers that miss it find the change by polling.
    this.#client?.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined)
  }

  async #connect(): Promise<void> {
    if (!this.#isNotifying || this.#client !== undefined || this.#isClosed) return
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
    client.on('notification', ({ payload }) => this.#onTold(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#isListening = true
      // Notifications sent before `listen` were missed.
      this.#lookNow()
    } catch {
      await client.end().catch(() => undefined)
      onEnd()
    }
  }

  #onTold(text: string): void {
    const payload = readPayload(text)
    if (payload?.from === this.#id) return
    for (const moved of payload?.moved ?? []) for (const listen of this.#listeners) listen(moved)
    this.#lookNow()
  }

  #lookNow(): void {
    for (const look of this.#looks) look()
  }
}
