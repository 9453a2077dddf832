import { errorTable } from '#schema/errors.ts'
import type { Route } from '../registry/registry.ts'
import { accessToRowPrivilege } from './access-text.ts'
import { componentRef, type JsonObject } from './json-shapes.ts'

const nameByStatus: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  426: 'UpgradeRequired',
  429: 'TooManyRequests',
  500: 'Internal',
  503: 'Unavailable',
  507: 'StorageFull',
}

/** Error statuses of single routes beyond those that follow from access and body. */
const moreByOperation: Readonly<Record<string, readonly number[]>> = {
  login: [401, 429, 503],
  changePassword: [429],
  createProfileToken: [409, 429],
  enterSignInCode: [429],
  beginSecondFactor: [429],
  confirmSecondFactor: [429],
  renewRecoveryCodes: [429],
  turnOffSecondFactor: [429],
  sendOtp: [429, 503],
  verifyOtp: [401, 429],
  verifyAccessCode: [401, 429, 503],
  createPublicCustomer: [409, 429],
  createPublicOrder: [409, 429],
  getShopConfig: [401],
  getHealth: [503],
  getPublicShopLogo: [403],
  getReadiness: [503],
  listEntityShops: [403],
  listEntityEmployees: [403],
}

/** Routes that never answer 409. */
const withoutConflict = new Set([
  'login',
  'logout',
  'sendOtp',
  'verifyOtp',
  'verifyAccessCode',
  'endPortalSession',
  'pullChanges',
  'pushChanges',
  'changePassword',
])

/** The statuses from 400 on that a route may answer, ascending. */
export function routeToErrorStatuses(route: Route, operationId: string): number[] {
  const { access, queryPrivilege, method, path, body, content, query } = route
  const statuses = new Set([500, ...(moreByOperation[operationId] ?? [])])
  const isWrite = method !== 'GET'
  const isStaff = !['anyone', 'operator', 'portal', 'customer'].includes(access.who)
  if (isWrite && operationId !== 'pullChanges') statuses.add(507)
  if (path.startsWith('/api/sync/')) statuses.add(426)
  if (body || content || query) statuses.add(400)
  if (isStaff || access.who === 'customer') statuses.add(401)
  // Sessions and tokens are rate-limited; cross-site writes are refused.
  if (isStaff) statuses.add(429)
  const isOpen =
    (access.who === 'signed-in' && access.by === undefined) ||
    (access.who === 'member' && accessToRowPrivilege(access) === undefined) ||
    access.who === 'anyone' ||
    access.who === 'operator'
  if (isWrite || queryPrivilege || !isOpen) statuses.add(403)
  if (path.includes(':') || access.who === 'operator') statuses.add(404)
  if (isWrite && isStaff && !withoutConflict.has(operationId)) statuses.add(409)
  if (body || content) {
    statuses.add(413)
    statuses.add(415)
  }
  return [...statuses].sort((one, other) => one - other)
}

/** One response per status: with `default`, generated clients could not tell success from error. */
export const statusesToResponses = (statuses: readonly number[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameByStatus[status]}` }]))

/** `components.responses`: one per status, listing its error codes. */
export function errorResponses(): JsonObject {
  const content = { 'application/json': { schema: { $ref: componentRef('ErrorBody') } } }
  const retryAfter = { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } }
  const named = Object.entries(nameByStatus).map(([status, name]): [string, JsonObject] => [
    name,
    { description: codesToText(Number(status)), ...(['429', '503', '507'].includes(status) && retryAfter), content },
  ])
  return Object.fromEntries(named)
}

const codesToText = (wanted: number): string =>
  Object.entries(errorTable)
    .filter(([, { status }]) => status === wanted)
    .map(([code, { title }]) => `\`${code}\`: ${title}`)
    .join(' ')
