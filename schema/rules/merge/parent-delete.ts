import type { Field } from '../../field.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a living row prevents the deletion of the row that it points at. */
export const holdsParent = (row: Values, { onParentDelete, unless }: { onParentDelete: string; unless: string | undefined }): boolean =>
  onParentDelete === 'refuse' && (unless === undefined || row[unless] !== true)

/**
 * Names of references that the change does not touch, but that must lead to a living row again: a row whose flag had allowed the
 * deletion of its parent needs a parent from now on, such as the category of a product that is no longer archived.
 */
export function findHeldAgain(fields: Readonly<Record<string, Pick<Field, 'reference'>>>, before: Values, after: Values): string[] {
  return Object.entries(fields).flatMap(([name, { reference }]) => {
    const rule = reference?.onParentDelete
    if (rule?.action !== 'refuse' || rule.unless === undefined) return []
    return before[rule.unless] === true && after[rule.unless] !== true ? [name] : []
  })
}
