import type { Heads, LiveRows, Mutation, PushResponse } from '#schema/api/sync.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import { isSetBack, type SyncApi } from '../platform/server-port.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { WaitingChanges } from '../outbox/unsent/waiting-changes.ts'

/** Log of sync for developers. `text` holds collections, counts and ids, but no typed data. */
export type SyncLogEntry = {
  /** Instant on this device, ISO 8601. */
  at: string
  step: 'enqueued' | 'pushed' | 'answered' | 'pulled' | 'applied' | 'heard' | 'asked' | 'failed'
  text: string
  /** Duration of the call. */
  durationMs?: number
}

export type SyncLog = { entries: Readable<readonly SyncLogEntry[]>; clear: () => void }

type Observed = {
  api: SyncApi
  database: LocalDatabase
  waiting: Pick<WaitingChanges, 'changes'>
  clock: () => Date
  monotonic: () => number
  closing: AbortSignal
}

const entriesMax = 500

/** Observes calls to the server, the outbox and the row database. Returns the log, and the API to use instead of `api`. */
export function openSyncLog({ api, database, waiting, clock, monotonic, closing }: Observed): { log: SyncLog; api: SyncApi } {
  const entries = createStore<readonly SyncLogEntry[]>([])
  const note = (step: SyncLogEntry['step'], text: string, durationMs?: number): void =>
    entries.set([...entries.get(), { at: clock().toISOString(), step, text, ...(durationMs !== undefined && { durationMs }) }].slice(-entriesMax))

  const timed = async <T>(step: SyncLogEntry['step'], what: string, call: () => Promise<T>, describe: (answer: T) => string): Promise<T> => {
    const startedMs = monotonic()
    const elapsedMs = (): number => Math.round(monotonic() - startedMs)
    const answer = await call().catch((error: unknown) => {
      note('failed', `${what}: ${error instanceof Error ? error.name : 'no answer'}`, elapsedMs())
      throw error
    })
    note(step, describeSafely(answer, describe), elapsedMs())
    return answer
  }

  let known = new Set(waiting.changes.get().map(({ mutationId }) => mutationId))
  const noteEnqueued = (mutations: readonly Pick<Mutation, 'id' | 'ops'>[]): void => {
    for (const mutation of mutations) if (!known.has(mutation.id)) note('enqueued', describeMutation(mutation))
  }
  const onWaiting = (): void => {
    const mutations = waiting.changes.get().map(({ mutationId, ops }) => ({ id: mutationId, ops }))
    noteEnqueued(mutations)
    known = new Set(mutations.map(({ id }) => id))
  }
  const stops = [
    waiting.changes.subscribe(onWaiting),
    database.watch((collection, changes) => note('applied', `${collection}: ${toCount(changes.length, 'row')} stored on this device`)),
  ]
  closing.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })

  const logged: SyncApi = {
    ...api,
    bootstrap: (signal) =>
      timed(
        'asked',
        'bootstrap',
        () => api.bootstrap(signal),
        ({ shops, privileges }) => `bootstrap: ${toCount(shops.length, 'shop')}, ${toCount(privileges.length, 'privilege')}`,
      ),
    push(request, signal, limitMs) {
      // Sending may begin before `waiting` changes.
      noteEnqueued(request.mutations)
      for (const { id } of request.mutations) known.add(id)
      note('pushed', request.mutations.map(describeMutation).join('; '))
      return timed('answered', 'push', () => api.push(request, signal, limitMs), describePushAnswer)
    },
    pull: (request, signal) =>
      timed(
        'pulled',
        `pull of ${request.collection}`,
        () => api.pull(request, signal),
        ({ documents, reset, gone }) =>
          [
            `${request.collection}: ${toCount(documents.length, 'row')}`,
            ...(reset.length > 0 ? [`${toCount(reset.length, 'feed')} begun anew`] : []),
            ...(gone.length > 0 ? [`${toCount(gone.length, 'shop')} gone`] : []),
          ].join(', '),
      ),
    openLive(handlers) {
      note('asked', 'live stream')
      return api.openLive({
        ...handlers,
        onOpen() {
          note('heard', 'live stream open')
          handlers.onOpen()
        },
        onHeads(heads) {
          note('heard', `heads: ${describeHeads(heads)}`)
          handlers.onHeads(heads)
        },
        onRows(rows) {
          note('heard', `rows: ${describeSafely(rows, describeRows)}`)
          handlers.onRows?.(rows)
        },
        onAccess() {
          note('heard', 'rights or shops changed')
          handlers.onAccess()
        },
        onEcho() {
          note('heard', 'echo')
          handlers.onEcho()
        },
        onError(error) {
          note('failed', 'live stream broken')
          handlers.onError(error)
        },
      })
    },
  }
  return { log: { entries, clear: () => entries.set([]) }, api: logged }
}

/** The log as text, one line per entry. */
export const syncLogToText = (entries: readonly SyncLogEntry[]): string => entries.map(entryToLine).join('\n')

const entryToLine = ({ at, step, text, durationMs }: SyncLogEntry): string =>
  `${at} ${step.padEnd(8)} ${text}${durationMs === undefined ? '' : ` (${durationMs} ms)`}`

/** A malformed response must reach the caller instead of failing here. */
function describeSafely<T>(answer: T, describe: (answer: T) => string): string {
  try {
    return describe(answer)
  } catch {
    return 'an answer of another shape'
  }
}

const toCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Ids are random and reveal nothing about a person. */
const describeMutation = ({ id, ops }: Pick<Mutation, 'id' | 'ops'>): string =>
  `${id.slice(-8)} ${ops.map(({ action, collection }) => `${action} ${collection}`).join(', ')}`

function describePushAnswer(answer: PushResponse): string {
  if (isSetBack(answer)) return 'nothing taken: the feed was set back'
  return answer.results.map(({ id, outcome, error }) => `${id.slice(-8)} ${outcome}${error === undefined ? '' : ` ${error.code}`}`).join('; ')
}

const describeHeads = (heads: Heads): string =>
  Object.values(heads)
    .flatMap((ofShop) => Object.entries(ofShop).map(([collection, seq]) => `${collection} ${seq}`))
    .join(', ')

const describeRows = (rows: LiveRows): string =>
  Object.values(rows)
    .flatMap((ofShop) => Object.entries(ofShop).map(([collection, { documents }]) => `${toCount(documents.length, 'row')} of ${collection}`))
    .join(', ')
