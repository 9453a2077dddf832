import type { Json } from '#schema/values/merge.ts'
import { html, inline, type Html } from './html.ts'
import { isJsonObject, type JsonObject } from './json-shapes.ts'

const refToName = (ref: Json | undefined): string => (typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : '')

export const shapeAnchor = (name: string): string => `shape-${name}`

const toSchema = (json: Json | undefined): JsonObject => (isJsonObject(json) ? json : {})

const join = (parts: readonly Html[], between: Html): Html[] => parts.flatMap((part, place) => (place === 0 ? [part] : [between, part]))

/** 'list of Order', 'text (uuid) or null'. */
export function schemaToType(schema: JsonObject): Html {
  const { $ref, anyOf, oneOf, type, items, enum: values, format } = schema
  if ($ref !== undefined) return html`<a href="#${shapeAnchor(refToName($ref))}">${refToName($ref)}</a>`
  const options = [anyOf, oneOf].find(Array.isArray)
  if (options)
    return html`${join(
      options.map((option) => schemaToType(toSchema(option))),
      html` or `,
    )}`
  if (Array.isArray(values))
    return html`${join(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      html` or `,
    )}`
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`
  const types = [type].flat().filter((name) => typeof name === 'string')
  if (types.length === 0) return html`any JSON`
  return html`${join(
    types.map((name) => typeToText(name, toSchema(items), format)),
    html` or `,
  )}`
}

function typeToText(type: string, items: JsonObject, format: Json | undefined): Html {
  if (type === 'array') return html`list of ${schemaToType(items)}`
  if (type === 'string') return typeof format === 'string' ? html`${formatTexts[format] ?? `text (${format})`}` : html`text`
  return html`${typeTexts[type] ?? type}`
}

const typeTexts: Readonly<Record<string, string>> = { integer: 'whole number', boolean: 'true or false', null: 'null' }
const formatTexts: Readonly<Record<string, string>> = { uuid: 'id', 'date-time': 'instant', date: 'day', email: 'email address' }

/** Limits and words beside the type. */
export function schemaToNotes(schema: JsonObject): Html {
  const parts = [schema, ...[schema['anyOf'], schema['oneOf']].flat().map(toSchema)]
  const limits = [...new Set(parts.flatMap(schemaToLimits))].join(', ')
  const words = typeof schema['description'] === 'string' ? inline(schema['description']) : []
  return html`${limits}${limits !== '' && words.length > 0 ? '. ' : ''}${words}`
}

function schemaToLimits({ minLength, maxLength, minimum, maximum, minItems, maxItems, default: initial }: JsonObject): string[] {
  const range = (least: Json | undefined, most: Json | undefined, unit: string): string[] => {
    if (least === undefined && most === undefined) return []
    if (most === undefined) return [`at least ${toAmount(least)}${unit}`]
    return [least === undefined || least === 0 ? `at most ${toAmount(most)}${unit}` : `${toAmount(least)} to ${toAmount(most)}${unit}`]
  }
  return [
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...(minItems === 1 && maxItems === undefined ? ['not empty'] : range(minItems, maxItems, ' entries')),
    ...(initial === undefined || initial === '' ? [] : [`without it ${JSON.stringify(initial)}`]),
  ]
}

const toAmount = (value: Json | undefined): string => Number(value).toLocaleString('en-US')

export type FieldRow = { name: string; required: boolean; schema: JsonObject; notes?: Html }

/** Direction of a shape: fields that are sent are marked when required, fields that are answered when they may be missing. */
export type FieldsOf = 'sent' | 'answered'

const markOf = (required: boolean, of: FieldsOf): Html | undefined => {
  if (of === 'sent') return required ? html`<span class="mark required">required</span>` : undefined
  return required ? undefined : html`<span class="mark">may be missing</span>`
}

export const fieldList = (rows: readonly FieldRow[], of: FieldsOf): Html =>
  html`<dl class="fields">
    ${rows.map(
      ({ name, required, schema, notes }) =>
        html`<div>
          <dt><code>${name}</code>${markOf(required, of)}</dt>
          <dd>${schemaToType(schema)}</dd>
          <dd class="note">${notes ?? schemaToNotes(schema)}</dd>
          ${innerFields(schema, of)}
        </div>`,
    )}
  </dl>`

/** The fields of an object; of a list, those of its entries. Shapes with a name are linked instead. */
export function schemaToFields(schema: JsonObject): FieldRow[] {
  const { properties } = [schema, toSchema(schema['items'])].find((part) => isJsonObject(part['properties'])) ?? {}
  const owner = isJsonObject(schema['properties']) ? schema : toSchema(schema['items'])
  const required = Array.isArray(owner['required']) ? owner['required'] : []
  return Object.entries(toSchema(properties)).map(([name, property]) => ({ name, required: required.includes(name), schema: toSchema(property) }))
}

function innerFields(schema: JsonObject, of: FieldsOf): Html | undefined {
  const options = [schema['anyOf'], schema['oneOf']].find(Array.isArray)?.map(toSchema) ?? [schema]
  const lists = options.map(schemaToFields).filter((rows) => rows.length > 0)
  return lists.length === 0
    ? undefined
    : html`${lists.map(
        (rows) =>
          html`<dd class="inner">
            <details>
              <summary>Its fields</summary>
              ${fieldList(rows, of)}
            </details>
          </dd>`,
      )}`
}
