import pg from 'pg'
import type { ArmedFault } from './shared-database.ts'
import { rest } from '../timeline.ts'

/** What the simulation needs of a connection's inside. */
type Client = pg.Client & { processID: number | null; connection: { stream: { destroy: () => void } }; connectionParameters: { application_name?: string } }
type ConnectCallback = (error?: Error | null) => void

const nodePrefix = 'mainspring node '
/** As the address of the database says it of a node's connections. */
export const toApplicationName = (nodeName: string): string => `${nodePrefix}${nodeName}`
const nodeOf = ({ connectionParameters }: Client): string | undefined =>
  connectionParameters.application_name?.startsWith(nodePrefix) === true ? connectionParameters.application_name.slice(nodePrefix.length) : undefined

const deadlock = '40P01'

/**
 * Follows the connections of all nodes of this process: what is under way, who is connected, what is written; and breaks them where a
 * plan says so. A database answers in real time, so virtual time waits until nobody waits for it.
 */
class DatabaseWork {
  /** Statements of nodes so far that may have written. */
  writes = 0
  #isPushing = (): boolean => false
  readonly troubles: string[] = []
  readonly #clients = new Map<Client, { nodeName: string; ended: Promise<void> }>()
  readonly #listeners = new Set<Client>()
  readonly #dead = new Set<string>()
  #underWay = 0
  #onIdle: (() => void)[] = []
  #fault: ArmedFault | undefined
  /** Statements wait behind it, each in its turn, while something breaks. */
  #gate: Promise<void> | undefined

  /** For the next run: faults meet only what `isPushing`. */
  reset(isPushing: () => boolean): void {
    this.#isPushing = isPushing
    this.#dead.clear()
    this.#fault = undefined
    this.troubles.length = 0
  }

  arm(fault: ArmedFault | undefined): void {
    this.#fault = fault
  }

  /** Resolves when nobody waits for the database, and nothing that was told by it is still to come. */
  async settle(): Promise<void> {
    do {
      await this.#becomeIdle()
      await rest()
    } while (this.#underWay > 0)
  }

  #becomeIdle(): Promise<void> {
    return this.#underWay === 0 ? Promise.resolve() : new Promise((resolve) => this.#onIdle.push(resolve))
  }

  /** The node's process is gone: nothing more is sent, and nobody hears what comes. Answers the processes that served it. */
  cut(nodeName: string): number[] {
    this.#dead.add(nodeName)
    const own = [...this.#clients].filter(([, known]) => known.nodeName === nodeName)
    for (const [client] of own) client.connection.stream.destroy()
    return own.flatMap(([{ processID }]) => processID ?? [])
  }

  /** Of the connections that there are now, those that these processes of the database serve, or all. Resolves when their nodes know that they are over. */
  async end(breakThem: () => Promise<ReadonlySet<number> | 'all'>): Promise<void> {
    const open = [...this.#clients]
    const pids = await breakThem()
    const broken = open.filter(([{ processID }]) => pids === 'all' || (processID !== null && pids.has(processID)))
    await Promise.all(broken.map(([, { ended }]) => ended))
  }

  async follow<Result>(work: Promise<Result>): Promise<Result> {
    return work.finally(this.#begin())
  }

  #begin(): () => void {
    this.#underWay += 1
    return () => {
      this.#underWay -= 1
      if (this.#underWay === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
    }
  }

  /** `connect` calls back at once, as the library does: whoever connects listens for errors from then on. */
  connect(client: Client, connect: (callback: ConnectCallback) => void, callback: ConnectCallback): void {
    const nodeName = nodeOf(client)
    if (nodeName === undefined) return connect(callback)
    const end = this.#begin()
    if (this.#dead.has(nodeName)) {
      process.nextTick(() => {
        callback(new Error('Connection terminated: this node is over'))
        end()
      })
      return
    }
    const ended = new Promise<void>((resolve) => client.once('end', resolve)).then(() => {
      this.#clients.delete(client)
      this.#listeners.delete(client)
    })
    this.#clients.set(client, { nodeName, ended })
    connect((error) => {
      callback(error)
      end()
    })
  }

  query(client: Client, text: string, send: () => Promise<unknown>): Promise<unknown> {
    const nodeName = nodeOf(client)
    if (nodeName === undefined) return send()
    return this.follow(this.#sendInTurn(nodeName, send).then((answer) => this.#onAnswer(client, text, answer), this.#onError))
  }

  #sendInTurn(nodeName: string, send: () => Promise<unknown>): Promise<unknown> {
    if (this.#gate !== undefined) return this.#gate.then(send)
    const fault = this.#fault
    if (fault === undefined || !this.#isPushing() || fault.statements-- > 0) return send()
    this.#fault = undefined
    if (!fault.isSent) return this.#breakBehindGate(fault, nodeName).then(send)
    const sent = send()
    void this.#breakBehindGate(fault, nodeName)
    return sent
  }

  #breakBehindGate(fault: ArmedFault, nodeName: string): Promise<void> {
    const gate = this.follow(Promise.resolve(fault.run(nodeName)))
    this.#gate = gate
    // Behind all that waited: their turns were entered before.
    void gate.then(rest).then(() => void (this.#gate = undefined))
    return gate
  }

  async #onAnswer(client: Client, text: string, answer: unknown): Promise<unknown> {
    if (text.startsWith('listen ')) this.#listeners.add(client)
    // A server hands out what it was told to tell before it answers the next statement.
    if (text.startsWith('select pg_notify')) for (const listener of this.#listeners) await this.#call(listener)
    if (!/^(?:select|begin|listen)\b/i.test(text.trimStart())) this.writes += 1
    return answer
  }

  async #call(listener: Client): Promise<void> {
    await originals.query.call(listener, { text: 'select 1' }).catch(() => undefined)
  }

  #onError = (error: unknown): never => {
    this.writes += 1
    if (error instanceof Error && 'code' in error && error.code === deadlock) this.troubles.push('Two transactions waited for each other')
    throw error
  }
}

export const databaseWork = new DatabaseWork()

type Query = (input: unknown, values?: unknown) => Promise<unknown>
/** What `pg` does by itself, taken from it unbound: each call names its connection. */
const takeMethod = <Method>(owner: object, name: string): Method => Reflect.get(owner, name) as Method
const originals = {
  connect: takeMethod<(callback: ConnectCallback) => void>(pg.Client.prototype, 'connect'),
  query: takeMethod<Query>(pg.Client.prototype, 'query'),
  connectPool: takeMethod<(callback?: unknown) => unknown>(pg.Pool.prototype, 'connect'),
}

const textOf = (input: unknown): string => (typeof input === 'string' ? input : ((input as { text?: string }).text ?? ''))

Object.assign(pg.Client.prototype, {
  connect(this: Client, callback?: ConnectCallback): Promise<Client> | undefined {
    const connect = (called: ConnectCallback): void => databaseWork.connect(this, (own) => originals.connect.call(this, own), called)
    if (callback === undefined) return new Promise((resolve, reject) => connect((error) => (error == null ? resolve(this) : reject(error))))
    connect(callback)
    return undefined
  },
  query(this: Client, input: unknown, values?: unknown): Promise<unknown> {
    return databaseWork.query(this, textOf(input), () => originals.query.call(this, input, values))
  },
})

Object.assign(pg.Pool.prototype, {
  connect(this: pg.Pool, callback?: unknown): unknown {
    // Virtual time passes at once: between two requests every connection would have been idle for too long.
    this.options.idleTimeoutMillis = 0
    return originals.connectPool.call(this, callback)
  },
})
