import type { z } from 'zod'
import { listQuery } from '#schema/api/lists.ts'
import { isJsonAnswer, pathToParameterNames, type ContentBody, type Route } from '../registry/registry.ts'
import { routeToAccessTexts } from './access-text.ts'
import { routeToErrorStatuses, statusesToResponses } from './errors.ts'
import { componentRef, isJsonObject, type createShapeReader, type JsonObject } from './json-shapes.ts'
import { routeToOperationId, toPascal } from './operation-id.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'

type ShapeReader = ReturnType<typeof createShapeReader>

/** `/api/:shopId/orders` → `/api/{shopId}/orders`. */
export const pathToTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Matches internal rule ids, which are removed from descriptions. */
const ownReferences = / \([A-Z]+-\d+(?:, [A-Z]+-\d+)*\)/g

const staffSecurity: JsonObject[] = [{ sessionCookie: [] }, { bearerToken: [] }]

/** Routes that work without sign-in but answer more with it. */
const openToStaff = new Set(['getShopConfig'])

function routeToSecurity({ access }: Route, operationId: string): JsonObject[] {
  if (openToStaff.has(operationId)) return [{}, ...staffSecurity]
  if (access.who === 'anyone' || access.who === 'portal') return []
  if (access.who === 'operator') return [{ operatorToken: [] }]
  if (access.who === 'customer') return [{ portalCookie: [] }]
  if (access.who === 'device' || ('by' in access && access.by === 'session')) return [{ sessionCookie: [] }]
  return staffSecurity
}

export function routeToOperation(route: Route, tag: string, shapes: ShapeReader): JsonObject {
  const operationId = routeToOperationId(route)
  const { denied: _, ...access } = route.access as Route['access'] & { denied?: string }
  return {
    operationId,
    tags: [tag],
    summary: route.summary.replace(ownReferences, ''),
    description: routeToAccessTexts(route).join(' '),
    ...(hasParameters(route) && { parameters: [...pathParameters(route, shapes), ...queryParameters(route, shapes)] }),
    ...(route.body && { requestBody: bodyOf(route, operationId, shapes) }),
    ...(route.content && { requestBody: contentOf(route.content) }),
    responses: { '200': answerOf(route, shapes), ...statusesToResponses(routeToErrorStatuses(route, operationId)) },
    security: routeToSecurity(route, operationId),
    'x-access': JSON.parse(JSON.stringify({ ...access, queryPrivilege: route.queryPrivilege })) as JsonObject,
  }
}

const hasParameters = ({ path, query, list }: Route): boolean => query !== undefined || list !== undefined || pathToParameterNames(path).length > 0

function pathParameters({ path, params }: Route, shapes: ShapeReader): JsonObject[] {
  const { properties } = shapes.toJson(params, 'input')
  return pathToParameterNames(path).map((name) => ({ name, in: 'path', required: true, schema: (properties as JsonObject)[name] ?? {} }))
}

function queryParameters({ query, list }: Route, shapes: ShapeReader): JsonObject[] {
  return [...(query ? shapeToParameters(query, shapes) : []), ...(list ? shapeToParameters(listQuery, shapes) : [])]
}

function shapeToParameters(query: z.ZodType, shapes: ShapeReader): JsonObject[] {
  const { properties, required = [] } = shapes.toJson(query, 'input')
  return Object.entries(properties as JsonObject).map(([name, property]) => {
    const { description, ...schema } = isJsonObject(property) ? property : {}
    return { name, in: 'query', ...((required as string[]).includes(name) && { required: true }), ...(description !== undefined && { description }), schema }
  })
}

/** Bodies are components so that generated clients name them. A body without required fields is optional. */
function bodyOf({ body }: Route, operationId: string, shapes: ShapeReader): JsonObject {
  const name = `${toPascal(operationId)}Body`
  const json = body ? shapes.toJson(body, 'input') : {}
  shapes.addComponent(name, json)
  const example = bodyByOperation[operationId]
  return {
    required: Array.isArray(json['required']),
    content: { 'application/json': { schema: { $ref: componentRef(name) }, ...(example !== undefined && { example }) } },
  }
}

/** OpenAPI 3.1 describes raw bytes by a media type without schema. */
const contentOf = ({ mediaTypes, maxBytes, unsupported }: ContentBody): JsonObject => ({
  required: true,
  description: `The file itself, up to ${maxBytes.toLocaleString('en-US')} bytes; what it is, its bytes say. ${unsupported}`,
  content: { ...mediaTypesToContent(mediaTypes), 'application/octet-stream': {} },
})

const mediaTypesToContent = (mediaTypes: readonly string[]): JsonObject =>
  Object.fromEntries(mediaTypes.map((mediaType): [string, JsonObject] => [mediaType, mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}]))

function answerOf({ answer }: Route, shapes: ShapeReader): JsonObject {
  if (!isJsonAnswer(answer)) return { description: answer.description, content: mediaTypesToContent(answer.mediaTypes) }
  return { description: 'Done', content: { 'application/json': { schema: shapes.toJson(answer, 'output') } } }
}

const id = (last: string): string => `0195d3a8-1c00-7000-8000-00000000000${last}`

/** Example bodies by operationId; a test parses each with the route's shape. */
export const bodyByOperation: Readonly<Record<string, Json>> = {
  createCustomer: { name: 'Carla Diaz', countryCode: '+1', phone: '5550102000', email: 'carla@example.com' },
  createOrder: {
    customerId: id('1'),
    orderStatusId: orderStatusIdByName.Lead,
    itemDetails: 'iPhone 12, black',
    issueDescription: 'The glass is broken.',
    quotedCost: '80',
    dueTimestamp: '2026-03-05T14:00:00.000Z',
    priority: false,
  },
  updateOrder: { orderStatusId: orderStatusIdByName.Fixed, orderNotes: 'Called the customer.' },
  updateShopProfile: { currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin', countryCode: '+49', terms: 'Kept for 90 days.' },
  createTask: { orderId: id('2'), description: 'Order the screen', dueTimestamp: '2026-03-04T09:00:00.000Z', assignedEmployeeId: null },
  createPayment: { orderId: id('2'), paymentText: 'Cash', paymentAmount: 80, afterTax: true, method: 'cash' },
  createCost: { orderId: id('2'), costText: 'Screen', costAmount: 32.5, afterTax: false },
}
