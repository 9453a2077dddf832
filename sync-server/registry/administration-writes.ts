import type { Route } from './registry.ts'

/** Routes whose commands check rights themselves (AMB-27), and the one that makes tokens, which no code protects afterwards. */
const besides = new Set([
  'POST /api/entities/:id/employees',
  'DELETE /api/entities/:id/employees/:employeeId',
  'PUT /api/:shopId/employees/:employeeId',
  'POST /api/profile/tokens',
])

/**
 * Writes of administration: those that a privilege opens. Of people with sign-in codes they want one that is not older
 * than 15 minutes. The daily work of a shop never asks.
 */
export const isAdministrationWrite = ({ method, path, access }: Pick<Route, 'method' | 'path' | 'access'>): boolean =>
  method !== 'GET' && (access.who === 'holder' || besides.has(`${method} ${path}`))
