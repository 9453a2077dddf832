import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '../app-env.ts'
import type { DatabaseWork } from '../metrics/statement-meter.ts'
import type { Services } from '../services.ts'

/** Each response has a request id, which users can quote to find the log line. */
export const giveRequestId = createMiddleware<AppEnv>(async (c, next) => {
  const requestId = randomUUID()
  c.set('requestId', requestId)
  await next()
  c.res.headers.set('X-Request-Id', requestId)
})

/** Requests from this duration on are logged as warnings. */
const slowMs = 1_000

/** Counts and logs requests by route pattern, never by URL, which may hold a name or a phone. */
export const logRequests = ({ log, metrics }: Pick<Services, 'log' | 'metrics'>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const startedAtMs = performance.now()
    const work: DatabaseWork = { statements: 0, ms: 0, trips: 0 }
    await metrics.database.during(work, next)
    const durationMs = performance.now() - startedAtMs
    // Pattern of the handler or middleware that answered.
    const route = routePath(c)
    const { method } = c.req
    const { status } = c.res
    metrics.countRequest({ method, route, status, seconds: durationMs / 1_000 })
    // Pages, assets and health checks would flood the log.
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
