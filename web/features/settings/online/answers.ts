import { isAborted, NetworkError } from '#web/api/errors.ts'
import type { Read } from '#web/api/admin-api.ts'
import { failureToDescription } from '#web/navigation/notify.ts'

/** What the server last said. While it is asked again the former answer stays. */
export type Answer<Data> = { state: 'loading' } | { state: 'ready'; data: Data } | { state: 'no-connection' } | { state: 'failed'; message: string }

type Entry = { read: Read<unknown>; answer: Answer<unknown>; watchers: Set<() => void>; turn: number; running: Promise<void> | undefined }

export type Answers = {
  get: <Data>(read: Read<Data>) => Answer<Data>
  /** Asks when this is the first one who wants it; what nobody wants any more is forgotten. */
  watch: (read: Read<unknown>, listener: () => void) => () => void
  /** Asks again for all that is on the screen, or for this alone; resolves when the answers are there. */
  refresh: (only?: Read<unknown>) => Promise<void>
  /** The connection is back: asks again for what could not be had. */
  retryFailed: () => void
}

const loading = { state: 'loading' } as const

/** Answers of the server for as long as a page is open: never stale, never asked again by themselves. */
export function createAnswers(ask: <Data>(read: Read<Data>) => Promise<Data>): Answers {
  const entryByKey = new Map<string, Entry>()
  const toKey = ({ path, query }: Read<unknown>): string => `${path}?${new URLSearchParams(query).toString()}`

  const load = (entry: Entry): Promise<void> => {
    entry.turn += 1
    const own = entry.turn
    const take = (answer: Answer<unknown>): void => {
      if (own !== entry.turn) return
      entry.answer = answer
      for (const listener of entry.watchers) listener()
    }
    entry.running = ask(entry.read).then(
      (data) => take({ state: 'ready', data }),
      (error: unknown) => {
        // What was read before is better than nothing; the notice of the page tells that it may be old.
        if (isAborted(error) || (error instanceof NetworkError && entry.answer.state === 'ready')) return
        take(
          error instanceof NetworkError ? { state: 'no-connection' } : { state: 'failed', message: failureToDescription(error, 'Something went wrong.') ?? '' },
        )
      },
    )
    return entry.running
  }

  return {
    get: <Data>(read: Read<Data>) => (entryByKey.get(toKey(read))?.answer ?? loading) as Answer<Data>,
    watch(read, listener) {
      const key = toKey(read)
      const entry = entryByKey.get(key) ?? { read, answer: loading, watchers: new Set(), turn: 0, running: undefined }
      entryByKey.set(key, entry)
      entry.watchers.add(listener)
      if (entry.running === undefined) void load(entry)
      return () => {
        entry.watchers.delete(listener)
        if (entry.watchers.size === 0) entryByKey.delete(key)
      }
    },
    refresh: async (only) => {
      const entries = only === undefined ? [...entryByKey.values()] : [entryByKey.get(toKey(only)) ?? []].flat()
      await Promise.all(entries.map(load))
    },
    retryFailed: () => {
      for (const entry of entryByKey.values()) if (entry.answer.state === 'no-connection' || entry.answer.state === 'failed') void load(entry)
    },
  }
}
