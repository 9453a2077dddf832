import { startChild } from './child.ts'
import type { HeardEvents } from './delivery.ts'

export type Heard = {
  heard: HeardEvents
  /** Number of streams that ended or failed without being closed. */
  broken: number
  /** Share of the time in which the readers' thread was busy; near 1 the readers are measured and not the server. */
  busyShare: number
  loopDelayP99Ms: number
}

/** Simulated devices, each with its own live stream and connection, read by one process that does nothing else. */
export type Crowd = {
  /** Starts to measure how busy the readers are. */
  watch(): Promise<void>
  countEvents(): Promise<number>
  /** Closes the streams and returns all events since they connected. */
  finish(): Promise<Heard>
}

export type CrowdRequest = { kind: 'open'; url: string; cookies: readonly string[] } | { kind: 'watch' } | { kind: 'count' } | { kind: 'finish' }
export type CrowdReply = { kind: 'open' } | { kind: 'watching' } | { kind: 'count'; events: number } | ({ kind: 'heard' } & Heard)

/** Opens a stream with each of the cookies and waits for the first event of each; the readers' process ends after `run`. */
export async function withCrowd<Result>(url: string, cookies: readonly string[], run: (crowd: Crowd) => Promise<Result>): Promise<Result> {
  const child = startChild<CrowdRequest, CrowdReply>('crowd-process.ts', {})
  try {
    await child.ask({ kind: 'open', url, cookies }, 'open')
    return await run({
      watch: async () => void (await child.ask({ kind: 'watch' }, 'watching')),
      countEvents: async () => (await child.ask({ kind: 'count' }, 'count')).events,
      finish: () => child.ask({ kind: 'finish' }, 'heard'),
    })
  } finally {
    await child.stop()
  }
}
