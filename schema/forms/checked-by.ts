import { z } from 'zod'

/** A form's text, checked by the schema of the field it becomes, once `read` took it for what it means; the text itself stays as typed. */
export const checkedBy = (schema: z.ZodType, read: (text: string) => string = (text) => text) =>
  z.string().superRefine((value, context) => {
    const result = schema.safeParse(read(value))
    if (result.success) return
    for (const { message } of result.error.issues) context.addIssue({ code: 'custom', message })
  })

/** '' of an emptied input is null in a row (AMB-144). */
export const textToNullable = (text: string): string | null => (text === '' ? null : text)

/** Fields whose values differ, with the values of `after`. Both hold the same keys. */
export function pickChanges<Values extends Record<string, unknown>>(before: Values, after: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const key of Object.keys(after) as (keyof Values)[]) if (before[key] !== after[key]) changes[key] = after[key]
  return changes
}
