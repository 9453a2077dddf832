import { createHash } from 'node:crypto'
import { createRandom, type Random } from '#scripts/demo/random.ts'

/**
 * Makes one thread a realm in which nothing depends on real time, chance or other threads: the product's code and its
 * libraries run in it unchanged. To be imported before them, because some keep what they find when they are loaded.
 */

const nativeSetImmediate = globalThis.setImmediate
const NativeDate = globalThis.Date

let nowMs = 0
let random: Random = createRandom(0)
let pendingImmediates = 0
let timerSeq = 0
let timers: { dueMs: number; seq: number; run: () => void }[] = []
let localMs = 0

/** Instant of the realm's clock (epoch milliseconds); it stands until it is set again. */
export const setRealmTime = (ms: number): void => {
  nowMs = ms
}
export const readRealmTime = (): number => nowMs

export function resetRealm(seed: number): void {
  random = createRandom(seed)
  timers = []
  localMs = 0
  timerSeq = 0
}

export const realmRandom = (): number => random.next()

const turn = (): Promise<void> => new Promise((resolve) => void nativeSetImmediate(resolve))

const mostTurns = 200_000

/** Lets everything that is under way come to rest; short timers of libraries pass at once, in their order. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < mostTurns; turns++) {
    await turn()
    if (pendingImmediates > 0) continue
    const next = timers.shift()
    if (next === undefined) return
    localMs = Math.max(localMs, next.dueMs)
    next.run()
  }
  throw new Error('The realm does not come to rest')
}

class RealmDate extends NativeDate {
  constructor(...parts: unknown[]) {
    super(...((parts.length === 0 ? [nowMs] : parts) as [number]))
  }
  static override now(): number {
    return nowMs
  }
}

/** Nobody else hears: one tab per device, the browser tests have several. */
class SilentChannel {
  onmessage: unknown = null
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  postMessage(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
  close(): void {}
}

function countedSetImmediate(run: (...values: unknown[]) => void, ...values: unknown[]): object {
  pendingImmediates++
  return nativeSetImmediate(() => {
    pendingImmediates--
    run(...values)
  })
}

function realmSetTimeout(run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]): number {
  const seq = ++timerSeq
  const timer = { dueMs: localMs + delayMs, seq, run: () => run(...values) }
  const place = timers.findIndex(({ dueMs }) => dueMs > timer.dueMs)
  timers.splice(place === -1 ? timers.length : place, 0, timer)
  return seq
}

const realmClearTimeout = (seq: unknown): void => {
  timers = timers.filter((timer) => timer.seq !== seq)
}

const digestNow = async (_algorithm: unknown, data: Uint8Array): Promise<ArrayBuffer> => {
  const bytes = createHash('sha256').update(data).digest()
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

const define = (target: object, name: string, value: unknown): void => void Object.defineProperty(target, name, { value, configurable: true, writable: true })

/** Replaces what the realm's code sees of time, chance and other tabs. `timersToo` is for devices: a server's timers are real events. */
export function enterRealm(): void {
  define(globalThis, 'setImmediate', countedSetImmediate)
  define(globalThis, 'setTimeout', realmSetTimeout)
  define(globalThis, 'clearTimeout', realmClearTimeout)
  define(globalThis, 'Date', RealmDate)
  define(globalThis, 'self', globalThis)
  define(globalThis, 'BroadcastChannel', SilentChannel)
  define(crypto.subtle, 'digest', digestNow)
  define(Math, 'random', realmRandom)
}
