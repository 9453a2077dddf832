import { IDBDatabase as DatabaseClass, IDBFactory as FactoryClass, IDBKeyRange as KeyRangeClass } from 'fake-indexeddb'

/** What fake-indexeddb keeps inside: read raw, so that the look does not go through the product. */
type RawStore = { records: { values: () => Iterable<{ value: unknown }> } }
type RawFactory = IDBFactory & { _databases: Map<string, { rawObjectStores: Map<string, RawStore> }> }

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
  /** What a page finds of IndexedDB. */
  readonly globals: { indexedDB: unknown; IDBKeyRange: unknown; structuredClone: unknown }

  constructor() {
    const watch = (mode: unknown, begin: () => IDBTransaction): IDBTransaction => {
      if (mode === 'readwrite') this.#countWrite()
      const transaction = begin()
      this.#running.add(transaction)
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
  }

  mend(): void {
    this.#isCut = false
    this.#writesLeft = undefined
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
