import { z } from 'zod'

/** Checks a text and leaves it as it was typed. */
export type TextSchema = z.ZodType<string, string>

/** A text that the schema of its field accepts. `read`: turns what was typed into what that schema takes. */
export const checkedBy = (schema: z.ZodType, read: (text: string) => string = (text) => text): TextSchema =>
  z.string().superRefine((value, context) => addIssues(context, schema.safeParse(read(value))))

/** The same, with a message of the form's own where nothing is typed. `isNothing`: what counts as nothing; by default ''. */
export const neededText = (message: string, schema: z.ZodType, isNothing = (text: string): boolean => text === ''): TextSchema =>
  z.string().superRefine((value, context) => {
    if (isNothing(value)) context.addIssue({ code: 'custom', message })
    else addIssues(context, schema.safeParse(value))
  })

/** The same, or nothing, also where the schema itself demands something. */
export const optionalText = (schema: z.ZodType, isNothing = (text: string): boolean => text === ''): TextSchema =>
  z.string().superRefine((value, context) => {
    if (!isNothing(value)) addIssues(context, schema.safeParse(value))
  })

export const isBlank = (text: string): boolean => text.trim() === ''

function addIssues(context: z.core.$RefinementCtx, { error }: z.ZodSafeParseResult<unknown>): void {
  for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
}
