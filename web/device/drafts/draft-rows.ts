import { isRecord } from '#schema/is-record.ts'
import type { Json } from '#schema/values/merge.ts'

/** Removes row values that the user did not change from the draft of a form of a lost shop. */
export function withoutRow(value: Json, isLost: (shopId: string) => boolean): Json {
  if (!isRecord(value)) return value
  const { opened, shopId, values } = value
  if (typeof shopId !== 'string' || !isLost(shopId) || !isRecord(opened) || !isRecord(values) || Object.keys(opened).length === 0) return value
  const typed = Object.entries(values).filter(([name, now]) => !Object.hasOwn(opened, name) || fieldToText(now) !== fieldToText(opened[name]))
  return { ...value, values: Object.fromEntries(typed), opened: {} }
}

/** Forms show a missing value as an empty text. */
const fieldToText = (value: Json | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
