import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { type FindQuery, allWords, findWordsIn, isExactly } from '#schema/rules/find/find-query.ts'
import { mayNameOrder } from '#schema/rules/orders/ticket-search.ts'
import { watchSet } from '../../platform/observable.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import type { RowChange } from '../../storage/rows/row-news.ts'
import type { BuildTurns } from '../projections/build-turns.ts'
import type { CustomersProjection } from '../projections/projection-customers.ts'
import { createAssetsProjection, createProductsProjection, type ProductEntry } from '../projections/projection-finds.ts'
import type { OrdersProjection } from '../projections/projection-orders.ts'
import { type Asked, createGroupFinder, type FoundGroup, type RowRanker } from './group-finder.ts'
import { createCustomerRanker, toNameKey } from './rank-customers.ts'
import { createOrderRanker } from './rank-orders.ts'
import { ShopWords } from './shop-words.ts'

export const findLimits = { orders: 8, customers: 5, products: 5 } as const

/** `query`: the query with the other spellings of its words, for highlighting. */
export type FindAnswer = { query: FindQuery; orders: FoundGroup; customers: FoundGroup; products: FoundGroup }

export type ReadRows = <N extends CollectionName>(collection: N, ids: readonly string[]) => Promise<DocumentByCollection[N][]>

export type Finder = {
  /** Synchronous: all data is in memory. */
  find: (typed: string) => FindAnswer
  /** Rows of results; those of the last query come from memory. */
  readRows: ReadRows
  /** Calls back when an answer may have changed. */
  subscribe: (listener: () => void) => () => void
  /** Resolves when all rows, and the words of all changes until now, are read. */
  whenRead: () => Promise<void>
  close: () => void
}

type Options = {
  database: LocalDatabase
  turns: BuildTurns
  orders: OrdersProjection
  customers: CustomersProjection
  readRows: ReadRows
  onChanges: (collection: CollectionName, listener: (changes: readonly RowChange[], isRepeat: boolean) => void) => () => void
  ticketPrefixesOf: (shopId: string) => readonly string[]
}

const nothing: FoundGroup = { ids: [], best: undefined, total: 0, isComplete: true }

/** Searches one shop. Reads in steps, the lists' projections first, and follows changes until it is closed. */
export function openFinder({ database, turns, orders, customers, readRows, onChanges, ticketPrefixesOf }: Options, shopId: string): Finder {
  const products = createProductsProjection(database, shopId, turns)
  const assets = createAssetsProjection(database, shopId, turns)
  const all = { orders, customers, assets, products }
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const words = new ShopWords(all, tell)
  const areReady = (...needed: readonly { isReady: boolean }[]): boolean => needed.every(({ isReady }) => isReady)

  const stops = [
    onChanges('products', (changes, isRepeat) => void (isRepeat || products.apply(changes))),
    onChanges('assets', (changes, isRepeat) => void (isRepeat || assets.apply(changes))),
    ...Object.values(all).map((projection) =>
      projection.subscribe(() => {
        tell()
        if (areReady(...Object.values(all))) words.schedule(false)
      }),
    ),
  ]
  // The last demand is served first: most queries are a ticket or a name.
  const demanded = [products, assets, orders, customers].map((projection) => projection.demand())
  const allDemanded = Promise.allSettled(demanded)
  void allDemanded.then(() => words.schedule(true))

  /** A number, phone or code can match rows that the shorter query's words did not. */
  const isNarrower = (before: Asked, after: Asked): boolean =>
    before.plain.orders.code !== '' &&
    after.typed.startsWith(before.typed) &&
    !/\d/.test(after.typed) &&
    !mayNameOrder(after.typed.trim(), ticketPrefixesOf(shopId))

  const findOrders = createGroupFinder({
    projection: orders,
    limit: findLimits.orders,
    isComplete: () => areReady(orders, customers, assets),
    surroundings: () => `${customers.version}/${assets.version}/${ticketPrefixesOf(shopId).join()}`,
    ranker: (asked) => createOrderRanker(asked, { customers, assets, ticketPrefixes: ticketPrefixesOf(shopId) }),
    nearOf: (near) => [near.orders, near.customers, near.assets],
    isNarrower,
  })
  const findCustomers = createGroupFinder({
    projection: customers,
    limit: findLimits.customers,
    isComplete: () => areReady(customers, assets),
    surroundings: () => `${assets.version}`,
    ranker: (asked) => createCustomerRanker(asked, assets),
    nearOf: (near) => [near.customers, near.assets],
    isNarrower,
  })
  const findProducts = createGroupFinder({
    projection: products,
    limit: findLimits.products,
    isComplete: () => products.isReady,
    surroundings: () => '',
    ranker: createProductRanker,
    nearOf: (near) => [near.products],
    isNarrower,
  })

  return {
    find(typed) {
      const asked = words.ask(typed)
      if (asked.plain.orders.words.length === 0) return { query: asked.plain.orders, orders: nothing, customers: nothing, products: nothing }
      const groups = { orders: findOrders(asked), customers: findCustomers(asked), products: findProducts(asked) }
      return { query: joinSpellings(asked), ...groups }
    },
    readRows,
    subscribe: (listener) => watchSet(listeners, listener),
    async whenRead() {
      await allDemanded
      await words.read()
    },
    close() {
      for (const stop of stops) stop()
      listeners.clear()
      words.close()
    },
  }
}

/** Adds to each word all other spellings that were searched. */
function joinSpellings({ plain, readNear, isNearRead }: Asked): FindQuery {
  if (!isNearRead()) return plain.orders
  const spellings = Object.values(readNear())
  return {
    ...plain.orders,
    words: plain.orders.words.map((word, index) => ({ ...word, near: [...new Set(spellings.flatMap(({ words }) => words[index]?.near ?? []))] })),
  }
}

/** Products match by name and SKU; archived ones are left out. */
function createProductRanker({ plain: { products: plain }, readNear }: Asked): RowRanker<ProductEntry> {
  const all = allWords(plain)
  return {
    match(entry, isNear) {
      if (entry.isArchived || findWordsIn(isNear ? readNear().products : plain, entry) !== all) return undefined
      if (isExactly(plain, { codes: entry.codes })) return 'exact'
      return isNear ? 'near' : 'words'
    },
    isFinished: () => false,
    toOrder: ({ text }) => ({ at: '', sortKey: toNameKey(plain, text) }),
  }
}
