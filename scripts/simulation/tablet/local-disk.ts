import { IDBDatabase as DatabaseClass, IDBFactory as FactoryClass, IDBKeyRange as KeyRangeClass } from 'fake-indexeddb'

/** What fake-indexeddb keeps inside: read raw, so that the look does not go through the product. */
type RawIndex = { keyPath: string | string[]; unique: boolean; multiEntry: boolean }
type RawStore = {
  keyPath: string | string[] | null
  autoIncrement: boolean
  keyGenerator: { num: number } | null
  rawIndexes: Map<string, RawIndex>
  records: { values: () => Iterable<{ key: IDBValidKey; value: unknown }> }
}
type RawFactory = IDBFactory & { _databases: Map<string, { version: number; rawObjectStores: Map<string, RawStore> }> }

type RawTransaction = IDBTransaction & { _abort: (errorName: string) => void; _markFinished: () => void }

/** A browser that finds no space says so when it commits: every request has succeeded until then. */
function failAtCommit(transaction: RawTransaction): void {
  const markFinished = transaction._markFinished
  transaction._markFinished = () => {
    transaction._markFinished = markFinished
    if (transaction.error === null) transaction._abort('QuotaExceededError')
    else transaction._markFinished()
  }
}

const nativeClone = globalThis.structuredClone

/** IndexedDB copies what it stores and gives. Rows are plain, which needs no serializer; anything else takes the usual way. */
function cloneStored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' || typeof value === 'symbol' ? nativeClone(value) : value
  if (Array.isArray(value)) return value.map(cloneStored)
  if (value instanceof Uint32Array) return value.slice()
  if (Object.getPrototypeOf(value) !== Object.prototype) return nativeClone(value)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = cloneStored((value as Record<string, unknown>)[key])
  return copy
}

/** Every database as it stands, for another disk to begin with. */
export type DiskImage = {
  name: string
  version: number
  stores: {
    name: string
    keyPath: string | string[] | null
    autoIncrement: boolean
    /** The last key that was made up. */
    lastKey: number | undefined
    indexes: ({ name: string } & RawIndex)[]
    records: { key: IDBValidKey; value: unknown }[]
  }[]
}[]

/** Rows of every store of every database: database name → store name → values. */
export type DiskContent = Record<string, Record<string, unknown[]>>

/**
 * The IndexedDB of one tablet. It outlives crashes of the page: `cut` ends every connection at once, with what runs on
 * them undone, and nothing opens again until `mend`.
 */
export class LocalDisk {
  #factory = new FactoryClass() as RawFactory
  #connections = new Set<IDBDatabase>()
  #running = new Set<IDBTransaction>()
  #isCut = false
  #writesLeft: number | undefined
  #failingWrites = 0
  onCut: () => void = () => undefined
  /** What a page finds of IndexedDB. */
  readonly globals: { indexedDB: unknown; IDBKeyRange: unknown; structuredClone: unknown }

  constructor() {
    const watch = (mode: unknown, begin: () => IDBTransaction): IDBTransaction => {
      if (mode === 'readwrite') this.#countWrite()
      const transaction = begin() as RawTransaction
      this.#running.add(transaction)
      if (mode === 'readwrite' && this.#failingWrites > 0) {
        this.#failingWrites--
        failAtCommit(transaction)
      }
      const forget = (): void => void this.#running.delete(transaction)
      transaction.addEventListener('complete', forget)
      transaction.addEventListener('abort', forget)
      return transaction
    }
    const begin: (this: IDBDatabase, ...parameters: Parameters<IDBDatabase['transaction']>) => IDBTransaction = Reflect.get(
      DatabaseClass.prototype,
      'transaction',
    )
    DatabaseClass.prototype.transaction = function (this: IDBDatabase, ...parameters) {
      return watch(parameters[1], () => begin.apply(this, parameters))
    }
    const open = (...parameters: Parameters<IDBFactory['open']>): IDBOpenDBRequest => {
      if (this.#isCut) throw new DOMException('The page is gone', 'InvalidStateError')
      const request = this.#factory.open(...parameters)
      request.addEventListener('success', () => this.#connections.add(request.result))
      return request
    }
    const facade = {
      open,
      deleteDatabase: (name: string) => this.#factory.deleteDatabase(name),
      databases: () => this.#factory.databases(),
      cmp: (a: unknown, b: unknown) => this.#factory.cmp(a, b),
    }
    this.globals = { indexedDB: facade, IDBKeyRange: KeyRangeClass, structuredClone: cloneStored }
  }

  /** A new, empty tablet. */
  replace(): void {
    this.#factory = new FactoryClass() as RawFactory
    this.#connections.clear()
    this.#running.clear()
    this.mend()
  }

  /** The page dies when it begins its write number `writes` from now (0: the next one). */
  armCrash(writes: number | undefined): void {
    this.#writesLeft = writes
  }

  /** The storage is full: this many writes are undone while they run. */
  fill(writes: number): void {
    this.#failingWrites = writes
  }

  cut(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#writesLeft = undefined
    for (const transaction of this.#running) {
      try {
        transaction.abort()
      } catch {
        // It had just ended.
      }
    }
    this.#running.clear()
    for (const connection of this.#connections) connection.close()
    this.#connections.clear()
    this.onCut()
  }

  mend(): void {
    this.#isCut = false
    this.#writesLeft = undefined
    this.#failingWrites = 0
  }

  /** The browser empties every database of the user under the open page. */
  async clear(userId: string): Promise<void> {
    for (const [name, { rawObjectStores }] of this.#factory._databases) {
      if (!name.includes(userId)) continue
      const connection = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = this.#factory.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('The database does not open')))
      })
      const stores = [...rawObjectStores.keys()]
      if (stores.length > 0) {
        const transaction = connection.transaction(stores, 'readwrite')
        for (const store of stores) transaction.objectStore(store).clear()
        await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      }
      connection.close()
    }
  }

  /** What somebody copies who copies the browser's profile. */
  copy(): DiskImage {
    return [...this.#factory._databases].map(([name, { version, rawObjectStores }]) => ({
      name,
      version,
      stores: [...rawObjectStores].map(([store, { keyPath, autoIncrement, keyGenerator, rawIndexes, records }]) => ({
        name: store,
        keyPath,
        autoIncrement,
        lastKey: keyGenerator?.num,
        indexes: [...rawIndexes].map(([index, { keyPath: path, unique, multiEntry }]) => ({ name: index, keyPath: path, unique, multiEntry })),
        records: [...records.values()].map(({ key, value }) => ({ key, value: cloneStored(value) })),
      })),
    }))
  }

  /** Begins with what another disk held. */
  async restore(image: DiskImage): Promise<void> {
    for (const { name, version, stores } of image) {
      const request = this.#factory.open(name, version)
      request.addEventListener('upgradeneeded', () => {
        for (const { name: store, keyPath, autoIncrement, indexes, records } of stores) {
          const made = request.result.createObjectStore(store, { keyPath, autoIncrement })
          for (const { name: index, keyPath: path, unique, multiEntry } of indexes) made.createIndex(index, path, { unique, multiEntry })
          for (const { key, value } of records) made.put(value, keyPath === null ? key : undefined)
        }
      })
      await new Promise((resolve, reject) => {
        request.addEventListener('success', resolve)
        request.addEventListener('error', () => reject(request.error ?? new Error(`${name} cannot be copied`)))
      })
      request.result.close()
      const made = this.#factory._databases.get(name)?.rawObjectStores
      for (const { name: store, lastKey } of stores) {
        const generator = made?.get(store)?.keyGenerator
        if (generator != null && lastKey !== undefined) generator.num = lastKey
      }
    }
  }

  /** The next writes may fail, or end the page. */
  get isTroubled(): boolean {
    return this.#isCut || this.#writesLeft !== undefined || this.#failingWrites > 0
  }

  get isCut(): boolean {
    return this.#isCut
  }

  read(): DiskContent {
    const content: DiskContent = {}
    for (const [name, database] of this.#factory._databases) {
      const stores: Record<string, unknown[]> = {}
      for (const [store, { records }] of database.rawObjectStores) stores[store] = [...records.values()].map(({ value }) => value)
      content[name] = stores
    }
    return content
  }

  #countWrite(): void {
    if (this.#writesLeft === undefined) return
    if (this.#writesLeft-- > 0) return
    this.cut()
    throw new DOMException('The page is gone', 'InvalidStateError')
  }
}
