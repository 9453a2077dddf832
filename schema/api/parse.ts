import type { z } from 'zod'
import { AppError, issuesMax, type Issue } from '../errors.ts'

const pathMaxLength = 200

/** The invalid fields, at most twenty. An unknown key is reported with its own path, not its parent's. */
export function zodErrorToIssues(error: z.ZodError): Issue[] {
  const issues: Issue[] = []
  for (const issue of error.issues) {
    const rest = issuesMax - issues.length
    if (rest <= 0) break
    if (issue.code === 'unrecognized_keys')
      issues.push(...issue.keys.slice(0, rest).map((key) => toIssue([...issue.path, key], `Unknown field '${key.slice(0, pathMaxLength)}'`)))
    else issues.push(toIssue(issue.path, issue.message))
  }
  return issues
}

const toIssue = (path: readonly PropertyKey[], message: string): Issue => ({ path: path.join('.').slice(0, pathMaxLength), message })

/** @throws AppError VALIDATION with the message of the first invalid field */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = zodErrorToIssues(parsed.error)
  throw new AppError('VALIDATION', issues[0]?.message, { issues })
}
