import { IDBDatabase as DatabaseClass, IDBFactory as FactoryClass } from 'fake-indexeddb'

const isOurs = (name: string): boolean => name.startsWith('mainspring-')

/**
 * For tests: a page that dies in the middle of its writes. What runs is undone, every connection ends, and nothing of ours
 * opens until `revive`. Databases of libraries (RxDB's channel in Node) live on.
 */
export function watchForDeath() {
  let writesLeft: number | undefined
  let isDead = false
  const running = new Set<IDBTransaction>()
  const connections = new Set<IDBDatabase>()
  const gone = (): DOMException => new DOMException('The page is gone', 'InvalidStateError')

  const die = (): void => {
    isDead = true
    for (const transaction of running) {
      try {
        transaction.abort()
      } catch {
        // It had just ended.
      }
    }
    for (const connection of connections) connection.close()
    running.clear()
    connections.clear()
  }

  const begin: (this: IDBDatabase, ...parameters: Parameters<IDBDatabase['transaction']>) => IDBTransaction = Reflect.get(
    DatabaseClass.prototype,
    'transaction',
  )
  DatabaseClass.prototype.transaction = function (this: IDBDatabase, ...parameters) {
    if (!isOurs(this.name)) return begin.apply(this, parameters)
    // The one that a version change runs in is made by IndexedDB itself.
    const isOwn = parameters[1] !== ('versionchange' as IDBTransactionMode)
    if (isDead && isOwn) throw gone()
    if (parameters[1] === 'readwrite' && writesLeft !== undefined && writesLeft-- === 0) {
      die()
      throw gone()
    }
    const transaction = begin.apply(this, parameters)
    running.add(transaction)
    connections.add(this)
    const forget = (): void => void running.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    return transaction
  }
  const open: (this: IDBFactory, ...parameters: Parameters<IDBFactory['open']>) => IDBOpenDBRequest = Reflect.get(FactoryClass.prototype, 'open')
  FactoryClass.prototype.open = function (this: IDBFactory, ...parameters) {
    if (isDead && isOurs(parameters[0])) throw gone()
    const request = open.apply(this, parameters)
    request.addEventListener('success', () => void (isOurs(request.result.name) && connections.add(request.result)))
    return request
  }

  return {
    get isDead(): boolean {
      return isDead
    },
    /** The page dies as it begins its write number `writes` from now (0: the next one). */
    dieAtWrite(writes: number): void {
      writesLeft = writes
    },
    /** True when it died meanwhile. A page that did may start again. */
    revive(): boolean {
      const hasDied = isDead
      isDead = false
      writesLeft = undefined
      return hasDied
    },
  }
}
