import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { makeLateRows, settle } from '../../outbox/local-state.ts'
import { Announcement } from '../../platform/announcement.ts'
import { Backoff } from '../../platform/backoff.ts'
import type { Gate } from '../../platform/gate.ts'
import { isSetBack, OfflineError } from '../../platform/server-port.ts'
import { Signal } from '../../platform/signal.ts'
import type { RowKey } from '../../rows/rows.ts'
import type { MutationOrigin, OutboxEntry, RefusedEntry } from '../../storage/unsent-store.ts'
import { type Answer, assertPushResponse, PushAnswers, toRefused } from './push-answers.ts'
import { PushBatches } from './push-batches.ts'
import { SumsInDoubt } from './sums-in-doubt.ts'
import type { ConnectionPort, SyncContext } from '../sync-context.ts'

/** Sent batches whose answers are not stored yet, by row. */
class InFlight {
  readonly #endByRow = new Map<RowKey, Promise<void>>()
  /** Batches with deletes or restores: their answers may name rows unknown here. */
  readonly #wideEnds = new Set<Promise<void>>()

  get isEmpty(): boolean {
    return this.#endByRow.size === 0
  }

  /** Returns the function that ends the flight: the answer is stored, or none came. */
  begin(batch: readonly OutboxEntry[]): () => void {
    const end = Promise.withResolvers<void>()
    const keys = batch.flatMap((entry) => entry.keys)
    for (const key of keys) this.#endByRow.set(key, end.promise)
    if (batch.some(mayNameOtherRows)) this.#wideEnds.add(end.promise)
    return () => {
      this.#wideEnds.delete(end.promise)
      for (const key of keys) if (this.#endByRow.get(key) === end.promise) this.#endByRow.delete(key)
      end.resolve()
    }
  }

  /** Whether a pulled row includes a mutation in flight is known only from its answer, so the page waits. */
  async whenAnswered(keys: readonly RowKey[]): Promise<void> {
    if (this.isEmpty) return
    await Promise.all(new Set([...this.#wideEnds, ...keys.flatMap((key) => this.#endByRow.get(key) ?? [])]))
  }
}

const mayNameOtherRows = ({ mutation }: OutboxEntry): boolean => mutation.ops.some(({ action }) => action === 'delete' || action === 'restore')

/** Limit of answers stored at once, in full batches. */
const batchesStoredAtOnce = 2

export type PushEvents = {
  /** `isStored`: false if the outbox may hold the answers but the rows were not written. */
  onSettled: (refused: RefusedEntry[], isStored: boolean) => void
  /** Rows of these collections were left out of a page, and no answer brought them. */
  onGaps: (collections: readonly CollectionName[]) => void
  /** The feeds of these shops were set back, and the server accepted nothing of this push. */
  onSetBack: (shopIds: readonly string[], signal: AbortSignal) => Promise<void>
}

type PushContext = Omit<SyncContext, 'store'>

type PusherOptions = {
  context: PushContext
  /** Open once the server has confirmed that the session is this user's. */
  gate: Gate
  connection: ConnectionPort
  events: PushEvents
}

/** Sends the outbox in order, one batch at a time; the next may leave while an answer is being stored. */
export class Pusher {
  readonly #context: PushContext
  readonly #gate: Gate
  readonly #connection: ConnectionPort
  readonly #events: PushEvents
  readonly #wakeSignal = new Signal()
  readonly #backoff: Backoff
  readonly #batches: PushBatches
  readonly #answers: PushAnswers
  readonly #inFlight = new InFlight()
  /** Nothing is left to send, or a try has failed. */
  readonly #rested = new Announcement()
  readonly #backlogWaiters = new Set<AbortController>()
  readonly sumsInDoubt = new SumsInDoubt()
  #sentUpTo = 0
  /** Start over from the oldest mutation, after pending answers are stored. */
  #startsOver = false

  constructor({ context, gate, connection, events }: PusherOptions) {
    this.#context = context
    this.#gate = gate
    this.#connection = connection
    this.#events = events
    const { api, localState, ports, sizes, withLock } = context
    this.#backoff = new Backoff(ports.random, ports.wait)
    this.#answers = new PushAnswers(batchesStoredAtOnce * sizes.batchMaxMutations)
    this.#batches = new PushBatches({
      outbox: localState.outbox,
      withLock,
      ports,
      most: sizes.batchMaxMutations,
      isConnected: connection.isUp,
      async askServer(signal) {
        await api.bootstrap(signal)
        connection.succeed()
      },
    })
  }

  /** There is something to send, or sending may work again. */
  wake(): void {
    this.#wakeSignal.raise()
    this.#backoff.wake()
  }

  /** The network came back: resets the backoff. */
  restart(): void {
    this.#wakeSignal.raise()
    this.#backoff.restart()
  }

  /** The outbox has new mutations before sent ones. */
  sendFromStart(): void {
    this.#startsOver = true
    this.wake()
  }

  /** Resolves when nothing is left to send or a try has failed; at once if the gate is closed. */
  async flush(signal: AbortSignal): Promise<void> {
    if (signal.aborted || !this.#gate.isOpen) return
    const rested = this.#rested.next(signal)
    this.wake()
    await rested
  }

  /** Resolves when the backlog is sent, a try failed, or the time is over; at once without a backlog. */
  async whenCaughtUp(atMostMs: number, signal: AbortSignal): Promise<void> {
    const hasBacklog = this.#context.localState.outbox.entries.length > this.#context.sizes.batchMaxMutations
    if (signal.aborted || this.#inFlight.isEmpty || !hasBacklog) return
    const waiting = new AbortController()
    this.#backlogWaiters.add(waiting)
    await this.#context.ports.wait(atMostMs, AbortSignal.any([signal, waiting.signal]))
    this.#backlogWaiters.delete(waiting)
  }

  whenAnswered(keys: readonly RowKey[]): Promise<void> {
    return this.#inFlight.whenAnswered(keys)
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // `flush` must not wait for a sign-in.
      if (!this.#gate.isOpen) this.#tellRested()
      await this.#gate.pass(signal)
      try {
        if (this.#startsOver) await this.#startOver()
        const batch = await this.#batches.next(this.#sentUpTo, signal)
        if (signal.aborted) break
        if (batch.length === 0) await this.#rest(signal)
        else await this.#send(batch, signal)
      } catch (error) {
        await this.#fail(error, signal)
      }
    }
    this.#tellRested()
    await this.#answers.whenStored()
  }

  async #startOver(): Promise<void> {
    await this.#answers.whenStored()
    this.#startsOver = false
    this.#sentUpTo = 0
  }

  async #rest(signal: AbortSignal): Promise<void> {
    await this.#answers.whenStored()
    if (this.#context.localState.outbox.entries.length === 0) this.#tellRested()
    await this.#wakeSignal.wait(signal)
  }

  #tellRested(): void {
    this.#rested.make()
    this.#endBacklog()
  }

  #endBacklog(): void {
    for (const waiter of this.#backlogWaiters) waiter.abort()
  }

  async #send(batch: readonly OutboxEntry[], signal: AbortSignal): Promise<void> {
    const endFlight = this.#inFlight.begin(batch)
    this.sumsInDoubt.note(batch)
    let setBack: readonly string[]
    try {
      setBack = await this.#push(batch, endFlight, signal)
    } catch (error) {
      return this.#failToSend(batch, error, endFlight, signal)
    }
    if (setBack.length === 0) return
    endFlight()
    // The set-back handler reads stored answers.
    await this.#answers.whenStored()
    this.#startsOver = true
    // A failure here does not concern the batch.
    await this.#events.onSetBack(setBack, signal)
  }

  /** Returns the shops whose feeds were set back; then nothing was accepted. */
  async #push(batch: readonly OutboxEntry[], endFlight: () => void, signal: AbortSignal): Promise<readonly string[]> {
    const { api, localState } = this.#context
    const mutations = batch.map(({ mutation }) => mutation)
    const response = await this.#batches.run((limitMs) => {
      const known = this.#answers.listKnown(localState.outbox.reachedByShop)
      return api.push({ ...this.#senderOf(batch[0]?.origin), mutations, known }, signal, limitMs)
    }, batch.length)
    const setBack = isSetBack(response) ? Object.keys(response.setBack) : []
    if (setBack.length === 0) assertPushResponse(response, batch)
    this.#connection.succeed()
    if (setBack.length > 0) return setBack
    this.#batches.grow()
    const { results, serverTime, reached } = response
    this.#keepAnswer(batch, { results, note: serverTime === undefined ? undefined : { serverTime, reached }, end: endFlight }, signal)
    return []
  }

  async #failToSend(batch: readonly OutboxEntry[], error: unknown, endFlight: () => void, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return endFlight()
    await this.#answers.whenStored()
    this.#sentUpTo = 0
    if (error instanceof OfflineError && error.isTooMuch) this.#batches.halve(batch.length)
    if (isTooMuch(error)) return this.#sendLess(batch, error, endFlight, signal)
    endFlight()
    await this.#fail(error, signal)
  }

  /** Too large for the server: halve the batch; refuse a single mutation here. */
  async #sendLess(batch: readonly OutboxEntry[], { code, message, issues }: AppError, endFlight: () => void, signal: AbortSignal): Promise<void> {
    const [only] = batch
    if (batch.length > 1 || only === undefined) {
      this.#batches.halve(batch.length)
      return endFlight()
    }
    const results = [{ id: only.mutation.id, outcome: 'rejected' as const, error: { code, message, issues }, documents: [] }]
    this.#keepAnswer(batch, { results, note: undefined, end: endFlight }, signal)
    await this.#answers.whenStored()
  }

  /**
   * Imported mutations are sent with the id and clock of the device that made them: the server corrects their times by
   * that clock, and does not order them with this device's own.
   */
  #senderOf(origin: MutationOrigin | undefined): { deviceId: string; deviceTime: string } {
    const { deviceId, ports, readClockOffsetMs } = this.#context
    const nowMs = ports.clock().getTime()
    if (origin === undefined) return { deviceId, deviceTime: new Date(nowMs).toISOString() }
    const ownOffsetMs = readClockOffsetMs()
    const differenceMs = ownOffsetMs === null || origin.clockOffsetMs === null ? 0 : ownOffsetMs - origin.clockOffsetMs
    return { deviceId: origin.deviceId, deviceTime: new Date(nowMs + differenceMs).toISOString() }
  }

  /** Stores the answer after earlier ones without blocking the next batch. */
  #keepAnswer(batch: readonly OutboxEntry[], answer: Answer, signal: AbortSignal): void {
    this.#sentUpTo = batch.at(-1)?.position ?? this.#sentUpTo
    this.#answers.put(answer, async (answers) => {
      try {
        await this.#settle(answers)
        this.#backoff.succeed()
      } catch (error) {
        // Sending it again is idempotent on the server.
        this.#startsOver = true
        await this.#fail(error, signal)
        this.#wakeSignal.raise()
      }
    })
  }

  async #settle(answers: readonly Answer[]): Promise<void> {
    const results = answers.flatMap((answer) => answer.results)
    const noteById = new Map(answers.flatMap((answer) => answer.results.map(({ id }) => [id, answer.note] as const)))
    const { localState, ports, withLock } = this.#context
    const refused: RefusedEntry[] = []
    let isStored = false
    try {
      await withLock(() =>
        settle(
          localState,
          results,
          (entry, { error }) => {
            const entryRefused = toRefused(entry, error ?? { code: 'INTERNAL', message: 'The server refused this change.' }, ports.clock())
            refused.push(entryRefused)
            return entryRefused
          },
          (id) => noteById.get(id),
        ),
      )
      isStored = true
      const gaps = this.sumsInDoubt.end(results)
      if (gaps.length > 0) this.#events.onGaps(gaps)
    } finally {
      if (localState.outbox.entries.length === 0) this.#endBacklog()
      // Report refusals and the waiting count even if storing failed.
      this.#events.onSettled(refused, isStored)
    }
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const atLeastMs = this.#connection.fail(error)
    await this.#makeLateRows()
    this.#tellRested()
    await this.#backoff.pause(signal, atLeastMs)
  }

  /** Rows held back for further answers are written now, as the next answer may take long. */
  async #makeLateRows(): Promise<void> {
    const { localState, withLock } = this.#context
    if (localState.outbox.late.keys().length > 0) await withLock(() => makeLateRows(localState)).catch(() => undefined)
  }
}

const isTooMuch = (error: unknown): error is AppError => error instanceof AppError && (error.code === 'PAYLOAD_TOO_LARGE' || error.code === 'VALIDATION')
