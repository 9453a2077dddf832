import { z } from 'zod'
import { estimates } from '#schema/collections/work/estimates.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { isRecord } from '#schema/is-record.ts'
import { sumLines } from '#schema/rules/money/line-totals.ts'
import { type EstimateLine, readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { type LineForm, lineForm } from '#web/features/lines/form.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { toText, type Typed } from '#web/forms/typed-fields.ts'

/** A line as typed, with quantity and price as text. */
export type TypedLine = Pick<LineForm, 'kind' | 'description' | 'quantity' | 'unitPrice' | 'productId'>

const typedNames = ['description', 'quantity', 'unitPrice'] as const

export const emptyTypedLine: TypedLine = { kind: 'part', description: '', quantity: '1', unitPrice: '', productId: '' }

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
      }
    })
  } catch {
    return []
  }
}

const isBlankLine = ({ description, unitPrice }: TypedLine): boolean => description.trim() === '' && unitPrice.trim() === ''

const writtenLines = (text: string): TypedLine[] => readTypedLines(text).filter((line) => !isBlankLine(line))

function typedToLine(typed: TypedLine): EstimateLine {
  const { description, quantity, unitPrice, productId } = lineForm.toValues({ ...lineForm.empty, ...typed })
  const kind = typed.kind === 'labour' || typed.kind === 'other' ? typed.kind : 'part'
  return { kind, description, quantity, unitPrice, ...(typeof productId === 'string' && productId !== '' && { productId }) }
}

export const problemOfLine = (line: TypedLine, name: (typeof typedNames)[number]): string | undefined => lineForm.problemOf(name, line[name])

const isWellTyped = (line: TypedLine): boolean => typedNames.every((name) => problemOfLine(line, name) === undefined)

/** The total of the lines that parse so far. */
export const toTypedTotal = (text: string): number => sumLines(writtenLines(text).filter(isWellTyped).map(typedToLine))

export const linesToTyped = (lines: readonly Pick<EstimateLine, 'kind' | 'description' | 'quantity' | 'unitPrice' | 'productId'>[]): TypedLine[] =>
  lines.map((line) => {
    const { kind, description, quantity, unitPrice, productId } = lineForm.toForm({
      ...lineForm.toShown(emptyOrderLine),
      ...line,
      productId: line.productId ?? null,
    })
    return { kind, description, quantity, unitPrice, productId }
  })

const emptyOrderLine = { kind: 'part', productId: null, description: '', quantity: 1, unitPrice: 0, unitCost: null, fromStock: false } as const

export const orderLinesToTyped = (lines: readonly OrderLine[]): TypedLine[] =>
  linesToTyped(lines.map(({ productId, ...line }) => ({ ...line, ...(productId !== null && { productId }) })))

const linesSchema = z.string().superRefine((text, context) => {
  const lines = writtenLines(text)
  const problems = lines.flatMap((line, index) => typedNames.map((name) => ({ index, message: problemOfLine(line, name) })))
  const first = problems.find(({ message }) => message !== undefined)
  const message =
    first === undefined
      ? estimates.fields.lines.schema.safeParse(lines.map(typedToLine)).error?.issues[0]?.message
      : `Line ${first.index + 1}: ${first.message}`
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

export const estimateForm = defineForm(estimates, {
  lines: {
    empty: '[]',
    typed: linesSchema,
    toTyped: (value) => typedLinesToText(linesToTyped(readEstimateLines(value))),
    toValue: (typed) => JSON.stringify(writtenLines(toText(typed)).filter(isWellTyped).map(typedToLine)),
  },
  note: { inputLabel: 'Note to the customer' },
  validUntil: {
    inputLabel: 'Valid until',
    typed: checkedBy(estimates.fields.validUntil.schema, dayToInstant),
    toTyped: (value) => (typeof value === 'string' ? instantToDay(value) : ''),
    toValue: (typed: Typed) => dayToInstant(toText(typed)) || null,
  },
})

/** The end of that day in the device's time zone. */
function dayToInstant(day: string): string {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}

function instantToDay(instant: string): string {
  const time = new Date(instant)
  const twoDigits = (part: number): string => String(part).padStart(2, '0')
  return `${String(time.getFullYear()).padStart(4, '0')}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`
}

/** The customer's answer as recorded by staff. */
export const answerForm = defineForm(estimates, {
  state: { inputLabel: 'Answer', empty: 'approved' },
  decidedName: { required: 'Who answered is required', inputLabel: 'Who answered' },
  consentNote: { inputLabel: 'How, and from which number' },
})

export type EstimateForm = FormOf<typeof estimateForm>
export type EstimateFormField = keyof EstimateForm
export type AnswerForm = FormOf<typeof answerForm>

export const estimateAddDraftKey = (orderId: string): string => `estimate-add/${orderId}`
