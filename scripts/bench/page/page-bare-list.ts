import { Dexie } from 'dexie'
import type { WireDocument } from '#schema/collection.ts'
import { pullRows } from './pull-rows.ts'

export type BareList = {
  fill(): Promise<number>
  /** Milliseconds from page load until all stored orders are in an array; only with `?all` in the address. */
  read: Promise<number>
}

const database = new Dexie('bench-bare-list')
database.version(1).stores({ orders: 'id, createdAt' })
const orders = database.table<WireDocument, string>('orders')

/** Baseline of a reload: a page without the app that reads all rows into an array. */
const bareList: BareList = {
  fill: () => pullRows(orders, 'orders'),
  read: location.search === '?all' ? readAll() : Promise.resolve(0),
}

async function readAll(): Promise<number> {
  const rows = await orders.toArray()
  if (rows.length === 0) throw new Error('The baseline holds no rows')
  return performance.now()
}

Object.assign(globalThis, { readBareList: () => bareList })
