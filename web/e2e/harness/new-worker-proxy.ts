import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'

export const foreignPage = '<!doctype html><title>Away</title><h1>We are back soon</h1>'

type NewWorkerProxy = {
  url: string
  publishNewVersion: () => void
  /** Publishes a newer version whose precache list has new hashes for the page and the icons. */
  publishNewFiles: () => void
  /** True: every request but those for the worker and the API gets the proxy's own page, with status 200. */
  setForeign: (isForeign: boolean) => void
  close: () => void
}

/** A proxy that can serve a newer service worker: one extra byte makes it new for a browser. */
export async function startProxy(target: string): Promise<NewWorkerProxy> {
  let isNewer = false
  let hasNewFiles = false
  let isForeign = false
  const proxy = createServer((incoming, answer) => {
    const isWorker = incoming.url === '/sw.js'
    if (isForeign && !isWorker && incoming.url?.startsWith('/api/') !== true) {
      incoming.resume()
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void answer.end(foreignPage)
    }
    const headers = { ...incoming.headers, ...(isWorker && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const outgoing = request(target + incoming.url, { method: incoming.method, headers }, (reply) => {
      const { 'content-length': _length, etag: _etag, ...others } = reply.headers
      answer.writeHead(reply.statusCode ?? 500, isWorker ? others : reply.headers)
      if (isWorker && isNewer) answer.write('// newer\n')
      if (isWorker && hasNewFiles) {
        void text(reply).then((script) => answer.end(script.replaceAll(/(["']?revision["']?:\s*["'])/g, '$1new-')))
      } else reply.pipe(answer)
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
    publishNewFiles: () => {
      isNewer = true
      hasNewFiles = true
    },
    setForeign: (foreign) => {
      isForeign = foreign
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
