import { onTestFinished } from 'vitest'

type Spot = {
  database: string
  store: string
  /** The record's group; every record if omitted. */
  group?: string
}

type Method = 'put' | 'add' | 'get' | 'getAll' | 'openCursor'

const rowsDatabase = 'mainspring-rows-'

export const rowsOf = (collection: string): Spot => ({ database: rowsDatabase, store: 'overlay', group: `rows/${collection}` })

/** Changes are written here first and sent from here, before the row itself is stored. */
export const outboxOf = (userId: string): Spot => ({ database: `mainspring-device-${userId}`, store: 'outbox' })

/** Makes every such write fail (by default with a full disk's error) until the returned function is called or the test ends. */
export const refuseWrites = ({ database, store, group }: Spot, errorName = 'QuotaExceededError'): (() => void) =>
  failCalls(
    ['put', 'add'],
    ({ name, transaction }, [record]) =>
      name === store && transaction.db.name.includes(database) && (group === undefined || (record as { group?: string } | undefined)?.group === group),
    new DOMException('Nothing can be written.', errorName),
  )

/** Makes every read of stored rows fail until the returned function is called or the test ends. */
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
