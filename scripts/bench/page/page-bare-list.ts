import { Dexie } from 'dexie'
import type { WireDocument } from '#schema/collection.ts'
import { pullRows } from './pull-rows.ts'

export type BareList = {
  /** Puts all orders of the server into a table with an index by creation; resolves to their number. */
  fill(limit: number): Promise<number>
  /** Milliseconds from the start of the load until what the address asks for was done (`?do=page` or `?do=all`). */
  done: Promise<number>
}

const pageRows = 50
const database = new Dexie('bench-bare-list')
database.version(1).stores({ orders: 'id, createdAt' })
const orders = database.table<WireDocument, string>('orders')

/** The baseline of a reload: a page without the app that shows 50 rows by an index, or reads all rows into an array. */
const bareList: BareList = {
  async fill(limit) {
    await pullRows(orders, 'orders', limit)
    return orders.count()
  },

  done: doAsAsked(),
}

async function doAsAsked(): Promise<number> {
  const wanted = new URLSearchParams(location.search).get('do')
  if (wanted === 'page') {
    const rows = await orders.orderBy('createdAt').reverse().limit(pageRows).toArray()
    const table = document.createElement('table')
    for (const order of rows) {
      const row = table.insertRow()
      if ('itemDetails' in order) for (const value of [order.createdAt, order['itemDetails']]) row.insertCell().textContent = `${value as string}`
    }
    document.body.append(table)
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  }
  if (wanted === 'all') {
    const rows = await orders.toArray()
    if (rows.length === 0) throw new Error('The baseline holds no rows')
  }
  return performance.now()
}

Object.assign(globalThis, { readBareList: () => bareList })
