import { isLowStock } from './category-tree-rows.ts'

type Line = {
  id: string
  orderId: string
  productId: string | null
  description: string
  quantity: number
  unitCost: number | null
  supplierId: string | null
}

type Product = {
  id: string
  name: string
  supplierId: string | null
  inventoryCount: number
  reorderPoint: number
  costPrice: number | null
  archived: boolean
}

/** Something to buy of a supplier: for a repair, or because the shelf is low. */
export type PartToBuy = {
  key: string
  supplierId: string | null
  productId: string | null
  description: string
  quantity: number
  unitCost: number | null
  /** The order's line that waits for it. */
  line: { id: string; orderId: string } | null
}

type Given = {
  /** Lines of orders that are to be ordered. */
  lines: readonly Line[]
  products: readonly Product[]
  /** Lines of purchases that are not received yet. */
  onTheWay: readonly { productId: string | null; quantity: number; received: number }[]
}

/** What is to buy, by supplier; null for parts without one. Products that are low are filled up to their reorder point and one more. */
export function findPartsToBuy({ lines, products, onTheWay }: Given): Map<string | null, PartToBuy[]> {
  const productById = new Map(products.map((product) => [product.id, product]))
  const comingById = new Map<string, number>()
  for (const { productId, quantity, received } of onTheWay)
    if (productId !== null) comingById.set(productId, (comingById.get(productId) ?? 0) + quantity - received)
  const ofLines = lines.map(({ id, orderId, productId, description, quantity, unitCost, supplierId }): PartToBuy => {
    const product = productById.get(productId ?? '')
    return {
      key: id,
      supplierId: supplierId ?? product?.supplierId ?? null,
      productId,
      description,
      quantity: Math.ceil(quantity),
      unitCost: unitCost ?? product?.costPrice ?? null,
      line: { id, orderId },
    }
  })
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of ofLines) if (productId !== null) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  const ofShelf = products.filter(isLowStock).flatMap((product): PartToBuy[] => {
    const coming = (comingById.get(product.id) ?? 0) + (wanted.get(product.id) ?? 0)
    const quantity = product.reorderPoint + 1 - product.inventoryCount - coming
    const { id, supplierId, name, costPrice } = product
    return quantity <= 0 ? [] : [{ key: id, supplierId, productId: id, description: name, quantity, unitCost: costPrice, line: null }]
  })
  return Map.groupBy([...ofLines, ...ofShelf], ({ supplierId }) => supplierId)
}
