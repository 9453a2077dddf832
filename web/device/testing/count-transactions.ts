/** Transactions on the device's own databases. A browser flushes each writing one before the next begins. */
type TransactionCounts = { readonly: number; readwrite: number }

export type TransactionCounter = {
  /** Counts since the last call. */
  take: () => TransactionCounts
  /** Resolves when all transactions have ended and no waiting code begins another. */
  whenQuiet: () => Promise<void>
  stop: () => void
}

/** Event loop turns without a new transaction; far more than the device needs between two. */
const quietTurns = 50

/** Counts transactions of databases opened from here on, until `stop`: Dexie keeps the method that it finds when it opens one. */
export function countTransactions(): TransactionCounter {
  const { prototype } = IDBDatabase
  const begin = Object.getOwnPropertyDescriptor(prototype, 'transaction')
  const send = begin?.value as IDBDatabase['transaction']
  let counts: TransactionCounts = { readonly: 0, readwrite: 0 }
  let [begun, open] = [0, 0]
  prototype.transaction = function countTransaction(this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>) {
    const transaction = send.apply(this, given)
    if (!this.name.startsWith('mainspring')) return transaction
    counts[transaction.mode === 'readwrite' ? 'readwrite' : 'readonly'] += 1
    begun += 1
    open += 1
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => void (open -= 1))
    return transaction
  }
  return {
    take() {
      const taken = counts
      counts = { readonly: 0, readwrite: 0 }
      return taken
    },
    async whenQuiet() {
      for (let [turns, known] = [0, begun]; turns < quietTurns || open > 0; turns += 1) {
        await new Promise((resolve) => setTimeout(resolve, 0))
        if (begun > known || open > 0) [turns, known] = [0, begun]
      }
    },
    stop: () => void Object.defineProperty(prototype, 'transaction', begin ?? {}),
  }
}
