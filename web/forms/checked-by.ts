import { z } from 'zod'
import { readTyped, readTypedQuote } from '#schema/rules/money/typed-amount.ts'
import { shopWriting } from '#web/inputs/shop-amounts.ts'

export type TextSchema = z.ZodType<string, string>

/** Accepts a text that the field's schema accepts. `read` converts the typed text to the schema's input. */
export const checkedBy = (schema: z.ZodType, read: (text: string) => string = (text) => text): TextSchema =>
  z.string().superRefine((value, context) => addIssues(context, schema.safeParse(read(value))))

/** As `checkedBy`, with the form's own message for an empty text. `isNothing`: what counts as empty; by default ''. */
export const neededText = (message: string, schema: z.ZodType, isNothing = (text: string): boolean => text === ''): TextSchema =>
  z.string().superRefine((value, context) => {
    if (isNothing(value)) context.addIssue({ code: 'custom', message })
    else addIssues(context, schema.safeParse(value))
  })

/** As `checkedBy`, or empty, even if the schema requires a value. */
export const optionalText = (schema: z.ZodType, isNothing = (text: string): boolean => text === ''): TextSchema =>
  z.string().superRefine((value, context) => {
    if (!isNothing(value)) addIssues(context, schema.safeParse(value))
  })

/** Accepts an amount as the shop writes it that the field's schema accepts. */
export const typedAmount = (schema: z.ZodType): TextSchema =>
  z.string().superRefine((value, context) => {
    const { amount, problem } = readTyped(value, shopWriting())
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    else addIssues(context, schema.safeParse(amount ?? (isBlank(value) ? '' : noNumber)))
  })

const noNumber = 'no number'

/** Accepts a text, or an amount that the shop's currency can hold. */
export const typedQuote = (schema: z.ZodType): TextSchema =>
  z.string().superRefine((value, context) => {
    const { quote, problem } = readTypedQuote(value, shopWriting())
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    else addIssues(context, schema.safeParse(quote))
  })

export const isBlank = (text: string): boolean => text.trim() === ''

function addIssues(context: z.core.$RefinementCtx, { error }: z.ZodSafeParseResult<unknown>): void {
  for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
}
