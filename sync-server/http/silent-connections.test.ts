import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { cutSilentConnections } from '../main.ts'

/** Long enough that a stalled machine does not exceed it between connecting and sending. */
const silenceMs = 600

/** What the server sends to a connection that sends `text` once, until it closes. */
async function listenTo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.write(text)
  await once(socket, 'close')
  return heard
}

it('an answer that takes longer than the silence allowed still comes; a request that stops half-way and an answer that stops are cut off', async () => {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/stops') return void outgoing.write('begun')
    incoming.resume()
    incoming.on('end', () => setTimeout(() => outgoing.end('late'), 3 * silenceMs))
  })
  cutSilentConnections(server, silenceMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`
  expect(await listenTo(port, `${head('/waits')}\r\n`)).toContain('late')
  expect(await listenTo(port, `${head('/half')}Content-Length: 10\r\n\r\nfive`)).toBe('')
  expect(await listenTo(port, `${head('/stops')}\r\n`)).toContain('begun')
  server.close()
})
