import type { KnownFeeds, MutationError, MutationResult, PushResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { type LocalState, makeLateRows, settle } from '../outbox/local-state.ts'
import type { MutationOrigin, OutboxEntry, ReachedPlace, RefusedEntry } from '../storage/unsent-store.ts'
import { Signal, type Gate, Backoff } from '../platform/signal.ts'
import { AdaptiveBatch } from './adaptive-batch.ts'
import type { Ports } from '../platform/ports.ts'
import type { RowKey } from '../rows/rows.ts'
import type { TakenNote } from '../outbox/sent.ts'
import { SumsInDoubt } from './sums-in-doubt.ts'
import { OfflineError, type SyncApi } from '../platform/server-port.ts'
import { isSetBack } from '../recovery/set-back.ts'

export const batchMaxMutations = 100
export const batchMaxBytes = 900_000
/** Answers that are stored in one go. */
const settleMax = 3 * batchMaxMutations

export type PusherOptions = {
  api: SyncApi
  localState: LocalState
  deviceId: string
  /** How far the server's clock is ahead of this device's; null before the first connection. */
  readClockOffsetMs: () => number | null
  ports: Pick<Ports, 'clock' | 'monotonic' | 'random' | 'wait'>
  /** Open once the server has said that the session is this user's. */
  gate: Gate
  /** Runs under the write lock, with the outbox read anew if another tab wrote. */
  withLock: <T>(run: () => Promise<T>) => Promise<T>
  onConnection: () => void
  /** False while the last call had no answer. */
  hasContact: () => boolean
  /** Decides what a failed try means; answers how long the server wants to be left alone. */
  onFailure: (error: unknown) => number
  /** `isStored` is false when the outbox may have taken the answers and the rows could not. */
  onSettled: (refused: RefusedEntry[], isStored: boolean) => void
  /** Rows of these collections were left out of a page, and the answer did not bring them. */
  onGaps: (collections: readonly CollectionName[]) => void
  /** The server went back behind what it had taken of these shops, and took nothing of this push. */
  onSetBack: (shopIds: readonly string[], signal: AbortSignal) => Promise<void>
}

type Answer = { results: readonly MutationResult[]; note: TakenNote | undefined; release: () => void }

/** Sends the outbox in order. One batch is in flight; the next may leave while the former answer is being stored. */
export class Pusher {
  readonly #options: PusherOptions
  readonly #wakeSignal = new Signal()
  readonly #backoff: Backoff
  /** Mutations of one push; a slow network, or a server that finds it too much, gets fewer. */
  readonly #batchSize: AdaptiveBatch
  #batchMax = batchMaxMutations
  #sentUpTo = 0
  /** An answer could not be stored: sending starts over from the oldest mutation, once storing has been tried to its end. */
  #hasUnstored = false
  #storing: Promise<void> = Promise.resolve()
  readonly #answers: Answer[] = []
  /** Answers that are not stored yet: what they say of the feeds goes along with what leaves meanwhile. */
  readonly #unstored = new Set<Answer>()
  #inFlight = new Map<RowKey, Promise<void>>()
  /** Batches in flight whose answers may name rows that this device does not know: what goes, or comes back, with a row. */
  readonly #wideInFlight = new Set<Promise<void>>()
  readonly sumsInDoubt = new SumsInDoubt()
  #idleWaiters = new Set<() => void>()
  readonly #backlogWaiters = new Set<AbortController>()

  constructor(options: PusherOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.ports.random, options.ports.wait)
    this.#batchSize = new AdaptiveBatch({ least: 1, most: batchMaxMutations, monotonic: options.ports.monotonic })
  }

  /** There is something to send, or sending may work again. */
  wake(): void {
    this.#wakeSignal.ring()
    this.#backoff.wake()
  }

  /** The network came back: tries begin anew, without the long pauses of before. */
  restart(): void {
    this.#wakeSignal.ring()
    this.#backoff.restart()
  }

  /** Resolves when nothing is left to send, or when a try has failed; at once while nothing may be sent. */
  async flush(signal: AbortSignal): Promise<void> {
    if (signal.aborted || !this.#options.gate.isOpen) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#idleWaiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#idleWaiters.add(done)
      signal.addEventListener('abort', done)
      this.wake()
    })
  }

  /** Resolves when the backlog that is being sent is gone, when a try failed, or after the time; at once while none is. */
  async whenCaughtUp(atMostMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#inFlight.size === 0 || !this.#hasBacklog()) return
    const waiting = new AbortController()
    this.#backlogWaiters.add(waiting)
    await this.#options.ports.wait(atMostMs, AbortSignal.any([signal, waiting.signal]))
    this.#backlogWaiters.delete(waiting)
  }

  #hasBacklog(): boolean {
    return this.#options.localState.outbox.entries.length > batchMaxMutations
  }

  /** A pulled row may or may not hold a mutation that is in flight; its answer says so, so the page waits for it. */
  async whenAnswered(keys: readonly RowKey[]): Promise<void> {
    if (this.#inFlight.size === 0) return
    const answers = new Set([...this.#wideInFlight, ...keys.flatMap((key) => this.#inFlight.get(key) ?? [])])
    await Promise.all(answers)
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Whoever waits for the end of sending must not wait for a sign-in.
      if (!this.#options.gate.isOpen) this.#leave()
      await this.#options.gate.pass(signal)
      try {
        if (this.#hasUnstored) await this.#startOver()
        const batch = await this.#nextBatch(signal)
        if (signal.aborted) break
        if (batch.length === 0) await this.#rest(signal)
        else await this.#send(batch, signal)
      } catch (error) {
        await this.#fail(error, signal)
      }
    }
    this.#leave()
    await this.#storing
  }

  /** Mutations stand in the outbox in front of some that were sent. */
  sendFromStart(): void {
    this.#hasUnstored = true
    this.wake()
  }

  async #startOver(): Promise<void> {
    await this.#storing
    this.#hasUnstored = false
    this.#sentUpTo = 0
  }

  async #rest(signal: AbortSignal): Promise<void> {
    await this.#storing
    if (this.#options.localState.outbox.entries.length === 0) this.#leave()
    await this.#wakeSignal.wait(signal)
  }

  #leave(): void {
    for (const done of this.#idleWaiters) done()
    this.#endBacklog()
  }

  #endBacklog(): void {
    for (const waiter of this.#backlogWaiters) waiter.abort()
  }

  /**
   * A try without a network must not make a deletion one that may have been sent: while contact is lost something harmless goes
   * first, so that it can be taken back until there is a server to hear of it.
   */
  async #assertContact(batch: readonly OutboxEntry[], signal: AbortSignal): Promise<void> {
    const { api, localState, hasContact, onConnection } = this.#options
    const last = batch.findLast(mayBeTakenBack)
    if (last === undefined || hasContact() || (await localState.outbox.wasOffered(last))) return
    await api.bootstrap(signal)
    onConnection()
  }

  async #nextBatch(signal: AbortSignal): Promise<OutboxEntry[]> {
    const { localState, hasContact, withLock } = this.#options
    const take = (): OutboxEntry[] => takeBatch(localState.outbox.sendable, this.#sentUpTo, Math.min(this.#batchMax, this.#batchSize.size))
    for (;;) {
      const batch = take()
      if (batch.length > 0 && !batch.some(mayBeTakenBack)) return batch
      await this.#assertContact(batch, signal)
      const askedUpTo = batch.findLast(mayBeTakenBack)?.position ?? 0
      // Under the lock nobody takes a deletion back meanwhile; once it is noted, nobody does any more.
      const next = await withLock(async () => {
        const taken = take()
        const last = taken.findLast(mayBeTakenBack)
        if (last === undefined) return taken
        // One that was written while this waited for the lock: contact is asked for first, as above.
        if (last.position > askedUpTo && !hasContact() && !(await localState.outbox.wasOffered(last))) return undefined
        await localState.outbox.noteOffered(last.position)
        return taken
      })
      if (next !== undefined) return next
    }
  }

  async #send(batch: OutboxEntry[], signal: AbortSignal): Promise<void> {
    const { api, onConnection } = this.#options
    const settled = Promise.withResolvers<void>()
    const keys = batch.flatMap((entry) => entry.keys)
    for (const key of keys) this.#inFlight.set(key, settled.promise)
    this.sumsInDoubt.note(batch.map(({ mutation }) => mutation))
    if (batch.some(mayNameOtherRows)) this.#wideInFlight.add(settled.promise)
    const release = (): void => {
      this.#wideInFlight.delete(settled.promise)
      for (const key of keys) if (this.#inFlight.get(key) === settled.promise) this.#inFlight.delete(key)
      settled.resolve()
    }
    let setBack: string[] = []
    try {
      const mutations = batch.map(({ mutation }) => mutation)
      const response = await this.#batchSize.run(
        (limitMs) => api.push({ ...this.#senderOf(batch[0]?.origin), mutations, known: this.#listKnown() }, signal, limitMs),
        batch.length,
      )
      if (isSetBack(response)) setBack = Object.keys(response.setBack)
      else assertPushResponse(response, batch)
      onConnection()
      if (setBack.length === 0) {
        this.#batchMax = Math.min(batchMaxMutations, this.#batchMax * 2)
        this.#store(batch, response, release, signal)
      }
    } catch (error) {
      if (signal.aborted) return release()
      await this.#storing
      this.#sentUpTo = 0
      if (error instanceof OfflineError && error.isTooMuch) this.#batchMax = Math.max(1, Math.floor(batch.length / 2))
      if (isTooMuch(error)) await this.#shrink(batch, error, release, signal)
      else {
        release()
        await this.#fail(error, signal)
      }
      return
    }
    if (setBack.length === 0) return
    release()
    // What was lost is looked up in what is stored.
    await this.#storing
    this.#hasUnstored = true
    // Outside of the above: what goes wrong here says nothing of the batch.
    await this.#options.onSetBack(setBack, signal)
  }

  /**
   * Mutations that came as a file are sent in the name of the device they were made on and by its clock: the server corrects their
   * times as it would there, and does not hold them against the order of this device's own mutations.
   */
  #senderOf(origin: MutationOrigin | undefined): { deviceId: string; deviceTime: string } {
    const { deviceId, ports, readClockOffsetMs } = this.#options
    const nowMs = ports.clock().getTime()
    if (origin === undefined) return { deviceId, deviceTime: new Date(nowMs).toISOString() }
    const ownOffsetMs = readClockOffsetMs()
    const differenceMs = ownOffsetMs === null || origin.clockOffsetMs === null ? 0 : ownOffsetMs - origin.clockOffsetMs
    return { deviceId: origin.deviceId, deviceTime: new Date(nowMs + differenceMs).toISOString() }
  }

  /** Stores the answer behind the former ones, without holding up the next batch; answers that wait are stored together. */
  #store(batch: OutboxEntry[], { results, serverTime, reached }: Partial<TakenNote> & Pick<Answer, 'results'>, release: () => void, signal: AbortSignal): void {
    this.#sentUpTo = batch.at(-1)?.position ?? this.#sentUpTo
    const answer = { results, note: serverTime === undefined ? undefined : { serverTime, reached }, release }
    this.#answers.push(answer)
    this.#unstored.add(answer)
    this.#storing = this.#storing.then(() => this.#storeAnswers(signal))
  }

  async #storeAnswers(signal: AbortSignal): Promise<void> {
    const answers = takeAnswers(this.#answers)
    if (answers.length === 0) return
    try {
      await this.#settle(answers)
      this.#backoff.succeed()
    } catch (error) {
      // It is asked for again, which changes nothing on the server.
      this.#hasUnstored = true
      await this.#fail(error, signal)
      this.#wakeSignal.ring()
    } finally {
      for (const answer of answers) {
        this.#unstored.delete(answer)
        answer.release()
      }
    }
  }

  /** Up to where the server's feeds must hold what was sent before, for it to take what is sent now. */
  #listKnown(): KnownFeeds {
    const { reachedByShop } = this.#options.localState.outbox
    const answered = [...this.#unstored].flatMap(({ note }) => Object.entries(note?.reached ?? {}))
    return toKnown(new Map([...reachedByShop, ...answered]))
  }

  async #settle(answers: readonly Answer[]): Promise<void> {
    const results = answers.flatMap((answer) => answer.results)
    const noteById = new Map(answers.flatMap((answer) => answer.results.map(({ id }) => [id, answer.note] as const)))
    const { localState, ports, withLock, onSettled } = this.#options
    const refused: RefusedEntry[] = []
    let isStored = false
    try {
      await withLock(() =>
        settle(
          localState,
          results,
          (entry, result) => {
            const entryRefused = toRefused(entry, result.error ?? { code: 'INTERNAL', message: 'The server refused this change.' }, ports.clock())
            refused.push(entryRefused)
            return entryRefused
          },
          (id) => noteById.get(id),
        ),
      )
      isStored = true
      const gaps = this.sumsInDoubt.end(results)
      if (gaps.length > 0) this.#options.onGaps(gaps)
    } finally {
      if (localState.outbox.entries.length === 0) this.#endBacklog()
      // Refusals, and how many changes wait, are told all the same.
      onSettled(refused, isStored)
    }
  }

  /** The server cannot take this much at once: half of it; a single change that is too much is refused here. */
  async #shrink(batch: OutboxEntry[], error: AppError, release: () => void, signal: AbortSignal): Promise<void> {
    const [only] = batch
    if (batch.length > 1 || only === undefined) {
      this.#batchMax = Math.max(1, Math.floor(batch.length / 2))
      return release()
    }
    const { code, message, issues } = error
    this.#store(batch, { results: [{ id: only.mutation.id, outcome: 'rejected', error: { code, message, issues }, documents: [] }] }, release, signal)
    await this.#storing
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const atLeastMs = this.#options.onFailure(error)
    await this.#makeLateRows()
    this.#leave()
    await this.#backoff.pause(signal, atLeastMs)
  }

  /** Nobody knows when the next answer comes, and the server's news must not wait for it. */
  async #makeLateRows(): Promise<void> {
    const { localState, withLock } = this.#options
    if (localState.outbox.lateKeys().length > 0) await withLock(() => makeLateRows(localState)).catch(() => undefined)
  }
}

const mayBeTakenBack = ({ mutation }: OutboxEntry): boolean => mutation.ops.every(({ action }) => action === 'delete')

const mayNameOtherRows = ({ mutation }: OutboxEntry): boolean => mutation.ops.some(({ action }) => action === 'delete' || action === 'restore')

/** The next mutations in order, within what one push may carry, all made on one device. One mutation alone always goes. */
export function takeBatch(entries: readonly OutboxEntry[], after: number, max: number): OutboxEntry[] {
  const batch: OutboxEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    if (entry.position <= after) continue
    bytes += entry.bytes + 1
    if (batch[0] !== undefined && (batch.length >= max || bytes > batchMaxBytes || !isSameOrigin(batch[0], entry))) break
    batch.push(entry)
  }
  return batch
}

const isSameOrigin = (a: OutboxEntry, b: OutboxEntry): boolean =>
  a.origin?.deviceId === b.origin?.deviceId && a.origin?.clockOffsetMs === b.origin?.clockOffsetMs

/** The oldest answers, as many as are stored at a time: the write lock is held meanwhile, and saving waits for it. */
function takeAnswers(answers: Answer[]): Answer[] {
  let count = 0
  let results = 0
  for (const answer of answers) {
    results += answer.results.length
    if (count > 0 && results > settleMax) break
    count += 1
  }
  return answers.splice(0, count)
}

const toRefused = ({ mutation, summary, titles }: OutboxEntry, error: MutationError, now: Date): RefusedEntry => ({
  id: mutation.id,
  mutation,
  error,
  refusedAt: now.toISOString(),
  summary,
  // A name that was erased for good is not kept beside what was typed.
  titles: error.message === erasedMessage ? undefined : titles,
})

const isTooMuch = (error: unknown): error is AppError => error instanceof AppError && (error.code === 'PAYLOAD_TOO_LARGE' || error.code === 'VALIDATION')

const toKnown = (reachedByShop: ReadonlyMap<string, ReachedPlace>): KnownFeeds =>
  Object.fromEntries([...reachedByShop].map(([shopId, { epoch, seq, mark }]) => [shopId, { epoch, places: [{ seq, mark }] }]))

/** Anything but an answer to exactly this batch is somebody else's page. */
function assertPushResponse(response: PushResponse, batch: readonly OutboxEntry[]): void {
  const results: unknown = (response as Partial<PushResponse> | null)?.results
  const isWhole =
    Array.isArray(results) &&
    results.length === batch.length &&
    results.every(
      (result: Partial<MutationResult> | null, index) =>
        result?.id === batch[index]?.mutation.id && Array.isArray(result?.documents) && (result.outcome === 'applied' || result.outcome === 'rejected'),
    )
  if (!isWhole) throw new OfflineError('The answer was not the server’s.')
}
