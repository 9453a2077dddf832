import type { z } from 'zod'
import { AppError, type Issue } from '../errors.ts'

/** The fields at fault. An unknown key is named by itself, not by the object around it. */
export const zodErrorToIssues = (error: z.ZodError): Issue[] =>
  error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: `Unknown field '${key}'` }))
    return [{ path: issue.path.join('.'), message: issue.message }]
  })

/** @throws AppError VALIDATION with the message of the first field at fault, which is what a form shows. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = zodErrorToIssues(parsed.error)
  throw new AppError('VALIDATION', issues[0]?.message, { issues })
}
