import { createHash } from 'node:crypto'
import { createRandom, type Random } from '#scripts/demo/random.ts'

/**
 * A realm is what one tablet's code sees of time, chance and other tabs: nothing in it depends on real time, on chance or on
 * other realms. The product's code and its libraries run in it unchanged. One realm works at a time, until it rests.
 */

type Run = (...values: unknown[]) => void
type Timers = {
  setTimeout: (run: Run, delayMs?: number) => unknown
  clearTimeout: (timer: never) => void
  setInterval: (run: Run, delayMs?: number) => unknown
  clearInterval: (timer: never) => void
}

const native = {
  setImmediate: globalThis.setImmediate,
  Date: globalThis.Date,
  random: Math.random,
  console: globalThis.console,
  timers: {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
  } as Timers,
}

let current: Realm | undefined
const setCurrent = (realm: Realm | undefined): void => {
  current = realm
}
let outsideTimers = native.timers

/** Timers of what runs in no realm: the server's. Without a value they are the real ones again. */
export const setOutsideTimers = (timers: Timers | undefined): void => {
  outsideTimers = timers ?? native.timers
}

/** Waits until no promise is left to run: Node gives its ticks their turn only then. */
const drainPromises = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
/** A turn of Node's own event loop, in which it also reports rejections that nobody caught. */
export const turnLoop = (): Promise<void> => new Promise((resolve) => void native.setImmediate(resolve))

const mostTurns = 400_000

export class Realm {
  /** Instant of the realm's clock (epoch milliseconds); it stands until it is set again. */
  nowMs = 0
  readonly #globals: Record<string, unknown>
  #random: Random = createRandom(0)
  #immediates: (() => void)[] = []
  #timers: { dueMs: number; seq: number; run: () => void }[] = []
  #timerSeq = 0
  /** Time that only the realm's short timers know. */
  #localMs = 0

  /** `globals` stand in the global object while the realm works. */
  constructor(globals: Record<string, unknown>) {
    this.#globals = globals
  }

  reset(seed: number): void {
    this.#random = createRandom(seed)
    this.#immediates = []
    this.#timers = []
    this.#timerSeq = 0
    this.#localMs = 0
  }

  random = (): number => this.#random.next()

  /** Runs something in the realm. Nothing else may run meanwhile, and it must rest when its promise resolves. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (current !== undefined) throw new Error('Two realms work at once')
    setCurrent(this)
    for (const [name, value] of Object.entries(this.#globals)) define(globalThis, name, value)
    try {
      return await work()
    } finally {
      await turnLoop()
      setCurrent(undefined)
    }
  }

  /** Lets everything that is under way come to rest; short timers of libraries pass at once, in their order. */
  comeToRest = async (): Promise<void> => {
    for (let turns = 0; turns < mostTurns; turns++) {
      await drainPromises()
      const immediates = this.#immediates
      if (immediates.length > 0) {
        this.#immediates = []
        for (const [index, run] of immediates.entries()) {
          if (index > 0) await drainPromises()
          run()
        }
        continue
      }
      const next = this.#timers.shift()
      if (next === undefined) return
      this.#localMs = Math.max(this.#localMs, next.dueMs)
      next.run()
    }
    throw new Error('The realm does not come to rest')
  }

  setImmediate(run: () => void): void {
    this.#immediates.push(run)
  }

  setTimeout(run: () => void, delayMs: number): number {
    const seq = ++this.#timerSeq
    const timer = { dueMs: this.#localMs + delayMs, seq, run }
    const place = this.#timers.findIndex(({ dueMs }) => dueMs > timer.dueMs)
    this.#timers.splice(place === -1 ? this.#timers.length : place, 0, timer)
    return seq
  }

  clearTimeout(seq: unknown): void {
    const place = this.#timers.findIndex((timer) => timer.seq === seq)
    if (place !== -1) this.#timers.splice(place, 1)
  }
}

class RealmDate extends native.Date {
  constructor(...parts: unknown[]) {
    super(...((parts.length === 0 ? [RealmDate.now()] : parts) as [number]))
  }
  static override now(): number {
    return current?.nowMs ?? native.Date.now()
  }
}

/** Output of libraries is dropped, because each line of output is the result of a seed. */
const silence = new Proxy(native.console, { get: () => () => undefined })

/** A channel to no other tab: a tablet has one here; several are left to the browser tests. */
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

/** Gives its bytes at once: Node's own waits for a turn of its loop, which a realm at rest does not see. */
class PlainBlob {
  readonly type: string
  readonly #bytes: Uint8Array<ArrayBuffer>
  constructor(parts: readonly (string | ArrayBuffer | Uint8Array | PlainBlob)[] = [], { type = '' }: { type?: string } = {}) {
    this.type = type
    this.#bytes = new Uint8Array(Buffer.concat(parts.map((part) => (part instanceof PlainBlob ? part.#bytes : Buffer.from(part as Uint8Array)))))
  }
  get size(): number {
    return this.#bytes.length
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer
  }
  async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes)
  }
  slice(start = 0, end = this.size, type = ''): PlainBlob {
    return new PlainBlob([this.#bytes.slice(start, end)], { type })
  }
}

const digestNow = async (_algorithm: unknown, data: Uint8Array): Promise<ArrayBuffer> => {
  const bytes = createHash('sha256').update(data).digest()
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

/** Lets the global object lead into the realm that works. To be called before libraries load: some keep what they find. */
export function enterRealms(): void {
  define(globalThis, 'setImmediate', (run: Run, ...values: unknown[]) => {
    if (current === undefined) return native.setImmediate(run, ...values)
    current.setImmediate(() => run(...values))
    return {}
  })
  define(globalThis, 'setTimeout', (run: Run, delayMs = 0, ...values: unknown[]) => (current ?? outsideTimers).setTimeout(() => run(...values), delayMs))
  define(globalThis, 'clearTimeout', (timer: never) => (current ?? outsideTimers).clearTimeout(timer))
  define(globalThis, 'setInterval', (run: Run, delayMs?: number) => {
    if (current !== undefined) throw new Error('Nothing on a tablet repeats by itself')
    return outsideTimers.setInterval(run, delayMs)
  })
  define(globalThis, 'clearInterval', (timer: never) => outsideTimers.clearInterval(timer))
  define(globalThis, 'Date', RealmDate)
  Object.defineProperty(globalThis, 'console', { get: () => (current === undefined ? native.console : silence), configurable: true })
  define(globalThis, 'self', globalThis)
  define(globalThis, 'BroadcastChannel', SilentChannel)
  define(globalThis, 'Blob', PlainBlob)
  define(crypto.subtle, 'digest', digestNow)
  define(Math, 'random', () => current?.random() ?? native.random())
}
