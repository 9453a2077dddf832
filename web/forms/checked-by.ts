import { z } from 'zod'

/** A form's text: checked, and left as it was typed. */
export type TextSchema = z.ZodType<string, string>

/** A text, checked by the schema of the field it becomes, once `read` took it for what it means. */
export const checkedBy = (schema: z.ZodType, read: (text: string) => string = (text) => text): TextSchema =>
  z.string().superRefine((value, context) => addIssues(context, schema.safeParse(read(value))))

/** The same, with words of the form's own where nothing is typed. `isNothing`: else only ''. */
export const neededText = (message: string, schema: z.ZodType, isNothing = (text: string): boolean => text === ''): TextSchema =>
  z.string().superRefine((value, context) => {
    if (isNothing(value)) context.addIssue({ code: 'custom', message })
    else addIssues(context, schema.safeParse(value))
  })

/** The same where nothing has to be typed, as the schema itself would have it. */
export const optionalText = (schema: z.ZodType, isNothing = (text: string): boolean => text === ''): TextSchema =>
  z.string().superRefine((value, context) => {
    if (!isNothing(value)) addIssues(context, schema.safeParse(value))
  })

export const isBlank = (text: string): boolean => text.trim() === ''

function addIssues(context: z.core.$RefinementCtx, { error }: z.ZodSafeParseResult<unknown>): void {
  for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
}
