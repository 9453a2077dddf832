import { isRecord } from '#schema/is-record.ts'
import type { Json } from '#schema/values/merge.ts'

/** A form's stored draft: the typed values, and the row's fields at opening. */
export type FormDraft = {
  values: Record<string, Json>
  opened: Record<string, Json>
  /** The shop to reopen the form in; missing in drafts of the first version. */
  shopId?: string | undefined
}

export function valueToDraft(value: Json | undefined): FormDraft | undefined {
  if (!isRecord(value) || !isRecord(value['values']) || !isRecord(value['opened'])) return undefined
  const { values, opened, shopId } = value
  return { values, opened, ...(typeof shopId === 'string' && { shopId }) }
}

/** Merges a draft into a form's values; fields that the draft lacks, or holds with another type, stay. */
export function withDraft<Values extends Record<string, Json>>(values: Values, kept: Record<string, Json> | undefined): Values {
  const usable = Object.entries(kept ?? {}).filter(([name, value]) => Object.hasOwn(values, name) && typeof value === typeof values[name])
  return { ...values, ...Object.fromEntries(usable) }
}

/** Several forms on one screen share one draft. */
export const nestDrafts = (valuesByForm: Record<string, Record<string, Json>>): FormDraft => ({ values: valuesByForm, opened: {} })

export function splitDraft(draft: FormDraft | undefined, names: readonly string[]): Record<string, FormDraft | undefined> {
  const entries = names.map((name): [string, FormDraft | undefined] => {
    const values = draft?.values[name]
    return [name, isRecord(values) ? { values, opened: {} } : undefined]
  })
  return Object.fromEntries(entries)
}
