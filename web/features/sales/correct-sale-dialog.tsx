import { useMemo } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { useRowsById } from '#web/device/react/use-answers.ts'
import type { RefusedSource } from '#web/forms/drafts/refused-source.ts'
import { amountToShopTyped, shopWriting } from '#web/inputs/shop-amounts.ts'
import { type BasketItem, type SaleForm, writeItems } from './basket.ts'
import type { SoldValues } from './refused-sale.ts'
import { SellDialog } from './sell-dialog.tsx'

type CorrectSaleProps = { shopId: string; onClose: () => void; refused: RefusedSource; sold: SoldValues }

/** Sell, filled with a sale that the server refused. Its money is taken anew, as the total may change; saving replaces the refused sale. */
export function CorrectSaleDialog({ sold, refused, ...request }: CorrectSaleProps) {
  const productIds = useMemo(() => sold.lines.flatMap(({ productId }) => (typeof productId === 'string' ? [productId] : [])), [sold])
  const products = useRowsById('products', request.shopId, productIds)
  const values = useMemo(() => products && soldToForm(sold, products), [sold, products])
  return values === undefined ? null : <SellDialog {...request} refused={{ ...refused, draft: { values, opened: {} } }} />
}

function soldToForm({ order, lines }: SoldValues, products: readonly Product[]): SaleForm {
  const discount = lines.find(({ kind }) => kind === 'discount')
  const items = lines.flatMap(({ productId, description, quantity, unitPrice, unitCost }): BasketItem[] => {
    if (typeof productId !== 'string') return []
    const product = products.find(({ id }) => id === productId)
    return [
      {
        productId,
        description: toText(description ?? null),
        quantity: toTyped(quantity),
        unitPrice: typeof unitPrice === 'number' ? amountToShopTyped(unitPrice) : '',
        unitCost: typeof unitCost === 'number' ? unitCost : null,
        taxRateId: product?.taxRateId ?? null,
      },
    ]
  })
  return { items: writeItems(items), discount: discount === undefined ? '' : discountToTyped(discount), customerId: toText(order['customerId'] ?? null) }
}

const discountToTyped = ({ percent, unitPrice }: SoldValues['lines'][number]): string =>
  typeof percent === 'number' ? `${toTyped(percent)}%` : typeof unitPrice === 'number' ? amountToShopTyped(unitPrice) : ''

const toTyped = (value: unknown): string => (typeof value === 'number' ? String(value).replace('.', shopWriting().mark) : '')
