import { CompiledQuery } from 'kysely'
import { ReadElsewhereError } from '../../error-kind.ts'

/** Where a shop's feed is. The mark tells two databases apart that have gone on from one copy, each by itself. */
export type Place = { serverId: string; epoch: string; seq: number; mark: string | null }

export type PlaceRow = Place & { shopId: string }

/** The same on a replica, for each shop that was asked for: without an epoch where it has none of it. */
export type ReplicaRow = { shopId: string; isReplica: boolean; serverId: string; epoch: string | null; seq: number | null; mark: string | null }

export const placesQuery = (shopIds: readonly string[]): CompiledQuery =>
  CompiledQuery.raw(
    `select feed.shop_id as "shopId", feed.epoch, feed.seq, own.server_id as "serverId",
      (select mark from feed_marks where shop_id = feed.shop_id and seq >= feed.seq order by seq limit 1) as mark
    from shop_feed as feed cross join server_identity as own where feed.shop_id = any($1)`,
    [shopIds],
  )

const replicaQuery = (shopIds: readonly string[], seqs: readonly number[]): CompiledQuery =>
  CompiledQuery.raw(
    `select asked.shop_id as "shopId", feed.epoch, feed.seq, own.server_id as "serverId", pg_is_in_recovery() as "isReplica",
      (select mark from feed_marks where shop_id = asked.shop_id and seq >= asked.seq order by seq limit 1) as mark
    from unnest($1::text[], $2::bigint[]) as asked (shop_id, seq) cross join server_identity as own left join shop_feed as feed on feed.shop_id = asked.shop_id`,
    [shopIds, seqs],
  )

/** Where the feeds must be at least for a read. What was seen once is not taken back: each snapshot that passes raises it. */
export class NeededPlaces {
  readonly #shopIds: readonly string[]
  readonly #places: ReadonlyMap<string, Place>
  readonly #seenByShop = new Map<string, number>()

  constructor(shopIds: readonly string[], places: ReadonlyMap<string, Place>) {
    this.#shopIds = shopIds
    this.#places = places
  }

  /** To be asked in the very snapshot that is read. */
  get query(): CompiledQuery {
    return replicaQuery(
      this.#shopIds,
      this.#shopIds.map((shopId) => this.#places.get(shopId)?.seq ?? 0),
    )
  }

  /** @throws ReadElsewhereError for a snapshot that is older than what is needed, or of another database */
  assertReached(rows: readonly ReplicaRow[]): void {
    if (rows.length !== this.#shopIds.length || !rows.every((row) => this.#isReached(row))) throw new ReadElsewhereError('The replica is not there yet')
    for (const { shopId, seq } of rows) this.#seenByShop.set(shopId, seq ?? 0)
  }

  #isReached({ shopId, isReplica, serverId, epoch, seq, mark }: ReplicaRow): boolean {
    const place = this.#places.get(shopId)
    if (!isReplica) return false
    if (place === undefined || epoch === null || seq === null) return place === undefined && epoch === null
    return serverId === place.serverId && epoch === place.epoch && seq >= Math.max(place.seq, this.#seenByShop.get(shopId) ?? 0) && mark === place.mark
  }
}

type Round = { shopIds: Set<string>; places: Promise<ReadonlyMap<string, Place>> }

/** Reads where the feeds are, for all who ask while the last reading is on its way in one statement, which begins after all of them asked. */
export class PlaceReader {
  readonly #read: (shopIds: readonly string[]) => Promise<readonly PlaceRow[]>
  #next: Round | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(read: (shopIds: readonly string[]) => Promise<readonly PlaceRow[]>) {
    this.#read = read
  }

  async read(shopIds: readonly string[]): Promise<ReadonlyMap<string, Place>> {
    const round = (this.#next ??= this.#begin())
    for (const shopId of shopIds) round.shopIds.add(shopId)
    return round.places
  }

  #begin(): Round {
    const shopIds = new Set<string>()
    const places = this.#last.then(async () => {
      this.#next = undefined
      return new Map((await this.#read([...shopIds])).map(({ shopId, ...place }) => [shopId, place]))
    })
    this.#last = places.catch(() => undefined)
    return { shopIds, places }
  }
}
