import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '../app-env.ts'
import type { Log } from '../services.ts'

/** Every answer names its request, so that a person can quote the number and the operator finds the log line. */
export const giveRequestId = createMiddleware<AppEnv>(async (c, next) => {
  const requestId = randomUUID()
  c.set('requestId', requestId)
  await next()
  c.res.headers.set('X-Request-Id', requestId)
})

/** Logs the pattern of the address, never the address: what stands in it may be a name or a phone. */
export const logRequests = (log: Log) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const startedAtMs = performance.now()
    await next()
    // Pages, assets and the health check would drown the rest.
    if (!c.req.path.startsWith('/api/')) return
    log.info(
      {
        requestId: c.get('requestId'),
        method: c.req.method,
        // Pattern of the handler that answered, or of the rule that refused.
        route: routePath(c),
        status: c.res.status,
        durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
        userId: c.get('caller')?.userId,
        tokenId: c.get('tokenId'),
      },
      'request',
    )
  })
