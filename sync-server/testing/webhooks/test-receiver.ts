import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { isSameSecret } from '../../session/same-secret.ts'
import { signBody } from '../../signed-headers.ts'

type ReceivedEvent = { id: string; shopId: string; seq: number; event: string; at: string; row: Record<string, unknown> | null; status?: object }
type Received = { headers: IncomingHttpHeaders; text: string; body: ReceivedEvent }

export type TestReceiver = Awaited<ReturnType<typeof openReceiver>>

/** Answers one request; 200 by default. */
type Answering = (received: Received, response: ServerResponse) => void

const takeAll: Answering = (_, response) => response.end()

/** A webhook receiver on a local port. */
export async function openReceiver(answering: Answering = takeAll, port = 0) {
  const received: Received[] = []
  const state = { answering }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const one: Received = { headers: request.headers, text, body: JSON.parse(text) as ReceivedEvent }
      received.push(one)
      state.answering(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://localhost:${ownPort}/in`,
    port: ownPort,
    received,
    answer: (next: Answering): void => void (state.answering = next),
    /** Seqs of the events in order of arrival, including repeats. */
    seqs: (): number[] => received.map(({ body }) => body.seq),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function isSigned(secret: string, { headers, text }: Received): boolean {
  const [timestamp, signature] = [headers['x-mainspring-timestamp'], headers['x-mainspring-signature']]
  return typeof timestamp === 'string' && typeof signature === 'string' && isSameSecret(signature, `sha256=${signBody(secret, timestamp, text)}`)
}

export const refuse =
  (status: number): Answering =>
  (_, response) =>
    void response.writeHead(status).end('no')
