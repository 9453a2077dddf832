import { z } from 'zod'
import { isRecord } from '#schema/is-record.ts'
import type { Json } from '#schema/values/merge.ts'

export type JsonObject = { [key: string]: Json }

export const isJsonObject = (value: Json | undefined): value is JsonObject => isRecord(value)

export const componentRef = (name: string): string => `#/components/schemas/${name}`

/** Converts zod shapes to JSON Schema of OpenAPI 3.1; shapes with an id in their meta are collected in `components`. */
export function createShapeReader() {
  const components: JsonObject = {}

  function toJson(shape: z.ZodType, io: 'input' | 'output'): JsonObject {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as unknown as JsonObject & { $defs?: JsonObject }
    for (const [name, definition] of Object.entries($defs)) addComponent(name, tidy(definition, io) as JsonObject)
    return tidy(root, io) as JsonObject
  }

  function addComponent(name: string, json: JsonObject): void {
    const known = components[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(json)) throw new Error(`Two shapes are called ${name}`)
    components[name] = json
  }

  return { components, toJson, addComponent }
}

/** Formats that make zod's pattern redundant. */
const formatsThatSayAll = new Set<Json | undefined>(['uuid', 'date-time', 'email'])

function tidy(value: Json, io: 'input' | 'output'): Json {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io))
  if (!isJsonObject(value)) return value
  const { alsoProperties, ...rest } = value
  const json: JsonObject = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, tidy(part, io)]))
  if (isJsonObject(alsoProperties)) json['properties'] = { ...(json['properties'] as JsonObject), ...alsoProperties }
  if (typeof json['$ref'] === 'string') json['$ref'] = json['$ref'].replace('#/$defs/', componentRef(''))
  if (formatsThatSayAll.has(json['format'])) delete json['pattern']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  // Answers may gain fields later; bodies with unknown fields are refused.
  if (io === 'output' && json['additionalProperties'] === false) delete json['additionalProperties']
  return joinNull(json)
}

/** `anyOf: [{ type: 'string', … }, { type: 'null' }]` → `type: ['string', 'null'], …`, which viewers and generators handle better. */
function joinNull(json: JsonObject): JsonObject {
  const { anyOf, ...rest } = json
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return json
  const [option, none] = anyOf
  if (!isJsonObject(option) || !isJsonObject(none) || none['type'] !== 'null' || Object.keys(none).length !== 1) return json
  if (Array.isArray(option['anyOf'])) return { ...option, ...rest, anyOf: [...option['anyOf'], none] }
  const { type } = option
  if (type === undefined || 'enum' in option || 'const' in option) return json
  return { ...option, ...rest, type: [type, 'null'].flat() }
}
