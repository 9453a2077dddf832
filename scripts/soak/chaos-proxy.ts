import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Random } from '../demo/random.ts'
import { type ChaosSet, drawFate, type Fate } from './chaos.ts'
import type { WireRecord } from './wire-record.ts'

/** A proxy between one device and the server that simulates network faults. */
export type ChaosProxy = {
  /** `http://localhost:<port>` */
  readonly url: string
  /** 'whole': everything passes; 'bad': each request draws a fate; 'down': every connection is cut. */
  setWeather(weather: Weather): void
  counts: Record<string, number>
  close(): void
}

export type Weather = 'whole' | 'bad' | 'down'

type ProxyOptions = { target: string; random: Random; chaos: ChaosSet; record: WireRecord }

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const foreignAnswers: readonly [status: number, type: string, body: string][] = [
  [200, 'text/html', '<!doctype html><title>Welcome</title><p>Please accept our terms to use this network.'],
  [404, 'application/json', '{"code":"NOT_FOUND","message":"no route matched"}'],
  [400, 'application/json', '{"code":"VALIDATION","message":"bad request"}'],
  [413, 'application/json', '{"code":"PAYLOAD_TOO_LARGE","message":"request entity too large"}'],
  [403, 'application/json', '{"message":"forbidden by policy"}'],
  [401, 'application/json', '{"code":"UNAUTHORIZED","message":"proxy sign-in needed"}'],
]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function startChaosProxy({ target, random, chaos, record }: ProxyOptions): Promise<ChaosProxy> {
  let weather: Weather = 'whole'
  const sockets = new Set<Socket>()
  const counts: Record<string, number> = {}

  const proxy = createServer((incoming, answer) => {
    answer.on('error', () => undefined)
    if (weather === 'down') return void answer.destroy()
    const address = incoming.url ?? '/'
    const isStream = address.startsWith('/api/sync/live')
    const fate: Fate = weather === 'bad' && address.startsWith('/api/') ? drawFate(random, chaos, isStream) : 'pass'
    counts[fate] = (counts[fate] ?? 0) + 1
    const meet = isStream ? passStream(incoming, answer, fate) : passCall(incoming, answer, fate)
    meet.catch(() => answer.destroy())
  })
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function passCall(incoming: IncomingMessage, answer: ServerResponse, fate: Fate): Promise<void> {
    const body = await readAll(incoming)
    const isPush = incoming.url?.startsWith('/api/sync/push') === true
    if (isPush) record.noteSent(body)
    if (fate === 'lose request') return void answer.destroy()
    if (fate === 'foreign') {
      const [status, type, text] = random.pick(foreignAnswers)
      answer.writeHead(status, { 'content-type': type })
      return void answer.end(text)
    }
    if (fate === 'delay') await pause(random.between(200, 4_000))
    const ask = (): Promise<Answer> => callServer(target, incoming, body, isPush)
    let got = await ask()
    if (isPush) record.noteAnswered(got.status, got.body)
    if (fate === 'double') {
      const again = await ask()
      if (isPush) record.noteAnswered(again.status, again.body)
      if (random.chance(0.5)) got = again
    }
    if (fate === 'delay answer') await pause(random.between(200, 6_000))
    if (fate === 'lose answer') return void answer.destroy()
    answer.writeHead(got.status, got.headers)
    if (fate !== 'cut answer') return void answer.end(got.body)
    answer.write(got.body.subarray(0, Math.floor(got.body.length / 2)))
    await pause(50)
    answer.destroy()
  }

  /** 'buffer' simulates a proxy that buffers the stream, so that no event arrives. */
  async function passStream(incoming: IncomingMessage, answer: ServerResponse, fate: Fate): Promise<void> {
    if (fate === 'delay') await pause(random.between(200, 4_000))
    const outgoing = request(target + incoming.url, { method: incoming.method, headers: incoming.headers })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    outgoing.end()
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
    answer.writeHead(reply.statusCode ?? 500, reply.headers)
    answer.flushHeaders()
    reply.on('error', () => answer.destroy())
    reply.on('close', () => answer.destroy())
    if (fate === 'buffer') return void reply.resume()
    reply.pipe(answer)
    if (fate === 'lose answer' || fate === 'cut answer') setTimeout(() => answer.destroy(), random.between(100, 3_000)).unref()
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    counts,
    setWeather(next) {
      weather = next
      // A buffered stream or a delayed response must not outlive the weather that it began in.
      for (const socket of sockets) socket.destroy()
    },
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function callServer(target: string, incoming: IncomingMessage, body: Buffer, isPush: boolean): Promise<Answer> {
  const { 'transfer-encoding': _chunked, 'accept-encoding': encoding, connection: _connection, ...headers } = incoming.headers
  const outgoing = request(target + incoming.url, {
    method: incoming.method,
    agent: false,
    // Pushes ask for no compression, because their responses are recorded.
    headers: { ...headers, 'content-length': String(body.length), ...(encoding !== undefined && !isPush && { 'accept-encoding': encoding }) },
  })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  const content = await readAll(reply)
  const { 'transfer-encoding': _replyChunked, connection: _replyConnection, 'keep-alive': _keepAlive, ...replyHeaders } = reply.headers
  return { status: reply.statusCode ?? 500, headers: replyHeaders, body: content }
}
