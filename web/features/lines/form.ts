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

/** A quantity has a decimal mark, up to three decimals and no digit grouping: with a decimal comma, 1,500 means 1.5. */
const toPlainQuantity = (text: string, mark: DecimalMark): string => (mark === ',' ? text.trim().replace(',', '.') : text.trim())

/** With the reader's decimal mark: '1.5' or '1,5'. */
export const quantityToText = (quantity: number, mark: DecimalMark = decimalMark): string => String(quantity).replace('.', mark)

/** A line as typed, with numbers that use the decimal mark `mark`. */
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

/** The fields a product fills in; without a product the line takes nothing from stock. */
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

/** A check across fields: a line taken from stock needs a whole quantity. */
export function findStockIssue(form: LineForm, mark: DecimalMark = decimalMark): string | undefined {
  const typed = parseQuantity(toPlainQuantity(form.quantity, mark))
  return form.fromStock && form.productId !== '' && typed !== null && !Number.isInteger(typed) ? wholeStockMessage : undefined
}

/** The total of the typed values; undefined while they do not parse. */
export function toTypedTotal(form: Pick<LineForm, 'quantity' | 'unitPrice'>, mark: DecimalMark = decimalMark): number | undefined {
  const typedQuantity = parseQuantity(toPlainQuantity(form.quantity, mark))
  const typedPrice = unitPrice.schema.safeParse(typedAmountToPlain(form.unitPrice, mark))
  return typedQuantity === null || !typedPrice.success ? undefined : toLineTotal({ quantity: typedQuantity, unitPrice: typedPrice.data })
}
