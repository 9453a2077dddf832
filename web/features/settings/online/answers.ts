import { isAborted, NetworkError } from '#web/api/errors.ts'
import type { Read } from '#web/api/admin-api.ts'
import { failureToDescription } from '#web/navigation/notify.ts'
import { settings } from '../all/settings-texts.ts'

/** The server's last answer; it stays during a refresh. */
export type Answer<Data> = { state: 'loading' } | { state: 'ready'; data: Data } | { state: 'no-connection' } | { state: 'failed'; message: string }

type Entry = { read: Read<unknown>; answer: Answer<unknown>; watchers: Set<() => void>; turn: number; running: Promise<void> | undefined }

export type Answers = {
  get: <Data>(read: Read<Data>) => Answer<Data>
  /** The first watcher triggers the request; the entry is dropped with the last watcher. */
  watch: (read: Read<unknown>, listener: () => void) => () => void
  /** Requests everything watched, or only this; resolves with the answers. */
  refresh: (only?: Read<unknown>) => Promise<void>
  /** Retries failed requests when the connection returns. */
  retryFailed: () => void
}

const loading = { state: 'loading' } as const

/** Caches server answers while a page is open; they never expire or refresh by themselves. */
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
        // Keep the previous data; the page's notice says that it may be outdated.
        if (isAborted(error) || (error instanceof NetworkError && entry.answer.state === 'ready')) return
        take(error instanceof NetworkError ? { state: 'no-connection' } : { state: 'failed', message: failureToDescription(error, settings.wentWrong()) ?? '' })
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
