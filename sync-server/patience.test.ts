import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const sockets: Socket[] = []

// Separate servers, so that on a stalled machine one timeout cannot pre-empt the other.
const server = await startTestServer({ patience: { headersMs: 300, requestMs: 1_000, silenceMs: 60_000, checkEveryMs: 50 } })
const impatient = await startTestServer({ patience: { headersMs: 60_000, requestMs: 60_000, silenceMs: 500, checkEveryMs: 50 } })
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all([server.close(), impatient.close()])
})

/** Sends `text`, then `trickle` repeatedly, and returns the response when the server closes the connection. */
function sendAndWait(to: TestServer, text: string, trickle?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to.url)
    let timer: NodeJS.Timeout | undefined
    const socket = connect(Number(port), hostname, () => {
      socket.write(text)
      if (trickle !== undefined) timer = setInterval(() => socket.writable && socket.write(trickle), 50)
    })
    sockets.push(socket)
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('close', () => {
      clearInterval(timer)
      resolve(heard)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE' || reject(error))
  })
}

test('a client that never ends its headers gets 408 and is cut off', async () => {
  expect(await sendAndWait(server, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toContain('408 Request Timeout')
})

const halfBody = 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"user_id":'

test('a client that falls silent in its body is cut off, and that is no failure of the server', async () => {
  expect(await sendAndWait(impatient, halfBody)).not.toContain('HTTP/1.1 200')
  expect(impatient.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('a client that goes on with its body for ever gets 408 and is cut off', async () => {
  expect(await sendAndWait(server, halfBody, ' ')).toContain('408 Request Timeout')
})

test('a live stream outlasts the time that a request has', async () => {
  const patient = await startTestServer({ patience: { headersMs: 500, requestMs: 1_000, silenceMs: 60_000, checkEveryMs: 50 } })
  const client = await patient.client().signIn('admin')
  const response = await fetch(`${patient.url}/api/sync/live`, { headers: { Cookie: client.cookie ?? '' } })
  const reader = response.body?.getReader()
  await reader?.read()
  const end = reader?.read().then(
    ({ done }) => done,
    () => true,
  )
  const stillOpen = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000))
  expect(await Promise.race([end, stillOpen])).toBe(false)
  await reader?.cancel()
  await patient.close()
})
