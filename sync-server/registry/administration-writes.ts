import type { Route } from './registry.ts'

/**
 * Routes whose commands check rights themselves, and those that open a way out for data, which no code protects
 * afterwards: tokens, webhooks.
 */
const besides = new Set([
  'POST /api/entities/:id/employees',
  'DELETE /api/entities/:id/employees/:employeeId',
  'PUT /api/:shopId/employees/:employeeId',
  'POST /api/profile/tokens',
  'POST /api/:shopId/webhooks',
  'PUT /api/:shopId/webhooks/:id',
])

/**
 * Writes of administration: those that a privilege opens. Of people with sign-in codes they want one that is not older
 * than 15 minutes. The daily work of a shop never asks.
 */
export const isAdministrationWrite = ({ method, path, access }: Pick<Route, 'method' | 'path' | 'access'>): boolean =>
  method !== 'GET' && (access.who === 'holder' || besides.has(`${method} ${path}`))
