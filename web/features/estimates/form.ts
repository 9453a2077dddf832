import { z } from 'zod'
import { estimates } from '#schema/collections/work/estimates.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { isRecord } from '#schema/is-record.ts'
import { type EstimatePricing, noEstimatePricing, toOfferedPrice } from '#schema/rules/estimates/estimate-states.ts'
import { type EstimateLine, readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { type LineForm, lineForm, lineToWritten } from '#web/features/lines/form.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { dayToInstant, instantToDay } from '#web/forms/typed-day.ts'
import { toText, type Typed } from '#web/forms/typed-fields.ts'
import { t } from './estimates-texts.ts'

/** A line as typed, with quantity and price as text. */
export type TypedLine = Pick<LineForm, 'kind' | 'description' | 'quantity' | 'unitPrice' | 'productId' | 'percent' | 'taxRateId'> & { lineId: string }

const typedNames = ['description', 'quantity', 'unitPrice', 'percent'] as const

export const emptyTypedLine: TypedLine = { kind: 'part', description: '', quantity: '1', unitPrice: '', productId: '', percent: '', taxRateId: '', lineId: '' }

/** The lines are one field of the row, so the form and its draft hold them as one JSON text. */
export const typedLinesToText = (lines: readonly TypedLine[]): string => JSON.stringify(lines)

export function readTypedLines(text: string): TypedLine[] {
  try {
    const lines: unknown = JSON.parse(text)
    if (!Array.isArray(lines)) return []
    return lines.filter(isRecord).map((line) => {
      // A refused change holds numbers instead of typed text.
      const [ofRow] = typeof line['quantity'] === 'number' ? linesToTyped([line as EstimateLine]) : []
      if (ofRow !== undefined) return ofRow
      const textOf = (name: keyof TypedLine): string => (typeof line[name] === 'string' ? line[name] : emptyTypedLine[name])
      return {
        kind: textOf('kind'),
        description: textOf('description'),
        quantity: textOf('quantity'),
        unitPrice: textOf('unitPrice'),
        productId: textOf('productId'),
        percent: textOf('percent'),
        taxRateId: textOf('taxRateId'),
        lineId: textOf('lineId'),
      }
    })
  } catch {
    return []
  }
}

const isBlankLine = ({ description, unitPrice }: TypedLine): boolean => description.trim() === '' && unitPrice.trim() === ''

const writtenLines = (text: string): TypedLine[] => readTypedLines(text).filter((line) => !isBlankLine(line))

function typedToLine(typed: TypedLine): EstimateLine {
  const { lineId, ...form } = typed
  const { kind, description, quantity, unitPrice, productId, percent, taxRateId } = lineForm.toValues(lineToWritten({ ...lineForm.empty, ...form }))
  return {
    kind,
    description,
    quantity,
    unitPrice,
    ...(productId !== null && { productId }),
    ...(percent !== null && { percent }),
    ...(taxRateId !== null && { taxRateId }),
    ...(lineId !== '' && { lineId }),
  }
}

export const problemOfLine = (line: TypedLine, name: (typeof typedNames)[number]): string | undefined => lineForm.problemOf(name, line[name])

const isWellTyped = (line: TypedLine): boolean => typedNames.every((name) => problemOfLine(line, name) === undefined)

/** The total of the lines that parse so far. */
export const toTypedTotal = (text: string, pricing: EstimatePricing = noEstimatePricing): number =>
  toOfferedPrice(writtenLines(text).filter(isWellTyped).map(typedToLine), pricing).total ?? 0

export const linesToTyped = (lines: readonly EstimateLine[]): TypedLine[] =>
  lines.map((line) => {
    const { kind, description, quantity, unitPrice, productId, percent, taxRateId } = lineForm.toForm({
      ...lineForm.toShown(emptyOrderLine),
      ...line,
      productId: line.productId ?? null,
      percent: line.percent ?? null,
      taxRateId: line.taxRateId ?? null,
    })
    return { kind, description, quantity, unitPrice, productId, percent, taxRateId, lineId: line.lineId ?? '' }
  })

const emptyOrderLine = {
  kind: 'part',
  productId: null,
  description: '',
  quantity: 1,
  unitPrice: 0,
  unitCost: null,
  fromStock: false,
  included: false,
  percent: null,
  taxRateId: null,
} as const

/** The charged lines, each of which an approval changes. */
export const orderLinesToTyped = (lines: readonly OrderLine[]): TypedLine[] =>
  linesToTyped(
    lines
      .filter(({ included }) => !included)
      .toSorted((one, other) => (one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id) ? -1 : 1))
      .map(({ id, kind, description, quantity, unitPrice, productId, percent, taxRateId }) => ({
        kind,
        description,
        quantity,
        unitPrice,
        productId: productId ?? undefined,
        percent: percent ?? undefined,
        taxRateId: taxRateId ?? undefined,
        lineId: id,
      })),
  )

const linesSchema = z.string().superRefine((text, context) => {
  const lines = writtenLines(text)
  const problems = lines.flatMap((line, index) => typedNames.map((name) => ({ index, message: problemOfLine(line, name) })))
  const first = problems.find(({ message }) => message !== undefined)
  const message =
    first === undefined
      ? estimates.fields.lines.schema.safeParse(lines.map(typedToLine)).error?.issues[0]?.message
      : t.lineProblem({ line: first.index + 1, problem: first.message ?? '' })
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

export const estimateForm = defineForm(estimates, {
  lines: {
    empty: '[]',
    typed: linesSchema,
    toTyped: (value) => typedLinesToText(linesToTyped(readEstimateLines(value))),
    toValue: (typed) => JSON.stringify(writtenLines(toText(typed)).filter(isWellTyped).map(typedToLine)),
  },
  note: { inputLabel: t.noteLabel() },
  validUntil: {
    inputLabel: t.validLabel(),
    typed: checkedBy(estimates.fields.validUntil.schema, dayToInstant),
    toTyped: (value) => (typeof value === 'string' ? instantToDay(value) : ''),
    toValue: (typed: Typed) => dayToInstant(toText(typed)) || null,
  },
})

/** The customer's answer as recorded by staff. */
export const answerForm = defineForm(estimates, {
  state: { inputLabel: t.answer(), empty: 'approved' },
  decidedName: { required: t.whoMissing(), inputLabel: t.who() },
  consentNote: { inputLabel: t.how() },
})

export type EstimateForm = FormOf<typeof estimateForm>
export type EstimateFormField = keyof EstimateForm
export type AnswerForm = FormOf<typeof answerForm>

export const estimateAddDraftKey = (orderId: string): string => `estimate-add/${orderId}`
