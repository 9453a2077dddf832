import { onTestFinished } from 'vitest'

type Spot = {
  /** A part of the database's name. */
  database: string
  store: string
  /** Of the record; every one without. */
  group?: string
}

type Method = 'put' | 'add' | 'get' | 'getAll' | 'openCursor'

/** What the names of databases of rows begin with. */
const rowsDatabase = 'mainspring-rows-'

/** Where changed rows of a collection are written. */
export const rowsOf = (collection: string): Spot => ({ database: rowsDatabase, store: 'overlay', group: `rows/${collection}` })

/** Where changes are written before anything else: a change of a row that is here leaves from there, before the row itself is stored. */
export const outboxOf = (userId: string): Spot => ({ database: `mainspring-device-${userId}`, store: 'outbox' })

/** Makes every write of this kind fail, with a full disk's error by default, until the returned function is called or the test ends. */
export const refuseWrites = ({ database, store, group }: Spot, errorName = 'QuotaExceededError'): (() => void) =>
  failCalls(
    ['put', 'add'],
    ({ name, transaction }, [record]) =>
      name === store && transaction.db.name.includes(database) && (group === undefined || (record as { group?: string } | undefined)?.group === group),
    new DOMException('Nothing can be written.', errorName),
  )

/** Makes every read of stored rows fail, until the returned function is called or the test ends. */
export const refuseReads = (): (() => void) =>
  failCalls(
    ['get', 'getAll', 'openCursor'],
    ({ transaction }) => transaction.db.name.startsWith(rowsDatabase),
    new DOMException('Nothing can be read.', 'UnknownError'),
  )

function failCalls(methods: readonly Method[], isMeant: (store: IDBObjectStore, parameters: unknown[]) => boolean, error: DOMException): () => void {
  let isBroken = true
  const prototype = IDBObjectStore.prototype as unknown as Record<Method, (...parameters: unknown[]) => IDBRequest>
  const real = methods.map((method) => [method, prototype[method]] as const)
  for (const [method, call] of real) {
    prototype[method] = function (this: IDBObjectStore, ...parameters: unknown[]) {
      if (isBroken && isMeant(this, parameters)) throw error
      return call.apply(this, parameters)
    }
  }
  onTestFinished(() => {
    for (const [method, call] of real) prototype[method] = call
  })
  return () => void (isBroken = false)
}
