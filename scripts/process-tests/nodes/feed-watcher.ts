import { setTimeout as delay } from 'node:timers/promises'
import type { Checkpoint, Heads, PullResponse } from '#schema/api/sync.ts'
import { isTombstone } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { ApiClient } from '../api-client.ts'

const pageRows = 200
const restMs = 5

/** A device that only pulls, once per position, so that it misses rows that appear late. */
export class FeedWatcher {
  readonly faults: string[] = []
  pages = 0
  readonly #client: ApiClient
  readonly #checkpointByCollection = new Map<CollectionName, Checkpoint>()
  readonly #seqsByCollection = new Map<CollectionName, Map<string, number>>()
  readonly #collections: readonly CollectionName[]

  constructor(client: ApiClient, collections: readonly CollectionName[]) {
    this.#client = client
    this.#collections = collections
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const collection of this.#collections) await this.#pull(collection)
      await delay(restMs)
    }
    await this.pullAll()
  }

  /** Pulls until nothing is left. Must start early: a first pull returns only the newest activities. */
  async pullAll(): Promise<void> {
    for (const collection of this.#collections) while ((await this.#pull(collection)) !== 'everything');
  }

  seqsOf(collection: CollectionName): ReadonlyMap<string, number> {
    return this.#seqsByCollection.get(collection) ?? new Map()
  }

  async #pull(collection: CollectionName): Promise<'everything' | 'a page' | 'nothing'> {
    const known = this.#checkpointByCollection.get(collection) ?? {}
    const answer = await this.#client.pull(collection, known, pageRows).catch(() => undefined)
    if (answer === undefined || answer.status === 503) {
      await delay(restMs)
      return 'nothing'
    }
    if (answer.status !== 200) throw new Error(`A pull was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.pages += 1
    this.#take(collection, known, answer.body)
    return answer.body.documents.length < pageRows ? 'everything' : 'a page'
  }

  #take(collection: CollectionName, known: Checkpoint, { documents, checkpoint, reset, gone }: PullResponse): void {
    if (reset.length + gone.length > 0) this.faults.push(`${collection}: feeds were taken away`)
    const seqs = this.#seqsByCollection.get(collection) ?? new Map<string, number>()
    this.#seqsByCollection.set(collection, seqs)
    const lastByShop = new Map(Object.entries(known).map(([shopId, { seq }]) => [shopId, seq]))
    for (const document of documents) {
      const { id, shopId = '', seq = 0 } = document
      const last = lastByShop.get(shopId) ?? 0
      if (seq <= last) this.faults.push(`${collection}: ${seq} came after ${last}`)
      if (isTombstone(document)) this.faults.push(`${collection}: ${id} was taken away`)
      lastByShop.set(shopId, seq)
      seqs.set(id, seq)
    }
    for (const [shopId, { epoch, seq }] of Object.entries(known)) {
      const next = checkpoint[shopId]
      if (next?.epoch !== epoch) this.faults.push(`${collection}: the feed began anew`)
      else if (next.seq < seq) this.faults.push(`${collection}: the checkpoint went from ${seq} back to ${next.seq}`)
    }
    this.#checkpointByCollection.set(collection, checkpoint)
  }
}

/** A live stream that reconnects to another node whenever it breaks: heads must never decrease. */
export class HeadsWatcher {
  readonly faults: string[] = []
  streams = 0
  events = 0
  readonly #client: ApiClient
  readonly #headByPlace = new Map<string, number>()

  constructor(client: ApiClient) {
    this.#client = client
  }

  headOf(shopId: string, collection: CollectionName): number {
    return this.#headByPlace.get(`${shopId} ${collection}`) ?? 0
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.streams += 1
      await this.#listen(signal).catch(() => delay(restMs))
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    for await (const { event, data } of this.#client.events(signal)) {
      if (event !== 'heads') continue
      this.events += 1
      for (const [shopId, heads] of Object.entries(JSON.parse(data) as Heads)) {
        for (const [collection, head] of Object.entries(heads)) this.#take(`${shopId} ${collection}`, head)
      }
    }
  }

  #take(place: string, head: number): void {
    const last = this.#headByPlace.get(place) ?? 0
    if (head < last) this.faults.push(`${place}: the head went from ${last} back to ${head}`)
    this.#headByPlace.set(place, Math.max(head, last))
  }
}
