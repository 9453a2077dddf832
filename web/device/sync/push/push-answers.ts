import type { KnownFeeds, MutationError, MutationResult, PushResponse } from '#schema/api/sync.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { OfflineError } from '../../platform/server-port.ts'
import type { OutboxEntry, ReachedPlace, RefusedEntry } from '../../storage/unsent-store.ts'
import type { TakenNote } from '../../outbox/sent.ts'

/** `end` releases what waits for the answer. */
export type Answer = { results: readonly MutationResult[]; note: TakenNote | undefined; end: () => void }

/** Stores push answers in order, several at once, while the next push is in flight. */
export class PushAnswers {
  readonly #waiting: Answer[] = []
  /** Not in the outbox yet; the next push must include their feed positions all the same. */
  readonly #unstored = new Set<Answer>()
  readonly #resultsMax: number
  #storing: Promise<void> = Promise.resolve()

  /** `resultsMax`: results stored at once, unless one answer holds more. */
  constructor(resultsMax: number) {
    this.#resultsMax = resultsMax
  }

  /** Calls `store`, which must not reject, with the oldest waiting answers. */
  put(answer: Answer, store: (answers: readonly Answer[]) => Promise<void>): void {
    this.#waiting.push(answer)
    this.#unstored.add(answer)
    this.#storing = this.#storing.then(() => this.#storeNext(store))
  }

  whenStored(): Promise<void> {
    return this.#storing
  }

  /** Feed positions that the server must still hold to accept the next push. */
  listKnown(reachedByShop: ReadonlyMap<string, ReachedPlace>): KnownFeeds {
    const answered = [...this.#unstored].flatMap(({ note }) => Object.entries(note?.reached ?? {}))
    return placesToKnown(new Map([...reachedByShop, ...answered]))
  }

  async #storeNext(store: (answers: readonly Answer[]) => Promise<void>): Promise<void> {
    const answers = this.#takeOldest()
    if (answers.length === 0) return
    try {
      await store(answers)
    } finally {
      for (const answer of answers) {
        this.#unstored.delete(answer)
        answer.end()
      }
    }
  }

  /** Limited, because saving waits for the write lock meanwhile. */
  #takeOldest(): Answer[] {
    let count = 0
    let results = 0
    for (const answer of this.#waiting) {
      results += answer.results.length
      if (count > 0 && results > this.#resultsMax) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }
}

const placesToKnown = (reachedByShop: ReadonlyMap<string, ReachedPlace>): KnownFeeds =>
  Object.fromEntries([...reachedByShop].map(([shopId, { epoch, seq, mark }]) => [shopId, { epoch, places: [{ seq, mark }] }]))

/** @throws OfflineError unless the response answers exactly this batch */
export function assertPushResponse(response: PushResponse, batch: readonly OutboxEntry[]): void {
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

export const toRefused = ({ mutation, summary, titles }: OutboxEntry, error: MutationError, now: Date): RefusedEntry => ({
  id: mutation.id,
  mutation,
  error,
  refusedAt: now.toISOString(),
  summary,
  // Do not keep the title of an erased customer.
  titles: error.message === erasedMessage ? undefined : titles,
})
