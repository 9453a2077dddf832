import type { Route } from './registry.ts'

/** Routes whose commands check rights themselves, and routes that create a lasting way out for data (tokens, webhooks). */
const besides = new Set([
  'POST /api/entities/:id/employees',
  'DELETE /api/entities/:id/employees/:employeeId',
  'PUT /api/:shopId/employees/:employeeId',
  'POST /api/profile/tokens',
  'POST /api/:shopId/webhooks',
  'PUT /api/:shopId/webhooks/:id',
])

/** Writes that require a privilege. Users with sign-in codes need a code that is not older than 15 minutes. */
export const isAdministrationWrite = ({ method, path, access }: Pick<Route, 'method' | 'path' | 'access'>): boolean =>
  method !== 'GET' && (access.who === 'holder' || besides.has(`${method} ${path}`))
