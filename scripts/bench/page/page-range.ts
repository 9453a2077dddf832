import { Dexie } from 'dexie'

type MoneyRow = { id: string; createdAt: string; paymentAmount?: number; costAmount?: number }

export type RangeBench = {
  /** Puts the rows of the days into bare tables with a primary key and an index by creation; resolves to their number. */
  fill(urls: readonly string[]): Promise<number>
  /** Resolves to the milliseconds to read the rows by the index and add them up. */
  read(): Promise<number>
}

/** The baseline of a report on the device, run inside a page: the same rows, read by one index and added up. */
const database = new Dexie('bench-range')
database.version(1).stores({ payments: 'id, createdAt', costs: 'id, createdAt' })
const tables = [database.table<MoneyRow, string>('payments'), database.table<MoneyRow, string>('costs')]

const rangeBench: RangeBench = {
  async fill(urls) {
    let count = 0
    for (const [index, url] of urls.entries()) {
      const rows = (await (await fetch(url)).json()) as MoneyRow[]
      await tables[index]?.bulkPut(rows)
      count += rows.length
    }
    return count
  },

  async read() {
    const startMs = performance.now()
    const found = await Promise.all(tables.map((table) => table.where('createdAt').between('0', '9').toArray()))
    const cents = found.flat().reduce((sum, { paymentAmount = 0, costAmount = 0 }) => sum + Math.round(paymentAmount * 100) - Math.round(costAmount * 100), 0)
    if (cents === 0) throw new Error('The baseline found no money')
    return performance.now() - startMs
  },
}

Object.assign(globalThis, { readRangeBench: () => rangeBench })
