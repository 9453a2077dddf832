import type { Field } from '#schema/field.ts'
import { type CollectionName, collectionByName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import type { FormDraft } from './form-draft.ts'
import { formatDate, formatTime } from '#web/inputs/time/time.ts'
import { t } from '#web/forms/forms-texts.ts'

/** The typed changes of a form, one line per field, without ids that the user cannot read. */
export function draftToText(collection: CollectionName, { values, opened }: FormDraft): string {
  const fields = collectionByName[collection].fields as Readonly<Record<string, Field>>
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const field = fields[name]
      const isUntouched = Object.hasOwn(opened, name) && asText(opened[name]) === asText(value)
      const text = field === undefined || field.guarded === true ? '' : toWords(field.kind, asText(value))
      return field === undefined || isUntouched || text === '' ? [] : [`${field.label}: ${text}`]
    })
    .join('\n')
}

function toWords(kind: Field['kind'], text: string): string {
  if (kind === 'id') return orderStatusById.get(text)?.statusName ?? ''
  return kind === 'instant' && !Number.isNaN(Date.parse(text)) ? `${formatDate(text)}, ${formatTime(text)}` : text
}

function asText(value: Json | undefined): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return t.yes()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
