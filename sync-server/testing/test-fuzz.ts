import fc from 'fast-check'
import { z } from 'zod'
import { collectionToCreateShape, collectionToUpdateShape } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { allRoutes } from '../routes/all-routes.ts'
import type { Route } from '../registry/registry.ts'
import { exampleByName, nameToRoute, type ExampleCall } from './test-examples.ts'
import {
  anyId,
  anyText,
  anyValue,
  changes,
  changeValue,
  fillIn,
  freshId,
  idOf,
  isIdKind,
  schemaToArbitrary,
  type Change,
  type IdKind,
} from './test-fuzz-values.ts'

/** Plans of random requests to and around the registry; real ids are filled in when sending. */
export const fuzzCallers = ['anonymous', 'member', 'administrator', 'administratorElsewhere', 'customer', 'token'] as const

export type FuzzCaller = (typeof fuzzCallers)[number]

type BodyPlan =
  | { kind: 'example' }
  | { kind: 'changed'; changes: Change[] }
  | { kind: 'shape'; value: unknown; changes: Change[] }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: number[] }

export type FuzzPlan = {
  name: string
  caller: FuzzCaller
  /** Replaces the route's method. */
  method: string | null
  path: { kind: 'example' } | { kind: 'segment'; place: number; text: string } | { kind: 'suffix'; text: string } | { kind: 'whole'; text: string }
  query: [string, string][] | null
  body: BodyPlan
  headers: Record<string, string>
  isChunked: boolean
}

export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer | undefined; isChunked: boolean }

/** Rarely called, because Argon2 takes 40 ms. */
const slow = new Set([
  'POST /api/login',
  'PUT /api/profile/password',
  'POST /api/profile/tokens',
  'PATCH /api/users/:id/password',
  'POST /api/users/create-with-optional-credentials',
  'POST /api/:shopId/customers/verify-access',
  'POST /api/:shopId/customers/verify-otp',
])
/** Weight for routes with much code behind one address. */
const weightByName: Readonly<Record<string, number>> = {
  'POST /api/sync/push': 100,
  'POST /api/sync/pull': 20,
  'PUT /api/:shopId/orders/:id': 12,
  'POST /api/:shopId/orders': 12,
  'GET /api/openapi.json': 1,
  'GET /api/docs': 1,
}

const pathTexts = [
  '%E0%A4%A',
  '%00',
  '%2F',
  '%2e%2e',
  '..',
  '.',
  '',
  '%',
  '%%',
  '%C0%AE',
  '%F0%9F%98%80',
  "'",
  '*',
  ':id',
  'a'.repeat(3_000),
  '-1',
  '0',
  'null',
  '%0d%0aX:%20y',
  ';a=b',
  'orders',
  'users',
]
const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH', 'LOCK', 'TRACE']

const headerValues: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    'application/json',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json;;;',
    '',
    'a'.repeat(4_000),
  ],
  authorization: [
    'Bearer',
    'Bearer ',
    'bearer mst_x',
    `Bearer mst_${'A'.repeat(43)}`,
    'Basic YTpi',
    'Basic',
    'Digest x',
    'Bearer é',
    `Bearer ${'x'.repeat(5_000)}`,
    ', Bearer a',
  ],
  cookie: [
    'mainspring_session=',
    'mainspring_session=x; mainspring_session=y',
    `mainspring_session=${'A'.repeat(43)}`,
    'mainspring_portal=%E0%A4%A',
    '=;;;=',
    'mainspring_session',
    '__Host-mainspring_session=x',
    `a=${'b'.repeat(4_000)}`,
    'mainspring_session="',
    '%00=%00',
  ],
  origin: ['null', 'http://evil.example', 'http://localhost', '', 'http://[', 'file://'],
  host: ['evil.example', 'localhost', '[::1]', 'a b', '', 'a:99999', 'ü.example'],
  range: ['bytes=0-1', 'bytes=-', 'bytes=0-0,5-9'],
  'x-forwarded-for': [
    '',
    ',',
    '1.2.3.4',
    '::1, ::2',
    '2001:db8::1',
    'unknown',
    `${'1.1.1.1,'.repeat(200)}`,
    '<script>',
    '::ffff:1.2.3.4',
    '[::',
    'fe80::1%eth0',
  ],
  'x-forwarded-proto': ['https', 'http', 'https,http', 'ftp'],
  'accept-encoding': ['gzip', 'br', 'gzip;q=0', '*', 'identity;q=0', 'gzip;q=1.000', ''],
  'if-none-match': ['*', '"x"', 'W/"x"'],
  expect: ['100-continue', 'nothing'],
  connection: ['close', 'keep-alive', 'upgrade'],
  upgrade: ['websocket', 'h2c'],
  'x-http-method-override': ['DELETE'],
  'sec-fetch-site': ['cross-site'],
  accept: ['text/html', '*/*', ''],
  'last-event-id': ['1'],
}

const aHeader: fc.Arbitrary<[string, string]> = fc
  .constantFrom(...Object.keys(headerValues))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(headerValues[name] ?? ['']))))

const brokenTexts = [
  '{',
  '[',
  '"',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '[]',
  '"text"',
  '1',
  'null',
  'true',
  '',
  ' ',
  '\n',
  '{}{}',
  '{"a":1}x',
  'a=1&b=2',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"a":"\u0001"}',
  '{"a":"\\u12"}',
  '[1e999]',
  `${'['.repeat(50_000)}`,
  `"${'y'.repeat(1_100_000)}"`,
]

const bodyOf = (route: Route): fc.Arbitrary<BodyPlan> => {
  const shape = route.body && (z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Parameters<typeof schemaToArbitrary>[0])
  const fitting = routeToValue[`${route.method} ${route.path}`] ?? (shape ? schemaToArbitrary(shape) : anyValue)
  const isPush = route.path === '/api/sync/push'
  return weighted<BodyPlan>(
    [4, fc.constant({ kind: 'example' })],
    [10, changes.map((list) => ({ kind: 'changed', changes: list }))],
    [
      isPush ? 20 : 8,
      fc.tuple(fitting, weighted<Change[]>([3, fc.constant([])], [1, changes])).map(([value, list]) => ({ kind: 'shape', value, changes: list })),
    ],
    [2, fc.oneof(fc.constantFrom(...brokenTexts), fc.string({ unit: 'binary' })).map((text) => ({ kind: 'text', text }))],
    [1, fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 30 }).map((bytes) => ({ kind: 'bytes', bytes }))],
  )
}

const weighted = <Value>(...options: [number, fc.Arbitrary<Value>][]): fc.Arbitrary<Value> =>
  fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const toObject = (entries: [string, unknown][]): Record<string, unknown> => Object.fromEntries(entries)
const instant = weighted([8, fc.constantFrom('2026-03-02T09:30:00.000Z', '2026-03-01T23:59:59.999+14:00')], [1, anyText])

const pushed = collectionNames.filter((name) => collectionByName[name].access.create === 'member')
/** Ops that mostly pass validation: values from the collection's shapes, ids from its rows. */
const anOp: fc.Arbitrary<unknown> = weighted([8, fc.constantFrom(...pushed)], [1, fc.constantFrom(...collectionNames)]).chain((name) => {
  const ofShape = (shape: z.ZodType) =>
    schemaToArbitrary(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Parameters<typeof schemaToArbitrary>[0])
  const id = isIdKind(name) ? idOf(name) : anyId
  const collection = weighted<string>([20, fc.constant(name)], [1, fc.constantFrom('users', '__proto__', ...collectionNames)])
  const seen = ofShape(collectionToUpdateShape(collectionByName[name])).chain((values) =>
    fc.tuple(
      ...Object.entries(values as object).map(([key, to]) =>
        weighted<unknown>([3, fc.constant(null)], [1, anyValue]).map((from): [string, unknown] => [key, { from, to: to as unknown }]),
      ),
    ),
  )
  const create = fc.record({
    action: fc.constant('create'),
    collection,
    id: weighted([8, fc.uuid()], [1, anyId]),
    values: ofShape(collectionToCreateShape(collectionByName[name])),
  })
  const update = fc.record({ action: fc.constant('update'), collection, id, changes: seen.map(toObject) })
  return weighted<unknown>([4, create], [5, update], [2, fc.record({ action: fc.constantFrom('delete', 'restore'), collection, id })])
})
const aMutation = fc.record({
  // Mostly new: a repeated id gets its stored outcome, also when shrinking.
  id: weighted([8, fc.constant(freshId)], [1, fc.uuid()], [1, anyText]),
  shopId: fc.oneof({ weight: 12, arbitrary: fc.constant('@@id:shop@@') }, { weight: 1, arbitrary: anyId }),
  at: instant,
  ops: weighted([3, fc.tuple(anOp)], [1, fc.array(anOp, { maxLength: 4 })]),
})

/** Request shapes that the JSON Schema does not describe, as mutations are validated one by one. */
const routeToValue: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'POST /api/sync/push': fc.record({ deviceId: fc.constantFrom('tablet', 'till'), deviceTime: instant, mutations: fc.array(aMutation, { maxLength: 4 }) }),
  'POST /api/sync/pull': fc.record({
    collection: fc.constantFrom('users', '__proto__', ...collectionNames),
    limit: fc.integer({ min: -1, max: 5_001 }),
    checkpoint: fc
      .array(fc.tuple(anyId, fc.oneof(fc.record({ epoch: anyText, seq: fc.integer({ min: -1, max: 2_000 }) }), anyValue)), { maxLength: 3 })
      .map(toObject),
  }),
}

const queryNames = [
  'search',
  'limit',
  'before',
  'cursor',
  'scope',
  'dateFrom',
  'dateTo',
  'timezone',
  'customerId',
  'collection',
  'user',
  '__proto__',
  'constructor',
  '',
  'unknown',
]
const aQuery: fc.Arbitrary<[string, string][]> = fc.array(
  fc.tuple(
    fc.constantFrom(...queryNames),
    fc.oneof(
      anyText.map((text) => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''))),
      fc.constantFrom(
        '%E0%A4%A',
        '%',
        '%00',
        '',
        '1e9',
        '0x10',
        '-1',
        'Mars%2FBase',
        'America%2FToronto',
        'a=b',
        '%25',
        '2026-03-01',
        '2026-03-01T00:00:00Z_x',
      ),
    ),
  ),
  { maxLength: 4 },
)

const names = Object.keys(exampleByName)
const aName = fc.oneof(...names.map((name) => ({ weight: slow.has(name) ? 1 : (weightByName[name] ?? 5), arbitrary: fc.constant(name) })))

const aCaller = weighted<FuzzCaller>([5, fc.constant('administrator')], [4, fc.constantFrom(...fuzzCallers)])
/** Other callers are refused there. */
const aDevice = weighted<FuzzCaller>([5, fc.constant('administrator')], [5, fc.constant('member')], [1, fc.constantFrom(...fuzzCallers)])
const aMethod = weighted<string | null>([14, fc.constant(null)], [1, fc.constantFrom(...methods)])
const aPath = weighted<FuzzPlan['path']>(
  [20, fc.constant({ kind: 'example' })],
  [2, fc.tuple(fc.nat(9), fc.oneof(anyId, fc.constantFrom(...pathTexts))).map(([place, text]) => ({ kind: 'segment', place, text }))],
  [1, fc.constantFrom('/', '//', '/x', '%20', '?', '#x', '/..', '.json', '/restore', '?a=1&a=2').map((text) => ({ kind: 'suffix', text }))],
  [
    1,
    fc
      .constantFrom(
        '/api',
        '/api/',
        '//api/x',
        '/API/SHOPS',
        '/api/../api/shops',
        '/api/%',
        '/api//orders',
        '/healthz/',
        'http://evil.example/api/shops',
        '*',
        '/\\x',
        '/api/shops\\x',
      )
      .map((text) => ({ kind: 'whole', text })),
  ],
)
const aSearch = weighted<[string, string][] | null>([5, fc.constant(null)], [2, aQuery])
const someHeaders = weighted<Record<string, string>>(
  [5, fc.constant({})],
  [2, fc.array(aHeader, { maxLength: 3 }).map((entries) => Object.fromEntries(entries))],
)
const isChunked = weighted([9, fc.constant(false)], [1, fc.constant(true)])

const planArbitraryByName = new Map(
  names.map((name): [string, fc.Arbitrary<FuzzPlan>] => {
    const plan = fc.tuple(name.includes('/api/sync/') ? aDevice : aCaller, aMethod, aPath, aSearch, bodyOf(nameToRoute(name)), someHeaders, isChunked)
    return [
      name,
      plan.map(([caller, method, path, query, body, headers, chunked]) => ({ name, caller, method, path, query, body, headers, isChunked: chunked })),
    ]
  }),
)

export const aPlan: fc.Arbitrary<FuzzPlan> = aName.chain((name) => planArbitraryByName.get(name) ?? fc.constant<never>(undefined as never))

export function planToRequest(
  plan: FuzzPlan,
  example: ExampleCall,
  callerHeaders: Record<string, string>,
  idByKind: Readonly<Record<IdKind, string>>,
): FuzzRequest {
  const route = nameToRoute(plan.name)
  const method = plan.method ?? route.method
  const body = toBody(plan.body, example, (text) => fillIn(text, idByKind), route.body !== undefined || method === 'POST')
  const isContent = route.content !== undefined && ['example', 'changed'].includes(plan.body.kind)
  const sent = method === 'GET' || method === 'HEAD' || body === undefined ? undefined : body
  return {
    method,
    path: toPath(plan, example.address, idByKind),
    headers: { ...(sent && { 'content-type': isContent ? 'application/octet-stream' : 'application/json' }), ...lowerCased(callerHeaders), ...plan.headers },
    body: sent,
    isChunked: plan.isChunked,
  }
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function toPath({ path, query }: FuzzPlan, address: string, idByKind: Readonly<Record<IdKind, string>>): string {
  const [own = '', ownQuery] = address.split('?')
  const parts = own.split('/')
  if (path.kind === 'segment') parts[2 + (path.place % Math.max(1, parts.length - 2))] = fillIn(path.text, idByKind)
  const changed = path.kind === 'whole' ? path.text : parts.join('/') + (path.kind === 'suffix' ? path.text : '')
  const search = query === null ? ownQuery : query.map((pair) => fillIn(pair.join('='), idByKind)).join('&')
  return search === undefined ? changed : `${changed}?${search}`
}

function toBody(plan: BodyPlan, { body, content }: ExampleCall, fill: (text: string) => string, takesBody: boolean): Buffer | undefined {
  if (plan.kind === 'bytes') return Buffer.from(plan.bytes)
  if (plan.kind === 'text') return Buffer.from(plan.text)
  if (content !== undefined && plan.kind === 'example') return Buffer.from(content)
  if (content !== undefined && plan.kind === 'changed') return Buffer.concat([content, Buffer.from(JSON.stringify(plan.changes))])
  if (plan.kind === 'example' || (body === undefined && !takesBody)) return body && Buffer.from(JSON.stringify(body))
  const value = plan.kind === 'changed' ? changeValue(body ?? {}, plan.changes) : changeValue(plan.value, plan.changes)
  return value === undefined ? undefined : Buffer.from(fill(JSON.stringify(value)))
}

/** For a test that refuses weights of removed routes. */
export const weighedNames = (): string[] =>
  [...slow, ...Object.keys(weightByName)].filter((name) => !allRoutes.some(({ method, path }) => `${method} ${path}` === name))
