import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRandom } from '#scripts/demo/random.ts'

/** Bytes of a sync request's headers, each way. */
const headerBytes = 400
/** Bytes sent at a time: small, so that requests share the link as packets do. */
const pieceBytes = 250

export type SlowLink = {
  /** The link's address; fast and without faults until `degrade`. */
  url: string
  degrade(options: { bytesPerSecond: number; failureShare: number; seed: number }): void
  /** Fails every request; unlike an emulated outage, it outlasts the page. */
  cut(): void
  repair(): void
  /** Requests to `/api` since `degrade`, and whether the link dropped them. */
  requests: { atMs: number; path: string; isLost: boolean }[]
  close(): Promise<void>
}

/** One direction of the link, with a bytes-per-second limit shared by all requests. */
class DelayLine {
  #freeAtMs = 0
  bytesPerSecond = Infinity

  async carry(bytes: number, onPiece?: (start: number, end: number) => void): Promise<void> {
    for (let start = 0; start < bytes;) {
      const end = this.bytesPerSecond === Infinity ? bytes : Math.min(bytes, start + pieceBytes)
      if (this.bytesPerSecond !== Infinity) {
        const now = performance.now()
        this.#freeAtMs = Math.max(now, this.#freeAtMs) + ((end - start) / this.bytesPerSecond) * 1_000
        await new Promise((resolve) => setTimeout(resolve, this.#freeAtMs - now))
      }
      onPiece?.(start, end)
      start = end
    }
  }
}

/**
 * A bad network between browser and server: all requests share one slow link each way. Of the dropped ones, half fail
 * before the server gets the request and half after its response. Also covers the service worker and the live stream.
 */
export async function openSlowLink(serverUrl: string): Promise<SlowLink> {
  const [up, down] = [new DelayLine(), new DelayLine()]
  const requests: SlowLink['requests'] = []
  let fails = (): 'before' | 'after' | undefined => undefined
  let isBad = false

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const loss = fails()
    const address = incoming.url ?? '/'
    if (isBad && address.startsWith('/api/')) requests.push({ atMs: performance.now(), path: address.split('?')[0] ?? '', isLost: loss !== undefined })
    await up.carry(headerBytes)
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      await up.carry(chunk.length)
    }
    if (loss === 'before') return void outgoing.destroy()
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const { host, port } = new URL(serverUrl)
      const forwarded = sendRequest(
        { host: '127.0.0.1', port, method: incoming.method, path: address, headers: { ...incoming.headers, host: incoming.headers.host ?? host } },
        resolve,
      )
      forwarded.on('error', reject)
      outgoing.on('close', () => forwarded.destroy())
      forwarded.end(Buffer.concat(chunks))
    })
    await down.carry(headerBytes)
    if (loss === 'after' && !answer.headers['content-type']?.startsWith('text/event-stream')) return void outgoing.destroy()
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    for await (const chunk of answer as AsyncIterable<Buffer>) await down.carry(chunk.length, (start, end) => outgoing.write(chunk.subarray(start, end)))
    outgoing.end()
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    degrade({ bytesPerSecond, failureShare, seed }) {
      const random = createRandom(seed)
      isBad = true
      up.bytesPerSecond = down.bytesPerSecond = bytesPerSecond
      fails = () => (random.chance(failureShare) ? (random.chance(0.5) ? 'before' : 'after') : undefined)
      // Close connections opened on the good network.
      server.closeAllConnections()
    },
    cut() {
      fails = () => 'before'
      server.closeAllConnections()
    },
    repair() {
      isBad = false
      up.bytesPerSecond = down.bytesPerSecond = Infinity
      fails = () => undefined
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
