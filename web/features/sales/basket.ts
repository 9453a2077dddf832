import { z } from 'zod'
import type { Product } from '#schema/collections/stock/products.ts'
import type { PriceLine } from '#schema/rules/money/price.ts'
import { readTyped } from '#schema/rules/money/typed-amount.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { isQuantity, parseQuantity } from '#schema/values/order-lines/quantity.ts'
import { isPercent, parsePercent } from '#schema/values/taxes/percent.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { toPlainQuantity } from '#web/features/lines/form.ts'
import { amountToShopTyped, shopWriting } from '#web/inputs/shop-amounts.ts'
import { t } from './sales-texts.ts'
import { soldWords } from '#schema/values/order-kind.ts'

/** An article in the basket; quantity and price as typed. */
export type BasketItem = {
  productId: string
  description: string
  quantity: string
  unitPrice: string
  unitCost: number | null
  /** Of its product. */
  taxRateId: string | null
}

/** What a sale is made of, as typed. `items`: a JSON text, as drafts keep it. `discount`: an amount, or a percentage with its sign. */
export type SaleForm = { items: string; discount: string; customerId: string }

export const saleForm = {
  schema: z.object({ items: z.string(), discount: z.string(), customerId: z.string() }) satisfies z.ZodType<SaleForm, SaleForm>,
  empty: { items: '[]', discount: '', customerId: '' },
  toField: () => undefined,
}

/** Safe: only `writeItems` writes the text. */
export const readItems = (text: string): BasketItem[] => JSON.parse(text) as BasketItem[]

export const writeItems = (items: readonly BasketItem[]): string => JSON.stringify(items)

/** The same article again counts one up; a new one stands last. */
export function addProduct(items: readonly BasketItem[], product: Product): BasketItem[] {
  const known = items.find(({ productId }) => productId === product.id)
  const count = known && parseQuantity(toPlainQuantity(known.quantity))
  if (known !== undefined && count !== null && count !== undefined && isQuantity(count + 1))
    return items.map((item) => (item === known ? { ...item, quantity: String(count + 1).replace('.', shopWriting().mark) } : item))
  const { id, name, salePrice, costPrice, taxRateId } = product
  return [
    ...items,
    {
      productId: id,
      description: name,
      quantity: '1',
      unitPrice: salePrice === null ? '' : amountToShopTyped(salePrice),
      unitCost: costPrice,
      taxRateId,
    },
  ]
}

export type BasketLine = PriceLine & { kind: 'part' | 'discount'; description: string; item?: BasketItem }

/** The lines to sell, or what is wrong with the first that cannot be sold. */
export function toBasketLines({ items: text, discount }: SaleForm): { lines: BasketLine[]; problem?: string } {
  const lines: BasketLine[] = []
  const items = readItems(text)
  for (const item of items) {
    const quantity = parseQuantity(toPlainQuantity(item.quantity))
    if (quantity === null || !Number.isInteger(quantity)) return { lines, problem: t.piecesMissing({ article: item.description }) }
    const { amount, problem } = item.unitPrice.trim() === '' ? { amount: null } : readTyped(item.unitPrice, shopWriting())
    if (amount === null || amount < 0) return { lines, problem: problem ?? t.priceMissing({ article: item.description }) }
    lines.push({ kind: 'part', description: item.description, quantity, unitPrice: amount, productTaxRateId: item.taxRateId, item })
  }
  if (items.length === 0) return { lines, problem: t.scanFirst() }
  if (discount.trim() === '') return { lines }
  const off = readDiscount(discount)
  if (off === undefined) return { lines, problem: t.discountWrong() }
  return { lines: [...lines, { kind: 'discount', description: soldWords.discount, quantity: 1, ...off }] }
}

function readDiscount(typed: string): { unitPrice: number; percent: number | null } | undefined {
  if (typed.trim().endsWith('%')) {
    const percent = parsePercent(toPlainQuantity(typed.replace(/\s*%\s*$/, '')))
    return percent !== null && percent > 0 && isPercent(percent) ? { unitPrice: 0, percent } : undefined
  }
  const { amount } = readTyped(typed, shopWriting())
  return amount !== null && amount > 0 ? { unitPrice: amount, percent: null } : undefined
}

const summaryMax = 200

/** The sale and its lines; the payments come behind them in the same mutation. `ids`: of the order and its lines, ascending. */
export function toSaleOps(
  lines: readonly BasketLine[],
  { orderId, customerId, newId }: { orderId: string; customerId: string; newId: () => string },
): OpInput[] {
  const summary = lines
    .flatMap(({ kind, description, quantity }) => (kind === 'discount' ? [] : [quantity === 1 ? description : `${quantity} × ${description}`]))
    .join(', ')
  return [
    {
      action: 'create',
      collection: 'orders',
      id: orderId,
      values: {
        kind: 'sale',
        customerId: customerId || null,
        orderStatusId: orderStatusIdByName['Picked up'],
        itemDetails: summary.length > summaryMax ? `${summary.slice(0, summaryMax - 1)}…` : summary,
        issueDescription: soldWords.issue,
      },
    },
    ...lines.map(({ kind, description, quantity, unitPrice, percent = null, item }): OpInput => ({
      action: 'create',
      collection: 'order_lines',
      id: newId(),
      values: {
        orderId,
        kind,
        description,
        quantity,
        unitPrice,
        percent,
        productId: item?.productId ?? null,
        unitCost: item?.unitCost ?? null,
        fromStock: item !== undefined,
      },
    })),
  ]
}
