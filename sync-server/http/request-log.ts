import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '../app-env.ts'
import type { DatabaseWork } from '../metrics/statement-meter.ts'
import type { Services } from '../services.ts'

/** Every answer names its request, so that a person can quote the number and the operator finds the log line. */
export const giveRequestId = createMiddleware<AppEnv>(async (c, next) => {
  const requestId = randomUUID()
  c.set('requestId', requestId)
  await next()
  c.res.headers.set('X-Request-Id', requestId)
})

/** From here on a request is slow, and its line a warning. */
const slowMs = 1_000

/** Counts and logs requests by the pattern of the address, never the address: what stands in it may be a name or a phone. */
export const logRequests = ({ log, metrics }: Pick<Services, 'log' | 'metrics'>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const startedAtMs = performance.now()
    const work: DatabaseWork = { statements: 0, ms: 0, trips: 0 }
    await metrics.database.during(work, next)
    const durationMs = performance.now() - startedAtMs
    // Pattern of the handler that answered, or of the rule that refused.
    const route = routePath(c)
    const { method } = c.req
    const { status } = c.res
    metrics.countRequest({ method, route, status, seconds: durationMs / 1_000 })
    // Pages, assets and the health check would drown the rest.
    if (!c.req.path.startsWith('/api/')) return
    const isSlow = durationMs >= slowMs
    log[isSlow ? 'warn' : 'info'](
      {
        requestId: c.get('requestId'),
        method,
        route,
        status,
        durationMs: toTenths(durationMs),
        statements: work.statements,
        databaseMs: toTenths(work.ms),
        userId: c.get('caller')?.userId,
        tokenId: c.get('tokenId'),
      },
      isSlow ? 'slow request' : 'request',
    )
  })

const toTenths = (value: number): number => Math.round(value * 10) / 10
