import { orderLines } from '#schema/collections/work/order-lines.ts'
import type { Product } from '#schema/collections/stock/products.ts'
import { wholeStockMessage } from '#schema/rules/inventory/stock-moves.ts'
import { type DecimalMark, typedAmountToPlain } from '#schema/rules/money/typed-amount.ts'
import { toLineTotal } from '#schema/rules/money/line-totals.ts'
import type { LineKind } from '#schema/values/order-lines/line-kind.ts'
import { parseQuantity } from '#schema/values/order-lines/quantity.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { amountToTyped, toText, type Typed } from '#web/forms/typed-fields.ts'
import { decimalMark } from '#web/inputs/decimal-mark.ts'

const { quantity, unitCost, unitPrice } = orderLines.fields

const price = (schema: typeof unitPrice.schema | typeof unitCost.schema, mark: DecimalMark) => ({
  typed: checkedBy(schema, (text) => typedAmountToPlain(text, mark)),
  toTyped: (value: unknown) => (typeof value === 'number' ? amountToTyped(value) : ''),
})

const toNumber = (typed: Typed, mark: DecimalMark): number => Number(typedAmountToPlain(toText(typed), mark))

/** Quantities have a mark and up to three digits behind it: thousands are not grouped, so that 1,500 of a comma's reader is one and a half. */
const toPlainQuantity = (text: string, mark: DecimalMark): string => (mark === ',' ? text.trim().replace(',', '.') : text.trim())

/** As the reader writes it: '1.5', '1,5'. */
export const quantityToText = (quantity: number, mark: DecimalMark = decimalMark): string => String(quantity).replace('.', mark)

/** A line as it is typed, with numbers as people write them with `mark`. */
export const defineLineForm = (mark: DecimalMark) =>
  defineForm(orderLines, {
    kind: { empty: 'part' },
    productId: { label: 'Product' },
    description: {},
    quantity: {
      empty: '1',
      typed: checkedBy(quantity.schema, (text) => toPlainQuantity(text, mark)),
      toTyped: (value) => (typeof value === 'number' ? quantityToText(value, mark) : ''),
      toValue: (typed) => Number(toPlainQuantity(toText(typed), mark)),
    },
    unitPrice: { ...price(unitPrice.schema, mark), toValue: (typed) => toNumber(typed, mark) },
    unitCost: { ...price(unitCost.schema, mark), toValue: (typed) => (toText(typed).trim() === '' ? null : toNumber(typed, mark)) },
    fromStock: { label: 'Take from stock' },
  })

export const lineForm = defineLineForm(decimalMark)

export type LineForm = FormOf<typeof lineForm>
export type LineFormField = keyof LineForm

export const newLineForm = (kind: LineKind): LineForm => ({ ...lineForm.empty, kind })

export const lineAddDraftKey = (orderId: string): string => `line-add/${orderId}`

export const kindToText: Readonly<Record<string, string>> = { part: 'Part', labour: 'Labour', other: 'Other' }

/** What a chosen product says of its line; an emptied choice takes nothing from stock. */
export const productToTyped = (product: Product | null): Partial<LineForm> =>
  product === null
    ? { productId: '', fromStock: false }
    : {
        productId: product.id,
        fromStock: true,
        description: product.name,
        unitPrice: product.salePrice === null ? '' : amountToTyped(product.salePrice),
        unitCost: product.costPrice === null ? '' : amountToTyped(product.costPrice),
      }

/** What the form's own fields cannot say each by itself: counts are of whole pieces. */
export function findStockIssue(form: LineForm, mark: DecimalMark = decimalMark): string | undefined {
  const typed = parseQuantity(toPlainQuantity(form.quantity, mark))
  return form.fromStock && form.productId !== '' && typed !== null && !Number.isInteger(typed) ? wholeStockMessage : undefined
}

/** The total of what is typed; undefined while it is none. */
export function toTypedTotal(form: Pick<LineForm, 'quantity' | 'unitPrice'>, mark: DecimalMark = decimalMark): number | undefined {
  const typedQuantity = parseQuantity(toPlainQuantity(form.quantity, mark))
  const typedPrice = unitPrice.schema.safeParse(typedAmountToPlain(form.unitPrice, mark))
  return typedQuantity === null || !typedPrice.success ? undefined : toLineTotal({ quantity: typedQuantity, unitPrice: typedPrice.data })
}
