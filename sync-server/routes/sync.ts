import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import { pushMaxBytes } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import type { AppEnv } from '../app-env.ts'
import { readBootstrap } from '../feed/bootstrap.ts'
import { openLive } from '../feed/live.ts'
import { pullPage } from '../feed/pull.ts'
import { pushMutations } from '../feed/push.ts'
import { watchElsewhere } from '../feed/watch-elsewhere.ts'
import type { Services } from '../services.ts'

/** `/api/sync/*` of design section 5, to be mounted at the root behind the sign-in guard. */
export function syncRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>().basePath('/api/sync')
  watchElsewhere(services)
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.get('/bootstrap', async (c) => c.json(await readBootstrap(services, c.get('session'), c.get('caller'))))
  app.post('/pull', limitBody, async (c) => c.json(await pullPage(services, c.get('caller'), await readJson(c))))
  app.post('/push', limitBody, async (c) => c.json(await pushMutations(services, c.get('caller'), await readJson(c))))
  app.get('/live', (c) => {
    // Only the headers are sent: a stream that nobody reads would never be told to stop.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' })
    // A proxy that buffers would hold events back.
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (stream) => {
      await new Promise<void>((resolve) => {
        const stop = openLive(services, c.get('session'), c.get('caller'), {
          send: async (event) => {
            if (event.name === 'comment') await stream.write(': \n\n')
            else await stream.writeSSE({ event: event.name, data: JSON.stringify(event.name === 'heads' ? event.heads : {}) })
          },
          end: resolve,
        })
        stream.onAbort(() => {
          stop()
          resolve()
        })
      })
    })
  })
  return app
}

const limitBody = bodyLimit({
  maxSize: pushMaxBytes,
  onError: () => {
    throw new AppError('PAYLOAD_TOO_LARGE')
  },
})

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError('VALIDATION', 'The body is not JSON.')
    throw error
  }
}
