import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Json } from '#schema/values/merge.ts'
import { allRoutes, routeGroups } from '../routes/all-routes.ts'
import { createApiDocument } from './document.ts'
import { isJsonObject, type JsonObject } from './json-shapes.ts'
import { routeToOperationId } from './operation-id.ts'
import { pathToTemplate, bodyByOperation } from './operations.ts'

const document = createApiDocument(routeGroups)
const schemas = (document['components'] as { schemas: Record<string, JsonObject> }).schemas
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, json]) => ({ path, method, json: json as JsonObject })),
)

test('the document is valid OpenAPI 3.1', async () => {
  // The validator resolves references in place.
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
})

test('it tells of every route, and of nothing else', () => {
  const told = operations.map(({ path, method }) => `${method} ${path}`)
  const mounted = allRoutes.map(({ method, path }) => `${method.toLowerCase()} ${pathToTemplate(path)}`)
  expect(told.toSorted()).toEqual(mounted.toSorted())
  expect(new Set(Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))).size).toBe(Object.keys(document.paths).length)
})

test('every operation has a name of its own that programs can use', () => {
  const names = allRoutes.map(routeToOperationId)
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test.each([
  ['GET', '/api/:shopId/orders', 'listOrders'],
  ['GET', '/api/:shopId/orders/:id', 'getOrder'],
  ['POST', '/api/:shopId/orders', 'createOrder'],
  ['PUT', '/api/:shopId/orders/:id', 'updateOrder'],
  ['DELETE', '/api/:shopId/orders/:id', 'deleteOrder'],
  ['POST', '/api/:shopId/orders/:id/restore', 'restoreOrder'],
  ['GET', '/api/:shopId/orders/:id/payments', 'listOrderPayments'],
  ['GET', '/api/:shopId/orders/:id/status-history', 'getOrderStatusHistory'],
  ['POST', '/api/:shopId/shop-tasks', 'createShopTask'],
  ['DELETE', '/api/entities/:id/users/:userId', 'removeEntityUser'],
  ['POST', '/api/users/:id/privileges', 'addUserPrivilege'],
  ['GET', '/api/:shopId/activities', 'listActivities'],
] as const)('%s %s is called %s', (method, path, name) => {
  expect(routeToOperationId({ method, path })).toBe(name)
})

test('every reference leads somewhere', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref as string)
  expect(refs.length).toBeGreaterThan(500)
  const lookUp = (ref: string): Json | undefined =>
    ref.split('/').reduce<Json | undefined>((part, name) => (isJsonObject(part) ? part[name] : undefined), document)
  expect(refs.filter((ref) => lookUp(ref) === undefined)).toEqual([])
})

test('every field of every body, parameter and answer says what it is', () => {
  const says = ['type', 'anyOf', 'oneOf', '$ref', 'enum', 'const']
  const vague = Object.entries(schemas).flatMap(([name, { properties }]) =>
    Object.entries((properties ?? {}) as Record<string, JsonObject>).flatMap(([field, schema]) =>
      says.some((key) => key in schema) ? [] : [`${name}.${field}`],
    ),
  )
  expect(vague).toEqual([])
  const parameters = operations.flatMap(({ json }) => (json['parameters'] ?? []) as { name: string; schema: JsonObject }[])
  expect(parameters.filter(({ schema }) => !('type' in schema || 'enum' in schema))).toEqual([])
})

test("what only code checks is told: lengths, formats, amounts, and the API's other spellings", () => {
  const { properties, required, additionalProperties } = schemas['CreateOrderBody'] as {
    properties: Record<string, JsonObject>
    required: string[]
    additionalProperties: boolean
  }
  expect(required).toEqual(['customerId', 'orderStatusId', 'itemDetails', 'issueDescription'])
  expect(additionalProperties).toBe(false)
  expect(properties).toMatchObject({
    customerId: { type: ['string', 'null'], format: 'uuid' },
    assignedEmployeeId: { type: ['string', 'null'], format: 'uuid' },
    itemDetails: { type: 'string', minLength: 1, maxLength: 20_000 },
    quotedCost: { type: ['string', 'number', 'null'], maxLength: 100 },
    dueTimestamp: { type: ['string', 'null'], format: 'date-time' },
    priority: { type: 'boolean' },
    repeat: { type: 'boolean' },
    return: { type: 'boolean' },
    shopId: { type: 'string', format: 'uuid' },
  })
  expect(schemas['CreateCustomerBody']).toMatchObject({
    properties: { customerAccessCode: { type: ['string', 'null'], minLength: 8, maxLength: 64 } },
    required: ['name'],
  })
  expect(schemas['CreatePaymentBody']).toMatchObject({ properties: { paymentAmount: { anyOf: [{ type: 'number', minimum: 0.01 }, { type: 'string' }] } } })
  expect(schemas['UpdateOrderBody']).not.toHaveProperty('required')
  expect(schemas['Order']).toMatchObject({ properties: { statusChangedAt: { type: 'string', format: 'date-time' } } })
})

test('nothing in it needs our own papers', () => {
  expect(JSON.stringify(document)).not.toMatch(/\b(?:AMB|API|VAL|DATA|CAT|CONST)-\d/)
})

test('who may call an operation, and how they are known, is told', () => {
  const operation = (name: string) => operations.find(({ json }) => json['operationId'] === name)?.json
  expect(operation('deleteOrder')).toMatchObject({
    description: 'Members of the shop who hold `delete_order`.',
    security: [{ sessionCookie: [] }, { bearerToken: [] }],
  })
  expect(operation('listPayments')).toMatchObject({ description: 'Members of the shop. With `dateFrom` or `dateTo` also the privilege `view_report`.' })
  expect(operation('createEmployee')).toMatchObject({
    description: expect.stringMatching(
      /^Whoever holds `view_app_setting` or is assigned to the entity\. Of people who sign in with codes .*`FRESH_CODE_REQUIRED`/,
    ),
  })
  expect(operation('changePassword')).toMatchObject({
    description: 'Whoever is signed in. Only with the cookie of a session, not with an API token.',
    security: [{ sessionCookie: [] }],
  })
  expect(operation('listPublicOrders')).toMatchObject({ security: [{ portalCookie: [] }] })
  expect(operation('login')).toMatchObject({ security: [] })
  expect(Object.keys(operation('createOrder')?.['responses'] as JsonObject)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '500',
    '507',
  ])
})

test.each(Object.entries(bodyByOperation))('the example of %s is a call that the server takes', (name, body) => {
  const route = allRoutes.find((candidate) => routeToOperationId(candidate) === name)
  expect(route?.body?.safeParse(body)).toMatchObject({ success: true })
})
