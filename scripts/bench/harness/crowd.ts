import { startChild } from './child.ts'
import type { HeardEvents } from './delivery.ts'

export type Heard = {
  heard: HeardEvents
  /** Streams that ended or failed although nobody closed them. */
  broken: number
  /** Share of the time in which the readers' thread was busy: near 1 they and not the server are measured. */
  busyShare: number
  loopDelayP99Ms: number
}

/** So many devices, each with a live stream and a connection of its own, read by one process that does nothing else. */
export type Crowd = {
  /** From here on it is noted how busy the readers are. */
  watch(): Promise<void>
  countEvents(): Promise<number>
  /** Everything they heard since they connected; closes the streams. */
  finish(): Promise<Heard>
}

export type CrowdRequest = { kind: 'open'; url: string; cookies: readonly string[] } | { kind: 'watch' } | { kind: 'count' } | { kind: 'finish' }
export type CrowdReply = { kind: 'open' } | { kind: 'watching' } | { kind: 'count'; events: number } | ({ kind: 'heard' } & Heard)

/** Opens a stream with each of the cookies and waits until each has told its first event; the readers end with `run`. */
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
