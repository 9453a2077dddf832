import type { Device } from '#web/device/device-types.ts'
import type { Look, Shelf, ShelfLine } from '../protocol.ts'

/** What a tablet shows of parts, read as the app's screens read it. */

/** `bases`: as the device's own database holds them, one by one or several in a record. */
export async function readShelf(device: Device, bases: readonly unknown[]): Promise<Shelf> {
  const shelf: Shelf = { parts: {}, lines: {}, told: {}, waiting: {} }
  for (const { id: shopId } of device.sync.bootstrap.get()?.shops ?? []) {
    for (const { id, inventoryCount } of await device.rows.list('products', shopId)) shelf.parts[id] = { count: inventoryCount, withHeld: inventoryCount }
    for (const row of await device.rows.list('order_lines', shopId)) {
      const line = toShelfLine(row)
      shelf.lines[row.id] = line
      const part = line.partId === null ? undefined : shelf.parts[line.partId]
      if (part !== undefined) part.withHeld += line.quantity
    }
  }
  for (const { key, row } of basesInOrder(bases as (Base | Batch)[])) {
    const [collection, id = ''] = key.split('/')
    if (collection === 'order_lines') shelf.told[id] = row && toShelfLine(row as unknown as LineRow)
  }
  for (const { mutationId, ops } of device.outbox.waiting.get()) {
    for (const { collection, id } of ops) if (collection === 'order_lines') (shelf.waiting[id] ??= []).push(mutationId)
  }
  return shelf
}

type LineRow = { orderId: string; productId: string | null; fromStock: boolean; quantity: number; seq: number }

const toShelfLine = ({ orderId, productId, fromStock, quantity, seq }: LineRow): ShelfLine => ({ orderId, partId: fromStock ? productId : null, quantity, seq })

type Base = { key: string; row: { id: string; inventoryCount?: number } | null }
type Batch = { key: string; rows: Base[] }

/** A record with several of them is newer than one of its own. */
function basesInOrder(records: readonly (Base | Batch)[]): Base[] {
  const batches = records.flatMap((record) => ('rows' in record ? [record] : [])).sort((one, other) => (one.key < other.key ? -1 : 1))
  return [...records.flatMap((record) => ('rows' in record ? [] : [record])), ...batches.flatMap(({ rows }) => rows)]
}

export async function readCounts(device: Device, bases: readonly unknown[]): Promise<Look['counts']> {
  const counts: Look['counts'] = {}
  for (const { key, row } of basesInOrder(bases as (Base | Batch)[])) {
    if (!key.startsWith('products/') || row === null) continue
    const shown = await device.rows.read('products', row.id)
    if (shown !== undefined) counts[row.id] = { shown: shown.inventoryCount, told: Number(row.inventoryCount) }
  }
  return counts
}
