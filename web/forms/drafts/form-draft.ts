import { isRecord } from '#schema/is-record.ts'
import type { Json } from '#schema/values/merge.ts'

/** What a form keeps on the device: the values as typed, and the row's fields as they were when the form was opened. */
export type FormDraft = {
  values: Record<string, Json>
  opened: Record<string, Json>
  /** Where the form can be opened again; drafts of the first version lack it. */
  shopId?: string | undefined
}

/** A stored draft, if it is one. */
export function valueToDraft(value: Json | undefined): FormDraft | undefined {
  if (!isRecord(value) || !isRecord(value['values']) || !isRecord(value['opened'])) return undefined
  const { values, opened, shopId } = value
  return { values, opened, ...(typeof shopId === 'string' && { shopId }) }
}

/** A form's values with those of a draft put in; a field that the draft lacks, or holds as something else, stays as it is. */
export function withDraft<Values extends Record<string, Json>>(values: Values, kept: Record<string, Json> | undefined): Values {
  const usable = Object.entries(kept ?? {}).filter(([name, value]) => Object.hasOwn(values, name) && typeof value === typeof values[name])
  return { ...values, ...Object.fromEntries(usable) }
}

/** Several forms on one screen keep one draft. */
export const nestDrafts = (valuesByForm: Record<string, Record<string, Json>>): FormDraft => ({ values: valuesByForm, opened: {} })

/** The drafts of the forms that `nestDrafts` put together. */
export function splitDraft(draft: FormDraft | undefined, names: readonly string[]): Record<string, FormDraft | undefined> {
  const entries = names.map((name): [string, FormDraft | undefined] => {
    const values = draft?.values[name]
    return [name, isRecord(values) ? { values, opened: {} } : undefined]
  })
  return Object.fromEntries(entries)
}
