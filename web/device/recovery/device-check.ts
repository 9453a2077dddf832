import type { Bootstrap } from '#schema/api/sync.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { readableCollections } from '#schema/rules/access/access.ts'
import { Digest } from '#schema/rules/merge/digest.ts'
import type { WithLock } from '../outbox/local-parts.ts'
import type { LocalState } from '../outbox/local-state.ts'
import { type DeviceStore, readMeta, writeMeta } from '../storage/unsent-store.ts'
import { keyToRef } from '../rows/rows.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { isCompared, leavingEpoch, toCompared } from '../storage/rows/checkpoint-table.ts'

/** Parts (a shop and collection each) compared so far, and all. */
export type CheckProgress = { done: number; total: number }

/**
 * `rows`: equal rows; `differed`: repaired rows; `unsure`: parts that kept changing during the comparison; `lacking`: files
 * without their content on the server.
 */
export type CheckResult = { at: string; rows: number; differed: number; unsure: number; lacking: number }

const everyMs = 24 * 60 * 60 * 1000
const resultKey = 'checked'
/** Tries per part while others write; after that the part waits for the next day. */
const triesMax = 5

type Part = {
  collection: CollectionName
  shopId: string
  tries: number
  differed: number
  /** The part's rows are being compared with the full set. */
  isMending: boolean
  lacking: number
}

type CheckListener = {
  /** A checkpoint was marked: pull the collection again from its start and compare every row. */
  onMarked: (collection: CollectionName) => void
  /** The feed has moved on: pull the collection first. */
  onMoved: (collection: CollectionName) => void
  onProgress: (progress: CheckProgress | null) => void
}

type DeviceCheckOptions = {
  api: SyncApi
  localState: LocalState
  store: DeviceStore
  withLock: WithLock
  /** Server time of the last contact. */
  heardAt: () => Date
  readBootstrap: () => Bootstrap | null
  listener: CheckListener
}

export const readCheckResult = (store: DeviceStore): Promise<CheckResult | undefined> => readMeta<CheckResult>(store, resultKey)

/** Compares this device's rows with checksums of the server, one shop and collection at a time, between two pulls. */
export class DeviceCheck {
  readonly #options: DeviceCheckOptions
  readonly #parts: Part[] = []
  #total = 0
  #rows = 0
  #differed = 0
  #unsure = 0
  #lacking = 0
  readonly #waiters = new Set<() => void>()

  constructor(options: DeviceCheckOptions) {
    this.#options = options
  }

  get isDue(): boolean {
    return this.#parts.length > 0
  }

  /** Once a day, first a day after the device was set up. */
  async beginIfDue(): Promise<void> {
    const { heardAt, store } = this.#options
    if (this.isDue || this.#options.api.digest === undefined) return
    const now = heardAt().getTime()
    const last = await readMeta<number>(store, 'checkedAtMs')
    // `now` is server time: if that clock went back, check at once.
    if (last !== undefined && now >= last && now - last < everyMs) return
    await writeMeta(store, 'checkedAtMs', now)
    if (last !== undefined) void this.begin()
  }

  /** Queues every part; resolves when all are compared. */
  begin(): Promise<void> {
    const { localState, readBootstrap } = this.#options
    const bootstrap = readBootstrap()
    const collections = readableCollections(new Set(bootstrap?.privileges ?? [])).filter((name) => localState.database.collections.includes(name))
    this.#parts.splice(0)
    this.#rows = this.#differed = this.#unsure = this.#lacking = 0
    for (const { id } of bootstrap?.shops ?? []) for (const collection of collections) this.#add(collection, id)
    this.#total = this.#parts.length
    this.#tell()
    return this.#total === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiters.add(resolve))
  }

  /** Called after rows were compared with the full set, because they differed or the feed changed. `changed`: rows repaired. */
  async onCompared(collection: CollectionName, shopId: string, changed: number): Promise<void> {
    if (this.#options.api.digest === undefined) return
    const part = this.#parts.find((other) => other.collection === collection && other.shopId === shopId)
    if (part === undefined) {
      if (!this.isDue) this.#rows = this.#differed = this.#unsure = this.#lacking = 0
      this.#add(collection, shopId)
      this.#total += 1
      return
    }
    // Changed by a new feed: these rows did not differ before.
    if (!part.isMending) return
    part.isMending = false
    part.differed += changed
    this.#differed += changed
  }

  /** Compares one part. Returns true while more can be done at once. */
  async step(signal: AbortSignal): Promise<boolean> {
    const [part] = this.#parts
    if (part === undefined) return false
    const isDone = await this.#check(part, signal)
    const place = this.#parts.indexOf(part)
    // `begin` was called meanwhile: this part is queued again.
    if (place < 0) return this.isDue
    this.#parts.splice(place, 1)
    if (!isDone && ++part.tries < triesMax) this.#parts.push(part)
    else if (!isDone) this.#unsure += 1
    this.#tell()
    if (this.isDue) return true
    await this.#finish()
    return false
  }

  /** Gives up until the next day, as the page closes or the server does not answer. */
  end(): void {
    this.#parts.splice(0)
    this.#options.listener.onProgress(null)
    for (const done of this.#waiters) done()
    this.#waiters.clear()
  }

  #add(collection: CollectionName, shopId: string): void {
    this.#parts.push({ collection, shopId, tries: 0, differed: 0, isMending: false, lacking: 0 })
  }

  #tell(): void {
    this.#options.listener.onProgress({ done: this.#total - this.#parts.length, total: this.#total })
  }

  async #finish(): Promise<void> {
    const { heardAt, store } = this.#options
    await writeMeta(store, resultKey, {
      at: heardAt().toISOString(),
      rows: this.#rows,
      differed: this.#differed,
      unsure: this.#unsure,
      lacking: this.#lacking,
    } satisfies CheckResult)
    this.#total = 0
    this.end()
  }

  /** False if the part cannot be judged now: rows moved meanwhile, or are being repaired. */
  async #check(part: Part, signal: AbortSignal): Promise<boolean> {
    const { api, localState } = this.#options
    const { collection, shopId } = part
    const checkpoint = (await localState.database.readCheckpoint(collection))[shopId]
    if (api.digest === undefined || checkpoint === undefined || checkpoint.epoch === leavingEpoch) return true
    if (isCompared(checkpoint)) return false
    const { epoch, seq } = checkpoint
    const fields = Object.entries(collectionByName[collection].fields).flatMap(([name, { secret }]) => (secret ? [] : [name]))
    const own = new Digest(fields)
    const from = await this.#addOwnRows(own, part)
    try {
      const { differed } = part
      const theirs = await api.digest({ shopId, collection, epoch, seq, from, fields, ...(differed > 0 && { differed }) }, signal)
      part.differed = 0
      if (theirs.isMoved) {
        this.#options.listener.onMoved(collection)
        return false
      }
      const isSame = theirs.rows === own.rows && own.toSums().every((sum, range) => sum === theirs.sums?.[range])
      if (isSame && this.#parts.includes(part)) {
        this.#rows += own.rows
        this.#lacking += part.lacking
      }
      if (!isSame) await this.#mend(part)
      return isSame
    } catch (error) {
      // A privilege ended; the next bootstrap says which.
      if (error instanceof AppError) return true
      throw error
    }
  }

  /** Adds server states only: for rows with waiting mutations, their base. Returns the seq from which this device holds all rows. */
  async #addOwnRows(digest: Digest, part: Part): Promise<number> {
    const { collection, shopId } = part
    part.lacking = 0
    const { database, outbox } = this.#options.localState
    let least = Number.POSITIVE_INFINITY
    const dirty = new Set(outbox.dirtyKeys().filter((key) => keyToRef(key).collection === collection))
    const isDirty = (id: string): boolean => dirty.has(`${collection}/${id}`)
    for await (const rows of database.scan(collection, { shopId })) {
      for (const row of rows) {
        if (isDirty(row.id)) continue
        digest.add(row)
        if (collection === 'attachments' && row['isStored'] !== true) part.lacking += 1
        least = Math.min(least, row.seq)
      }
    }
    for (const key of dirty) {
      const base = outbox.baseOf(key)
      if (base != null && base.shopId === shopId) digest.add(base)
    }
    return collection !== 'activities' ? 0 : Number.isFinite(least) ? least : Number.MAX_SAFE_INTEGER
  }

  async #mend(part: Part): Promise<void> {
    const { collection, shopId } = part
    part.isMending = true
    const { listener, localState, withLock } = this.#options
    await withLock(async () => {
      const checkpoint = await localState.database.readCheckpoint(collection)
      const reached = checkpoint[shopId]
      if (reached === undefined) return
      await localState.database.saveCheckpoint(collection, { ...checkpoint, [shopId]: toCompared(reached) })
      listener.onMarked(collection)
    })
  }
}
