import type { Path, UseFormReturn } from 'react-hook-form'
import { AppError } from '#schema/errors.ts'
import type { Json } from '#schema/values/merge.ts'

/** Shows the server's issues under their fields and focuses the first. */
export function setFieldErrors<Form extends Record<string, Json>>(form: UseFormReturn<Form>, fields: Form, error: unknown): void {
  const issues = (error instanceof AppError ? error.issues : undefined) ?? []
  let shouldFocus = true
  for (const { path, message } of issues) {
    const name = pathToField(path)
    if (!Object.hasOwn(fields, name)) continue
    form.setError(name as Path<Form>, { message }, { shouldFocus })
    shouldFocus = false
  }
}

/** Some requests use snake_case names such as `entity_name`; forms use camelCase. */
export const pathToField = (path: string): string => path.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
