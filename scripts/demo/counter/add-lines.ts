import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import { productTypes } from '#schema/rules/merge/reference-rows.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Random } from '../random.ts'

const lineShare = 0.7
/** Minimum labour on an order with a part. */
const leastWork = 15
const worked: ReadonlySet<unknown> = new Set([orderStatusIdByName.Fixed, orderStatusIdByName['Picked up'], orderStatusIdByName['In Progress']])

export type Part = { id: string; name: string; price: number; left: number; isAccessory: boolean }

/**
 * Lines for most orders worked on, whose total is taken as the quote. The part is the matching stock item, used only while its
 * count exceeds the reorder point.
 */
export function addLines(orders: readonly Mutation[], stock: readonly Mutation[], random: Random): Mutation[] {
  const parts = listParts(stock)
  const statusById = readStatuses(orders)
  return orders.flatMap(({ shopId, at, ops }) =>
    ops.flatMap((op): Mutation[] => {
      if (op.action !== 'create' || op.collection !== 'orders' || !worked.has(statusById.get(op.id)) || !random.chance(lineShare)) return []
      const quote = Number(op.values['quotedCost'])
      if (!Number.isInteger(quote)) return []
      const part = parts.find(({ name, price, left }) => name.endsWith(` ${toText(op.values['itemDetails'])}`) && left > 0 && price + leastWork <= quote)
      if (part !== undefined) part.left -= 1
      const lines: Record<string, Json>[] = [
        ...(part === undefined ? [] : [{ kind: 'part', productId: part.id, description: part.name, quantity: 1, unitPrice: part.price, fromStock: true }]),
        { kind: 'labour', description: 'Repair and test', quantity: 1, unitPrice: Math.round((quote - (part?.price ?? 0)) * 100) / 100 },
      ]
      return [
        {
          id: uuidV5('act-lines', op.id),
          shopId,
          at,
          ops: [
            ...lines.map((values, place) => ({
              action: 'create' as const,
              collection: 'order_lines',
              id: uuidV5(`line-${place}`, op.id),
              values: { orderId: op.id, ...values },
            })),
            { action: 'update', collection: 'orders', id: op.id, changes: { quoteFromLines: { from: false, to: true } } },
          ],
        },
      ]
    }),
  )
}

export const toText = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const accessoryId = productTypes.find(({ typeName }) => typeName === 'accessory')?.id

/** What can be sold, and how much of it without falling to its reorder point. */
export function listParts(stock: readonly Mutation[]): Part[] {
  const partById = new Map<string, Part>()
  for (const op of stock.flatMap(({ ops }) => ops)) {
    if (op.collection !== 'products') continue
    if (op.action === 'create') {
      const { name, salePrice, inventoryCount, reorderPoint, typeId } = op.values
      if (typeof salePrice === 'number')
        partById.set(op.id, {
          id: op.id,
          name: toText(name),
          price: salePrice,
          left: Number(inventoryCount) - Number(reorderPoint) - 1,
          isAccessory: typeId === accessoryId,
        })
    } else if (op.action === 'update') {
      const part = partById.get(op.id)
      const { from, to } = op.changes['inventoryCount'] ?? { from: 0, to: 0 }
      if (part !== undefined) part.left += Number(to) - Number(from)
    }
  }
  return [...partById.values()]
}

export function readStatuses(orders: readonly Mutation[]): ReadonlyMap<string, Json> {
  const statusById = new Map<string, Json>()
  for (const op of orders.flatMap(({ ops }): readonly Op[] => ops)) {
    if (op.collection !== 'orders') continue
    if (op.action === 'create') statusById.set(op.id, op.values['orderStatusId'] ?? null)
    if (op.action === 'update' && op.changes['orderStatusId'] !== undefined) statusById.set(op.id, op.changes['orderStatusId'].to)
  }
  return statusById
}
