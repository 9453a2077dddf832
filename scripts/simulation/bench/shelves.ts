import type { Device } from '#web/device/device-types.ts'
import type { Look, Shelf } from '../protocol.ts'

/** What a tablet shows of parts, read as the app's screens read it. */

export async function readShelf(device: Device): Promise<Shelf> {
  const shelf: Shelf = {}
  for (const { id: shopId } of device.sync.bootstrap.get()?.shops ?? []) {
    for (const { id, inventoryCount } of await device.rows.list('products', shopId)) shelf[id] = { count: inventoryCount, withHeld: inventoryCount }
    for (const { productId, quantity, fromStock } of await device.rows.list('order_lines', shopId)) {
      const part = productId === null ? undefined : shelf[productId]
      if (part !== undefined && fromStock) part.withHeld += quantity
    }
  }
  return shelf
}

type Base = { key: string; row: { id: string; inventoryCount?: number } | null }
type Batch = { key: string; rows: Base[] }

/** A record with several of them is newer than one of its own. */
function basesInOrder(records: readonly (Base | Batch)[]): Base[] {
  const batches = records.flatMap((record) => ('rows' in record ? [record] : [])).sort((one, other) => (one.key < other.key ? -1 : 1))
  return [...records.flatMap((record) => ('rows' in record ? [] : [record])), ...batches.flatMap(({ rows }) => rows)]
}

/** `bases`: as the device's own database holds them, one by one or several in a record. */
export async function readCounts(device: Device, bases: readonly unknown[]): Promise<Look['counts']> {
  const counts: Look['counts'] = {}
  for (const { key, row } of basesInOrder(bases as (Base | Batch)[])) {
    if (!key.startsWith('products/') || row === null) continue
    const shown = await device.rows.read('products', row.id)
    if (shown !== undefined) counts[row.id] = { shown: shown.inventoryCount, told: Number(row.inventoryCount) }
  }
  return counts
}
