import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

type EchoServer = { url: string; close(): Promise<void> }

/** Baseline of live updates: broadcasts a posted text to all pages by server-sent events. */
export async function startEchoServer(): Promise<EchoServer> {
  const listeners = new Set<(text: string) => void>()
  const app = new Hono()
  app.get('/', (c) => c.html('<!doctype html><title>Echo</title><p id="shown"></p>'))
  app.get('/live', (c) =>
    streamSSE(c, async (stream) => {
      const tell = (text: string): void => void stream.writeSSE({ data: text })
      listeners.add(tell)
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      listeners.delete(tell)
    }),
  )
  app.post('/say', async (c) => {
    const { text } = await c.req.json<{ text: string }>()
    for (const tell of listeners) tell(text)
    return c.json({ ok: true })
  })
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      resolve({
        url: `http://localhost:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
  })
}
