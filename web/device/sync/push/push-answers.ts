import type { KnownFeeds, MutationError, MutationResult, PushResponse } from '#schema/api/sync.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { OfflineError } from '../../platform/server-port.ts'
import type { OutboxEntry, ReachedPlace, RefusedEntry } from '../../storage/unsent-store.ts'
import type { TakenNote } from '../../outbox/sent.ts'

/** `end`: what waits for the answer goes on. */
export type Answer = { results: readonly MutationResult[]; note: TakenNote | undefined; end: () => void }

/** Answers to pushes on their way into the outbox: they are stored in their order, several together, behind the next push. */
export class PushAnswers {
  readonly #waiting: Answer[] = []
  /** Not in the outbox yet: what they say of the feeds is told to the server with the next push all the same. */
  readonly #unstored = new Set<Answer>()
  readonly #resultsMax: number
  #storing: Promise<void> = Promise.resolve()

  /** `resultsMax`: results that are stored in one go, unless one answer alone holds more. */
  constructor(resultsMax: number) {
    this.#resultsMax = resultsMax
  }

  /** Runs `store`, which does not reject, with this answer and those that wait by then. */
  put(answer: Answer, store: (answers: readonly Answer[]) => Promise<void>): void {
    this.#waiting.push(answer)
    this.#unstored.add(answer)
    this.#storing = this.#storing.then(() => this.#storeNext(store))
  }

  whenStored(): Promise<void> {
    return this.#storing
  }

  /** Up to where the server's feeds must hold what was sent before, for it to take what is sent now. */
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

  /** As many as are stored at a time: the write lock is held meanwhile, and saving waits for it. */
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

/** @throws OfflineError for anything but an answer to exactly this batch: that is somebody else's page */
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

/** What the person is told of the refused mutation. */
export const toRefused = ({ mutation, summary, titles }: OutboxEntry, error: MutationError, now: Date): RefusedEntry => ({
  id: mutation.id,
  mutation,
  error,
  refusedAt: now.toISOString(),
  summary,
  // A name that was erased for good is not kept beside what was typed.
  titles: error.message === erasedMessage ? undefined : titles,
})
