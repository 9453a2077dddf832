import type { Heads } from '#schema/api/sync.ts'
import { canReadCollection, type Caller, readableCollections } from '#schema/rules/access/access.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import type { Services } from '../services.ts'
import type { FeedEvent, Moved, ShopHeads } from '../events/feed-bus.ts'
import { findRanges, rowReaderOf } from './live-rows.ts'
import type { Db } from '../db/database.ts'
import { readHead } from './feed-rows.ts'
import { tableOf } from '../store/table.ts'

/** Combines changes within this time into one event; with many streams, the rests of `FanOut` add to it. */
const coalesceMs = 15
/** Interval of heartbeats: without them, a stream buffered by a proxy looks open. */
const heartbeatMs = 25_000

type LiveSession = { id: string; userId: string }

export type LiveMessage = { name: 'heads'; heads: Heads } | { name: 'rows'; json: string } | { name: 'access' } | { name: 'notices' } | { name: 'echo' }

export type LiveStream = {
  /** The client accepts small changes as rows, sent before their heads. */
  wantsRows?: boolean
  /** Resolves when the event is handed over, so that a slow reader is not flooded. */
  send(event: LiveMessage): Promise<void>
  /** Called once, when the server ends the stream. */
  end(): void
}

/**
 * Sends a client the heads of its shops' feeds: all at first, then those that moved, and an event when its rights
 * change; a heartbeat every 25 s. Returns a stop function, to call when the client disconnects.
 */
export function openLive(services: Services, session: LiveSession, caller: Caller, stream: LiveStream, timing = { coalesceMs, heartbeatMs }): () => void {
  const live = new Live(services, session, caller, stream, timing)
  live.start()
  return () => live.stop()
}

class Live {
  readonly #services: Services
  readonly #session: LiveSession
  readonly #stream: LiveStream
  readonly #timing: { coalesceMs: number; heartbeatMs: number }
  #caller: Caller
  #sent: Heads = {}
  #pending: Heads = {}
  /** The first heads are sent even if empty, for users without shops. */
  #hasSentHeads = false
  #isAccessDue = false
  #areNoticesDue = false
  #isReadDue = true
  #isEchoDue = false
  /** Waiting for a round, or being served in one. */
  #isRunning = false
  #isStopped = false
  #unsubscribe: () => void = () => {}
  #leave: () => void = () => {}
  #heartbeat: NodeJS.Timeout | undefined

  constructor(services: Services, session: LiveSession, caller: Caller, stream: LiveStream, timing: { coalesceMs: number; heartbeatMs: number }) {
    this.#services = services
    this.#session = session
    this.#caller = caller
    this.#stream = stream
    this.#timing = timing
  }

  start(): void {
    this.#leave = this.#services.bus.admit(this.#session, () => this.#end())
    // Subscribe before reading the heads, so that no change in between is missed.
    this.#unsubscribe = this.#services.bus.subscribe((event) => this.#onEvent(event))
    this.#heartbeat = setInterval(() => void this.#onHeartbeat(), this.#timing.heartbeatMs).unref()
    this.#wake()
  }

  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#unsubscribe()
    this.#leave()
    clearInterval(this.#heartbeat)
  }

  #end(): void {
    if (this.#isStopped) return
    this.stop()
    this.#stream.end()
  }

  #onEvent(event: FeedEvent): void {
    switch (event.kind) {
      case 'heads':
        if (!this.#caller.shopIds.has(event.shopId)) return
        addHeads(this.#pending, { [event.shopId]: event.heads })
        return this.#wake()
      case 'access':
        if (event.userId !== null && event.userId !== this.#session.userId) return
        this.#isAccessDue = true
        return this.#wake()
      case 'notices':
        if (event.userId !== this.#session.userId) return
        this.#areNoticesDue = true
        return this.#wake()
      case 'elsewhere':
        if (event.moved !== null && !this.#isConcerned(event.moved)) return
        this.#isReadDue = true
        return this.#wake()
      case 'session-end':
        if (event.sessionId === this.#session.id) this.#end()
        return
      case 'close':
        return this.#end()
    }
  }

  #isConcerned({ userIds, shopIds }: Moved): boolean {
    return userIds.has(this.#session.userId) || [...this.#caller.shopIds].some((shopId) => shopIds.has(shopId))
  }

  async #onHeartbeat(): Promise<void> {
    try {
      if (!(await this.#isSessionLiving())) return this.#end()
    } catch (error) {
      this.#services.log.warn({ err: error }, 'cannot look up the session of a live stream')
    }
    this.#isEchoDue = true
    this.#wake()
  }

  async #isSessionLiving(): Promise<boolean> {
    const now = this.#services.clock().toISOString()
    const row = await this.#services.reader.selectFrom('sessions').select('expires_at').where('id', '=', this.#session.id).executeTakeFirst()
    return row !== undefined && row.expires_at > now
  }

  #wake(): void {
    if (this.#isRunning || this.#isStopped) return
    this.#isRunning = true
    this.#services.bus.turns.join(() => void this.#run(), this.#timing.coalesceMs)
  }

  async #run(): Promise<void> {
    try {
      if (!this.#isStopped) await this.#flush()
    } catch (error) {
      this.#services.log.warn({ err: error, userId: this.#session.userId }, 'live stream failed')
      this.#end()
    }
    this.#isRunning = false
    if (this.#isDue()) this.#wake()
  }

  #isDue(): boolean {
    return this.#isAccessDue || this.#areNoticesDue || this.#isReadDue || this.#isEchoDue || hasHeads(this.#pending)
  }

  async #flush(): Promise<void> {
    if (this.#isAccessDue || this.#isReadDue) await this.#readAnew()
    const heads = findMovedHeads(this.#sent, this.#toReadable(this.#pending))
    this.#pending = {}
    if (hasHeads(heads)) await this.#sendHeads(heads)
    if (this.#areNoticesDue && !this.#isStopped) {
      this.#areNoticesDue = false
      await this.#stream.send({ name: 'notices' })
    }
    if (this.#isEchoDue && !this.#isStopped) {
      this.#isEchoDue = false
      await this.#stream.send({ name: 'echo' })
    }
  }

  /** Reads current rights and heads, which include everything announced so far. */
  async #readAnew(): Promise<void> {
    const isFirst = !this.#hasSentHeads
    this.#hasSentHeads = true
    const isAnnounced = this.#isAccessDue
    this.#isAccessDue = false
    this.#isReadDue = false
    const caller = await readCaller(this.#services.reader, this.#session.userId)
    const hasChanged = !isSameCaller(caller, this.#caller)
    this.#caller = caller
    if (hasChanged || isAnnounced) {
      this.#sent = keepOnly(this.#sent, caller)
      if (!this.#isStopped) await this.#stream.send({ name: 'access' })
    }
    const heads = await headsOf(this.#services.reader, caller)
    const moved = isFirst ? heads : findMovedHeads(this.#sent, heads)
    if (isFirst || hasHeads(moved)) await this.#sendHeads(moved)
  }

  /** Send rows before heads, so that a device that applied them need not pull. */
  async #sendHeads(heads: Heads): Promise<void> {
    if (this.#isStopped) return
    const ranges = this.#stream.wantsRows === true ? findRanges(this.#sent, heads) : []
    addHeads(this.#sent, heads)
    const json = ranges.length === 0 ? undefined : await rowReaderOf(this.#services.reader).read(this.#session.userId, ranges)
    if (json !== undefined && !this.#isStopped) await this.#stream.send({ name: 'rows', json })
    if (!this.#isStopped) await this.#stream.send({ name: 'heads', heads })
  }

  #toReadable(heads: Heads): Heads {
    const readable: Heads = {}
    for (const [shopId, shopHeads] of Object.entries(heads)) {
      if (!this.#caller.shopIds.has(shopId)) continue
      const entries = Object.entries(shopHeads).filter(([name]) => isCollectionName(name) && canReadCollection(this.#caller.privileges, name))
      if (entries.length > 0) readable[shopId] = Object.fromEntries(entries)
    }
    return readable
  }
}

/** Keeps the heads that the caller may read; a shop or collection that becomes readable again is sent anew. */
function keepOnly(heads: Heads, caller: Caller): Heads {
  const kept: Heads = {}
  for (const [shopId, shopHeads] of Object.entries(heads)) {
    if (!caller.shopIds.has(shopId)) continue
    kept[shopId] = Object.fromEntries(Object.entries(shopHeads).filter(([name]) => isCollectionName(name) && canReadCollection(caller.privileges, name)))
  }
  return kept
}

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => one.size === other.size && [...one].every((item) => other.has(item))

const isSameCaller = (one: Caller, other: Caller): boolean => isSameSet(one.privileges, other.privileges) && isSameSet(one.shopIds, other.shopIds)

/** Greatest seq of each readable collection in each of the caller's shops; 0 for an empty one. */
async function headsOf(reader: Db, caller: Caller): Promise<Heads> {
  const collections = readableCollections(caller.privileges)
  const heads: Heads = {}
  for (const shopId of caller.shopIds) {
    const shopHeads: ShopHeads = {}
    for (const collection of collections) {
      shopHeads[collection] = await readHead(reader, tableOf(collection), shopId)
    }
    heads[shopId] = shopHeads
  }
  return heads
}

/** The heads of `now` that are above those of `before`. Heads only rise, even when processes report them out of order. */
export function findMovedHeads(before: Heads, now: Heads): Heads {
  const moved: Heads = {}
  for (const [shopId, shopHeads] of Object.entries(now)) {
    const risen = Object.entries(shopHeads).filter(([collection, seq]) => seq > (before[shopId]?.[collection as keyof ShopHeads] ?? -1))
    if (risen.length > 0) moved[shopId] = Object.fromEntries(risen)
  }
  return moved
}

export function addHeads(target: Heads, more: Heads): void {
  for (const [shopId, risen] of Object.entries(findMovedHeads(target, more))) target[shopId] = { ...target[shopId], ...risen }
}

export const hasHeads = (heads: Heads): boolean => Object.keys(heads).length > 0
