import { type FindQuery, type FindWord, readFindQuery } from '#schema/rules/find/find-query.ts'
import { Pace } from '../projections/build-turns.ts'
import type { CustomersProjection } from '../projections/projection-customers.ts'
import type { AssetsProjection, ProductsProjection } from '../projections/projection-finds.ts'
import type { ProjectionEntry } from '../projections/projection.ts'
import type { OrdersProjection } from '../projections/projection-orders.ts'
import type { Asked, Queries } from './group-finder.ts'
import { KnownWords } from './known-words.ts'

type FindProjections = { orders: OrdersProjection; customers: CustomersProjection; assets: AssetsProjection; products: ProductsProjection }

/** Groups bursts of changes; new words may be found late only when mistyped. */
const delayMs = 500

/** The words of a shop's rows, kept current in the background; `onRead` reports new ones. */
export class ShopWords {
  readonly #words
  readonly #onRead: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #reading: Promise<void> | undefined
  #isClosed = false
  #version = 0

  constructor({ orders, customers, assets, products }: FindProjections, onRead: () => void) {
    this.#words = {
      orders: new KnownWords(orders, ({ text, notes }) => `${text}\n${notes}`),
      customers: new KnownWords(customers, ({ name }) => name),
      assets: new KnownWords(assets, ({ text }) => text),
      products: new KnownWords(products, ({ text }) => text),
    }
    this.#onRead = onRead
  }

  schedule(isSoon: boolean): void {
    if (this.#isClosed) return
    if (isSoon) clearTimeout(this.#timer)
    else if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.read(), isSoon ? 0 : delayMs)
  }

  async read(): Promise<void> {
    this.#timer = undefined
    while (this.#reading !== undefined) await this.#reading
    if (this.#isClosed) return
    this.#reading = this.#readAll()
    await this.#reading
    this.#reading = undefined
    this.#version++
    if (!this.#isClosed) this.#onRead()
  }

  async #readAll(): Promise<void> {
    const pace = new Pace()
    for (const words of Object.values(this.#words)) if (!this.#isClosed) await words.read(pace)
  }

  ask(typed: string): Asked {
    const query = readFindQuery(typed)
    const { orders, customers, assets, products } = this.#words
    let near: Queries | undefined
    return {
      typed,
      plain: { orders: query, customers: query, assets: query, products: query },
      readNear: () =>
        (near ??= {
          orders: withNear(query, orders),
          customers: withNear(query, customers),
          assets: withNear(query, assets),
          products: withNear(query, products),
        }),
      isNearRead: () => near !== undefined,
      wordsVersion: this.#version,
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}

const withNear = <Entry extends ProjectionEntry>(query: FindQuery, known: KnownWords<Entry>): FindQuery => ({
  ...query,
  words: query.words.map((word): FindWord => ({ ...word, near: known.near(word.text) })),
})
