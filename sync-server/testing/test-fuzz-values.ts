import fc from 'fast-check'
import { v7 } from 'uuid'

/**
 * Values for fuzzing. `@@raw:…@@` stands for JSON that JSON.stringify cannot write, `@@id:…@@` for an id known only at
 * run time; `fillIn` inserts both into the text.
 */
const raw = (json: string): string => `@@raw:${json}@@`

const idKinds = [
  'shop',
  'otherShop',
  'customers',
  'orders',
  'tasks',
  'till_days',
  'payments',
  'costs',
  'categories',
  'suppliers',
  'tax_rates',
  'products',
  'employees',
  'checklist_items',
  'checklist_selections',
  'attachments',
  'assets',
  'order_lines',
  'order_notes',
  'services',
  'tests',
  'test_results',
  'estimates',
  'invoices',
  'purchases',
  'purchase_lines',
  'stock_counts',
  'messages',
  'entity',
  'user',
  'lead',
  'foreign',
  'nowhere',
] as const

export type IdKind = (typeof idKinds)[number]

export const anyId: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...idKinds.map((kind) => `@@id:${kind}@@`)), fc.uuid())

export const idOf = (kind: IdKind): fc.Arbitrary<string> => fc.oneof({ weight: 6, arbitrary: fc.constant(`@@id:${kind}@@`) }, { weight: 1, arbitrary: anyId })

export const isIdKind = (kind: string): kind is IdKind => (idKinds as readonly string[]).includes(kind)

/** Placeholder for an unused id. */
export const freshId = '@@fresh@@'

const kindByName: Readonly<Record<string, IdKind>> = {
  shopId: 'shop',
  customerId: 'customers',
  orderId: 'orders',
  assetId: 'assets',
  productId: 'products',
  orderStatusId: 'lead',
  assignedEmployeeId: 'employees',
  categoryHierarchyId: 'categories',
  parentId: 'categories',
  targetParentId: 'categories',
  supplierId: 'suppliers',
  taxRateId: 'tax_rates',
  tillDayId: 'till_days',
  refundOf: 'payments',
  returnOf: 'order_lines',
  correctsId: 'invoices',
  purchaseId: 'purchases',
  orderLineId: 'order_lines',
  takeId: 'stock_counts',
  claimOf: 'orders',
  serviceId: 'services',
  testId: 'tests',
  beforeStatusId: 'lead',
  afterStatusId: 'lead',
  dropoffChecklistId: 'checklist_items',
  checklistIds: 'checklist_items',
  userId: 'user',
  entityId: 'entity',
}

/** Nesting too deep for a recursive parser. */
const deep = { lists: 'deep-lists', objects: 'deep-objects' } as const
const depth = 10_000

const fillers: Readonly<Record<string, () => string>> = {
  [deep.lists]: () => '['.repeat(depth) + ']'.repeat(depth),
  [deep.objects]: () => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
  huge: () => JSON.stringify('x'.repeat(300_000)),
  'huge-lines': () => JSON.stringify('line\n'.repeat(4_000)),
  'huge-list': () => `[${'0,'.repeat(20_000)}0]`,
  'many-keys': () => `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
}

export function fillIn(text: string, idByKind: Readonly<Record<IdKind, string>>): string {
  return text
    .replaceAll(/"@@raw:(.*?)@@"/g, (_, name: string) => fillers[name]?.() ?? name)
    .replaceAll(freshId, () => v7())
    .replaceAll(/@@id:(\w+)@@/g, (_, kind: string) => idByKind[kind as IdKind])
}

const texts = [
  '',
  ' ',
  '0',
  '0x10',
  '-1',
  '1e3',
  'null',
  'true',
  'undefined',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202Eabc',
  'שלום',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(50),
  '\ufeff',
  "'; DROP TABLE orders; --",
  '" OR 1=1 --',
  '%',
  '_',
  '\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  '../../etc/passwd',
  'a'.repeat(255),
  'a'.repeat(256),
  'b'.repeat(20_001),
  '+1',
  '+12345',
  '5550102000',
  '(555) 010-2000',
  '123456',
  'a@b.co',
  'a@b',
  '#112233',
  '#zzz',
  'Lead',
  'all',
  '10.5',
  '10.555',
  '99999999.99',
  '100000000',
  '1e308',
  '١٢٣',
  '__proto__',
  'constructor',
  'toString',
  'north',
  'mst_',
  '2.2.2',
  '\r\n',
  'line one\nline two\nline three',
]
const dates = [
  '2026-03-01',
  '0000-00-00',
  '9999-99-99',
  '2026-02-31',
  '2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00+14:61',
  '2026-03-01T10:00:00+14:00',
  '0001-01-01T00:00:00+14:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-14:00',
  '+275760-09-13T00:00:00.000Z',
  '275760-09-13',
  '-000001-01-01T00:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T23:59:60Z',
  '2026-03-01T10:00:00.123456789Z',
  '2026-03-01 10:00',
  '10/11/2026',
  'now',
  '1772000000000',
]
const rawJson = [
  '1e400',
  '-1e400',
  '-0',
  '1e308',
  '5e-324',
  '9007199254740993',
  '9007199254740992',
  '0.1',
  '1.005',
  '00',
  'NaN',
  deep.lists,
  deep.objects,
  'huge',
  'huge-lines',
  'huge-list',
  'many-keys',
].map(raw)

export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...dates) },
  { weight: 2, arbitrary: anyId },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      1,
      -1,
      0.5,
      10.25,
      1e9,
      2 ** 31,
      2 ** 53,
      -(2 ** 53),
      [],
      {},
      [null],
      { __proto__: null, a: 1 },
      [[]],
      { '': '' },
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...rawJson) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const anyKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    '',
    'id',
    'shopId',
    'seq',
    'deleted',
    '_deleted',
    'createdAt',
    'updatedAt',
    'password',
    'password_hash',
    'customerAccessCode',
    'accessCodeHash',
    'return',
    'repeat',
    'from',
    'to',
    'a.b',
    'a[0]',
    'k'.repeat(10_000),
    '\u0000',
    '👩',
  ),
  fc.string({ maxLength: 12 }),
)

/** A change of a JSON value; `place` is the index of the changed node. */
export type Change = { place: number; kind: 'replace' | 'drop' | 'add' | 'rename' | 'double'; key: string; value: unknown }

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ place: fc.nat(1_000), kind: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'rename', 'double'), key: anyKey, value: anyValue }),
  { minLength: 1, maxLength: 3 },
)

type Holder = { value: unknown }

/** Applies the changes. Keys such as `__proto__` become own keys, as in JSON.parse. */
export function changeValue(value: unknown, list: readonly Change[]): unknown {
  return list.reduce((changed, change) => applyChange(changed, change), value)
}

function applyChange(value: unknown, { place, kind, key, value: next }: Change): unknown {
  const target = place % countPlaces(value)
  let seen = -1
  const walk = (item: unknown): Holder | undefined => {
    seen++
    if (seen === target) return kind === 'drop' ? undefined : { value: changeHere(item, kind, key, next) }
    if (Array.isArray(item)) return { value: item.flatMap((child) => walk(child)?.value ?? []) }
    if (!isObject(item)) return { value: item }
    const entries = Object.entries(item).flatMap(([name, child]): [string, unknown][] => {
      const isTarget = seen + 1 === target
      const held = walk(child)
      return held ? [[isTarget && kind === 'rename' ? key : name, held.value]] : []
    })
    return { value: Object.fromEntries(entries) }
  }
  return walk(value)?.value
}

function changeHere(item: unknown, kind: Change['kind'], key: string, next: unknown): unknown {
  if (kind === 'replace') return next
  if (kind === 'add')
    return Array.isArray(item) ? [...(item as unknown[]), next] : isObject(item) ? Object.fromEntries([...Object.entries(item), [key, next]]) : next
  if (kind === 'double') return [item, item]
  return item
}

const isObject = (item: unknown): item is Record<string, unknown> => typeof item === 'object' && item !== null && !Array.isArray(item)

const countPlaces = (value: unknown): number =>
  1 + (typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, item) => sum + countPlaces(item), 0) : 0)

type JsonSchema = { [key: string]: unknown } & {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
}

/** Values that fit a JSON Schema; unspecified parts are arbitrary. */
export function schemaToArbitrary(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => schemaToArbitrary(option, name)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => schemaToArbitrary({ ...schema, type }, name)))
  const bound = (key: string, fallback: number): number => (typeof schema[key] === 'number' ? schema[key] : fallback)
  switch (schema.type) {
    case 'object':
      return objectToArbitrary(schema)
    case 'array':
      return fc.array(schemaToArbitrary(schema.items ?? {}, name), { maxLength: 4 })
    case 'string':
      return stringToArbitrary(schema, name)
    case 'integer':
      return fc.integer({ min: Math.max(bound('minimum', -10), -(2 ** 31)), max: Math.min(bound('maximum', 5_000), 2 ** 31) })
    case 'number':
      return fc.integer({ min: Math.ceil(bound('minimum', -10)), max: Math.floor(bound('maximum', 100_000)) }).map((whole) => whole / 4)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anyValue
  }
}

function objectToArbitrary({ properties, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  if (properties === undefined)
    return fc
      .array(fc.tuple(fc.oneof(anyId, anyKey), schemaToArbitrary(isObject(additionalProperties) ? additionalProperties : {})), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries))
  const shape = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, schemaToArbitrary(property, name)]))
  return fc.record(shape, { requiredKeys: required.filter((name) => name in shape) })
}

function stringToArbitrary({ format, minLength, maxLength }: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const kind = kindByName[name]
  if (kind !== undefined) return idOf(kind)
  if (format === 'uuid' || /Ids?$/.test(name)) return anyId
  if (format === 'date-time') return fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'email') return fc.emailAddress()
  const max = typeof maxLength === 'number' ? Math.min(maxLength, 60) : 30
  const min = typeof minLength === 'number' ? Math.min(minLength, max) : 0
  const fitting = (unit: 'grapheme' | 'grapheme-ascii') => fc.string({ unit, minLength: min, maxLength: max })
  const plain = /phone$/i.test(name) ? fc.constant('5550102000') : /countryCode$/i.test(name) ? fc.constant('+1') : fitting('grapheme-ascii')
  return fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: fitting('grapheme') }, { weight: 1, arbitrary: anyText })
}
