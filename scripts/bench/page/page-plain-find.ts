import { Dexie } from 'dexie'
import type { WireDocument } from '#schema/collection.ts'
import { pullRows } from './pull-rows.ts'

export type PlainFind = {
  fill(): Promise<number>
  /** Milliseconds until all rows are in arrays and a first answer is painted. */
  open(typed: string): Promise<number>
  find(typed: string): Promise<number>
}

const searched = {
  orders: ['itemDetails', 'issueDescription', 'orderNotes', 'additionalRequests', 'number'],
  customers: ['name', 'phone', 'alternatePhone', 'email'],
  products: ['name', 'sku'],
} as const

const names = ['orders', 'customers', 'products'] as const
const shownRows = 18

const database = new Dexie('bench-plain-find')
database.version(1).stores({ orders: 'id', customers: 'id', products: 'id' })
let rows: { row: WireDocument; fields: readonly string[] }[] = []

/** Baseline of the global search: folds every field of every row at each key; no typo tolerance. */
const plainFind: PlainFind = {
  async fill() {
    let count = 0
    for (const collection of names) count += await pullRows(database.table(collection), collection)
    return count
  },

  async open(typed) {
    const startedAtMs = performance.now()
    rows = []
    for (const collection of names) for (const row of await database.table<WireDocument>(collection).toArray()) rows.push({ row, fields: searched[collection] })
    await show(typed)
    return performance.now() - startedAtMs
  },

  async find(typed) {
    const startedAtMs = performance.now()
    await show(typed)
    return performance.now() - startedAtMs
  },
}

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const fold = (value: unknown): string =>
  toText(value)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

async function show(typed: string): Promise<void> {
  const words = fold(typed).split(' ')
  const found = rows.filter(({ row, fields }) => {
    const text = fields.map((name) => fold((row as Record<string, unknown>)[name])).join('\n')
    return words.every((word) => text.includes(word))
  })
  const list = document.createElement('ul')
  for (const { row, fields } of found.slice(0, shownRows)) {
    const item = document.createElement('li')
    item.textContent = fields.map((name) => toText((row as Record<string, unknown>)[name])).join(' ')
    list.append(item)
  }
  document.body.replaceChildren(list)
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

Object.assign(globalThis, { readPlainFind: () => plainFind })
