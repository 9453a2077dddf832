import { orderLines } from '#schema/collections/work/order-lines.ts'
import type { Product } from '#schema/collections/stock/products.ts'
import { wholeStockMessage } from '#schema/rules/inventory/stock-moves.ts'
import type { PriceLine } from '#schema/rules/money/price.ts'
import type { DecimalMark } from '#schema/rules/money/written-amount.ts'
import type { LineKind } from '#schema/values/order-lines/line-kind.ts'
import { findLineIssue, nothingOffMessage } from '#schema/values/order-lines/line-issues.ts'
import { parseQuantity } from '#schema/values/order-lines/quantity.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { amountToShopTyped, readShopAmount, shopWriting } from '#web/inputs/shop-amounts.ts'

const { percent, quantity, unitPrice } = orderLines.fields

/** A quantity has a decimal mark, up to three decimals and no digit grouping: with a decimal comma, 1,500 means 1.5. */
export const toPlainQuantity = (text: string): string => {
  const isDecimalComma = shopWriting().mark === ',' || /^\s*\d*,\d{1,2}\s*$/.test(text)
  return isDecimalComma ? text.trim().replace(',', '.') : text.trim()
}

const toPlainPercent = (text: string): string => toPlainQuantity(text.replace(/\s*%\s*$/, ''))

/** With the shop's decimal mark: '1.5' or '1,5'. */
export const quantityToText = (quantity: number, mark: DecimalMark = shopWriting().mark): string => String(quantity).replace('.', mark)

/** A line as typed. */
export const lineForm = defineForm(orderLines, {
  kind: { empty: 'part' },
  productId: { label: 'Product' },
  description: {},
  quantity: {
    empty: '1',
    typed: checkedBy(quantity.schema, toPlainQuantity),
    toTyped: (value) => (typeof value === 'number' ? quantityToText(value) : ''),
    toValue: (typed) => Number(toPlainQuantity(toText(typed))),
  },
  unitPrice: {},
  unitCost: {},
  fromStock: { label: 'Take from stock' },
  included: { label: 'Belongs to' },
  percent: {
    typed: checkedBy(percent.schema, toPlainPercent),
    toTyped: (value) => (typeof value === 'number' ? quantityToText(value) : ''),
    toValue: (typed) => (toText(typed).trim() === '' ? null : Number(toPlainPercent(toText(typed)))),
  },
  taxRateId: {},
})

/** What is written: a discount is one piece, and takes off an amount or a percentage. */
export function lineToWritten(form: LineForm): LineForm {
  if (form.kind !== 'discount') return { ...form, percent: '' }
  return { ...form, quantity: '1', productId: '', fromStock: false, included: false, ...(form.percent.trim() !== '' && { unitPrice: '0' }) }
}

export type LineForm = FormOf<typeof lineForm>
export type LineFormField = keyof LineForm

export const newLineForm = (kind: LineKind): LineForm => ({ ...lineForm.empty, kind })

export const lineAddDraftKey = (orderId: string): string => `line-add/${orderId}`

/** The fields a product fills in; without a product the line takes nothing from stock. */
export const productToTyped = (product: Product | null): Partial<LineForm> =>
  product === null
    ? { productId: '', fromStock: false }
    : {
        productId: product.id,
        fromStock: true,
        description: product.name,
        unitPrice: product.salePrice === null ? '' : amountToShopTyped(product.salePrice),
        unitCost: product.costPrice === null ? '' : amountToShopTyped(product.costPrice),
      }

/** Checks across fields: a line taken from stock needs a whole quantity, a discount takes something off. */
export function findLineFormIssue(form: LineForm): { fields: LineFormField[]; message: string } | undefined {
  const typed = parseQuantity(toPlainQuantity(form.quantity))
  if (form.fromStock && form.productId !== '' && form.kind !== 'discount' && typed !== null && !Number.isInteger(typed))
    return { fields: ['quantity'], message: wholeStockMessage }
  const line = toTypedLine(form)
  if (line?.kind === 'discount' && line.unitPrice === 0 && (line.percent ?? 0) === 0) return { fields: ['percent', 'unitPrice'], message: nothingOffMessage }
  const issue = line && findLineIssue(line)
  const field = issue && lineForm.toField(String(issue.path))
  return field && { fields: [field], message: issue.message }
}

/** The typed line as a price is made of it; undefined while its numbers do not parse. */
export function toTypedLine(form: LineForm): (PriceLine & { percent: number | null }) | undefined {
  const written = lineToWritten(form)
  const typedQuantity = parseQuantity(toPlainQuantity(written.quantity))
  const typedPrice = unitPrice.schema.safeParse(readShopAmount(written.unitPrice) ?? Number.NaN)
  const typedPercent = percent.schema.safeParse(toPlainPercent(written.percent))
  if (typedQuantity === null || !typedPrice.success || !typedPercent.success) return undefined
  const { kind, included, taxRateId } = written
  return { kind, included, taxRateId: taxRateId || null, quantity: typedQuantity, unitPrice: typedPrice.data, percent: typedPercent.data }
}
