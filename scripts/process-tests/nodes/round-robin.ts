import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Failure = { address: string; status: number; retryAfter: string | undefined; body: string }

export type RoundRobin = {
  readonly url: string
  readonly failures: readonly Failure[]
  /** Requests without a response: their node was killed or none was running. */
  readonly lost: number
  close: () => void
}

/** Skips nodes that refuse the connection. A request that a node accepted is never sent to another. */
export async function startRoundRobin(nodeUrls: readonly string[]): Promise<RoundRobin> {
  const failures: Failure[] = []
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let lost = 0

  const proxy = createServer((incoming, answer) => {
    answer.on('error', () => undefined)
    meet(incoming, answer).catch(() => {
      lost += 1
      answer.destroy()
    })
  })

  async function meet(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await readAll(incoming)
    const first = turn++
    for (let tried = 0; ; tried += 1) {
      const node = new URL(nodeUrls[(first + tried) % nodeUrls.length] ?? '')
      try {
        return await pass(await ask(node, incoming, body, answer), incoming.url ?? '', answer)
      } catch (error) {
        if (tried + 1 >= nodeUrls.length || !isRefused(error)) throw error
      }
    }
  }

  function ask(node: URL, { method, url, headers }: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port: node.port, method, path: url, headers, agent }, resolve)
      call.on('error', reject)
      answer.on('close', () => call.destroy())
      call.end(body)
    })
  }

  async function pass(from: IncomingMessage, address: string, answer: ServerResponse): Promise<void> {
    const status = from.statusCode ?? 0
    if (status >= 500) {
      const body = await readAll(from)
      failures.push({ address, status, retryAfter: from.headers['retry-after'], body: body.toString() })
      answer.writeHead(status, from.headers).end(body)
      return
    }
    answer.writeHead(status, from.headers)
    answer.flushHeaders()
    for await (const chunk of from) answer.write(chunk)
    answer.end()
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    failures,
    get lost() {
      return lost
    },
    close() {
      proxy.close()
      proxy.closeAllConnections()
      agent.destroy()
    },
  }
}

const isRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
