import type { Field } from '../../field.ts'

type Values = Readonly<Record<string, unknown>>

export const holdsParent = (row: Values, { onParentDelete, unless }: { onParentDelete: string; unless: string | undefined }): boolean =>
  onParentDelete === 'refuse' && (unless === undefined || row[unless] !== true)

/**
 * Unchanged references that must lead to a living row again, because the flag that permitted deleting their target was
 * cleared: a product that is no longer archived needs a category.
 */
export function findHeldAgain(fields: Readonly<Record<string, Pick<Field, 'reference'>>>, before: Values, after: Values): string[] {
  return Object.entries(fields).flatMap(([name, { reference }]) => {
    const rule = reference?.onParentDelete
    if (rule?.action !== 'refuse' || rule.unless === undefined) return []
    return before[rule.unless] === true && after[rule.unless] !== true ? [name] : []
  })
}
