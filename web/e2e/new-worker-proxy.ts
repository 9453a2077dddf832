import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Stands in front of the server and can hand out a newer service worker: one byte more, which is all that a browser looks at. */
export async function startProxy(target: string): Promise<{ url: string; publishNewVersion: () => void; close: () => void }> {
  let isNewer = false
  const proxy = createServer((incoming, answer) => {
    const isWorker = incoming.url === '/sw.js'
    const headers = { ...incoming.headers, ...(isWorker && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const outgoing = request(target + incoming.url, { method: incoming.method, headers }, (reply) => {
      const { 'content-length': _length, etag: _etag, ...others } = reply.headers
      answer.writeHead(reply.statusCode ?? 500, isWorker ? others : reply.headers)
      if (isWorker && isNewer) answer.write('// newer\n')
      reply.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://localhost:${port}`,
    publishNewVersion: () => {
      isNewer = true
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
