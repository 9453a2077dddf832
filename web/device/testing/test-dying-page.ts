import { IDBDatabase as DatabaseClass, IDBFactory as FactoryClass } from 'fake-indexeddb'

const isOurs = (name: string): boolean => name.startsWith('mainspring-')

/**
 * For tests: a page that crashes during a write. Running transactions abort, all connections close, and no app database
 * opens until `revive`. Databases of libraries (RxDB's channel in Node) stay open.
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
        // The transaction has just ended.
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
    // IndexedDB itself makes the transaction of a version change.
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
    /** Crashes at the start of write number `writes` from now (0: the next one). */
    dieAtWrite(writes: number): void {
      writesLeft = writes
    },
    /** Lets the page start again. Returns whether it had crashed. */
    revive(): boolean {
      const hasDied = isDead
      isDead = false
      writesLeft = undefined
      return hasDied
    },
  }
}
