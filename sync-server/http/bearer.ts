import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'

/** The token of `Authorization: Bearer`, possibly ''; undefined without one, or with another scheme (a proxy's own). */
export function readBearer(c: Context<AppEnv>): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(c.req.header('Authorization')?.trim() ?? '')
  return match ? (match[1] ?? '') : undefined
}
