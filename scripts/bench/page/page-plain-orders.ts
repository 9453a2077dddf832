import { Dexie } from 'dexie'
import type { WireDocument } from '#schema/collection.ts'
import { pullRows } from './pull-rows.ts'

export type PlainOrders = {
  /** Puts all orders of the server into a plain table and reads them into an array; resolves to their number. */
  fill(): Promise<number>
  /** Milliseconds until so many cards, the orders of each status by their due time, are painted in a column for each. */
  openBoard(statusIds: readonly string[], cardCount: number): Promise<number>
  /** Milliseconds until the first card is painted in the column of another status. */
  moveCard(): Promise<number>
  /** Milliseconds until so many orders have the status, in the array and in the table, with a note of each change, all in one transaction. */
  bulk(count: number, statusId: string): Promise<number>
  /** The same in the array alone. */
  bulkInMemory(count: number, statusId: string): number
}

type Order = WireDocument & { orderStatusId: string; dueTimestamp: string | null; itemDetails: string; issueDescription: string }

const pageRows = 2_000
const database = new Dexie('bench-plain-orders')
database.version(1).stores({ orders: 'id', changes: '++id' })
const orders = database.table<Order, string>('orders')
const changes = database.table<{ orderId: string; from: string; to: string }, number>('changes')

let rows: Order[] = []
let board: { statusIds: readonly string[]; cardCount: number } = { statusIds: [], cardCount: 0 }

/** The baseline of the board and of acts on many orders: all orders in an array, and no rules, no sync, no history. */
const plainOrders: PlainOrders = {
  async fill() {
    await pullRows(database.table(orders.name), 'orders', pageRows)
    rows = await orders.toArray()
    return rows.length
  },

  async openBoard(statusIds, cardCount) {
    const startedAtMs = performance.now()
    board = { statusIds, cardCount }
    await show()
    return performance.now() - startedAtMs
  },

  async moveCard() {
    const startedAtMs = performance.now()
    const index = rows.findIndex(({ orderStatusId }) => board.statusIds.includes(orderStatusId))
    const row = rows[index]
    const to = board.statusIds.find((statusId) => statusId !== row?.orderStatusId)
    if (row === undefined || to === undefined) throw new Error('There is no card to move')
    rows[index] = { ...row, orderStatusId: to }
    await show()
    return performance.now() - startedAtMs
  },

  async bulk(count, statusId) {
    const ids = pickIds(count, statusId)
    const startedAtMs = performance.now()
    const changed = ids.map((id) => change(id, statusId))
    await database.transaction('rw', orders, changes, async () => {
      await orders.bulkPut(changed.map(([, row]) => row))
      await changes.bulkAdd(changed.map(([from, { id }]) => ({ orderId: id, from, to: statusId })))
    })
    return performance.now() - startedAtMs
  },

  bulkInMemory(count, statusId) {
    const ids = pickIds(count, statusId)
    const startedAtMs = performance.now()
    for (const id of ids) change(id, statusId)
    return performance.now() - startedAtMs
  },
}

function pickIds(count: number, statusId: string): string[] {
  const ids = rows.filter(({ orderStatusId }) => orderStatusId !== statusId).slice(0, count)
  if (ids.length < count) throw new Error(`${ids.length} orders have another status, ${count} are needed`)
  return ids.map(({ id }) => id)
}

function change(id: string, statusId: string): [from: string, row: Order] {
  const index = rows.findIndex((row) => row.id === id)
  const before = rows[index]
  if (before === undefined) throw new Error(`There is no order ${id}`)
  const row = { ...before, orderStatusId: statusId }
  rows[index] = row
  return [before.orderStatusId, row]
}

async function show(): Promise<void> {
  const perColumn = Math.ceil(board.cardCount / Math.max(1, board.statusIds.length))
  const columns = board.statusIds.map((statusId) => {
    const held = rows.filter(({ orderStatusId }) => orderStatusId === statusId)
    held.sort((one, other) => (one.dueTimestamp ?? '~').localeCompare(other.dueTimestamp ?? '~'))
    const column = document.createElement('section')
    column.append(`${held.length}`)
    for (const { itemDetails, issueDescription } of held.slice(0, perColumn)) {
      const card = document.createElement('article')
      card.textContent = `${itemDetails} ${issueDescription}`
      column.append(card)
    }
    return column
  })
  document.body.replaceChildren(...columns)
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

Object.assign(globalThis, { readPlainOrders: () => plainOrders })
