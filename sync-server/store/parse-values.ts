import type { z } from 'zod'
import { AppError, type Issue } from '#schema/errors.ts'
import type { Json } from '#schema/rules/merge.ts'
import { nounOf } from './context.ts'
import type { Table } from './table.ts'

/** Drops what a client may send but never sets; a foreign shopId is refused rather than passed over. */
export function dropIgnoredKeys<Value>(table: Table, shopId: string, values: Readonly<Record<string, Value>>, valueToJson: (value: Value) => Json | undefined): Record<string, Value> {
  const kept: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name === 'shopId' && valueToJson(value) !== shopId) throw new AppError('VALIDATION', 'Shop is not valid', { issues: [{ path: 'shopId', message: 'Shop is not valid' }] })
    if (!table.ignoredKeys.has(name)) kept[name] = value
  }
  return kept
}

/** VALIDATION with one issue per field at fault; the message is the first issue's. */
export function parseValues(table: Table, shape: z.ZodType<Record<string, unknown>>, values: Record<string, unknown>): Record<string, unknown> {
  const parsed = shape.safeParse(values)
  if (parsed.success) return parsed.data
  throw issuesToError(parsed.error.issues.flatMap((issue) => zodIssueToIssues(issue, (key) => `${nounOf(table)} has no field '${key}'`)))
}

export function issuesToError(issues: Issue[]): AppError {
  return new AppError('VALIDATION', issues[0]?.message, { issues })
}

export function zodIssueToIssues(issue: z.core.$ZodIssue, toUnknownMessage: (key: string) => string): Issue[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: toUnknownMessage(key) }))
  return [{ path: path.join('.'), message: issue.message }]
}
