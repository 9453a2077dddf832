import { createServer, type Socket } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { afterEach, describe, expect, test } from 'vitest'
import { openReceiver, refuse, type TestReceiver } from '../../testing/webhooks/test-receiver.ts'
import { createPoster, insideText, noPublicServerText, type Poster, type PosterOptions } from './post-outside.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const open = async (...given: Parameters<typeof openReceiver>): Promise<TestReceiver> => {
  const receiver = await openReceiver(...given)
  closing.push(receiver.close)
  return receiver
}

function makePoster(options: Partial<PosterOptions> = {}): Poster {
  const poster = createPoster({ isInsideAllowed: false, ...options })
  closing.push(() => poster.close())
  return poster
}

const post = (poster: Poster, url: string) => poster.post({ url, headers: { 'Content-Type': 'application/json' }, body: '{"id":"1"}' })
const v4 = (address: string): LookupAddress => ({ address, family: 4 })
const v6 = (address: string): LookupAddress => ({ address, family: 6 })

describe('nothing inside the network of the server is reached', () => {
  const typed = (port: number): string[] => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0.0.0.0:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]

  test('by an address that was typed, in whichever spelling', async () => {
    const receiver = await open()
    const poster = makePoster()
    for (const url of typed(receiver.port)) {
      const answer = url.includes('localhost') ? noPublicServerText : insideText
      expect([url, await post(poster, url)]).toEqual([url, { isTaken: false, answer }])
    }
    expect(receiver.received).toEqual([])
  })

  test.each<[string, LookupAddress[]]>([
    ['leads there', [v4('127.0.0.1')]],
    ['also leads there', [v4('93.184.216.34'), v4('127.0.0.1')]],
    ['leads there by IPv6', [v6('::1')]],
    ['leads there by a mapped address', [v6('::ffff:127.0.0.1')]],
    ['leads to the metadata of a cloud', [v4('169.254.169.254')]],
    ['leads nowhere', []],
  ])('by a name that %s', async (_, addresses) => {
    const receiver = await open()
    const poster = makePoster({ lookUp: async () => addresses })
    expect(await post(poster, `http://hooks.example.com:${receiver.port}/`)).toEqual({ isTaken: false, answer: noPublicServerText })
    expect(receiver.received).toEqual([])
  })

  test('by a name, with the same words whether the network has it or nobody', async () => {
    const lost = Object.assign(new Error('x'), { code: 'ENOTFOUND' })
    const answers = await Promise.all(
      [async () => [v4('10.0.0.7')], () => Promise.reject(lost)].map((lookUp) => post(makePoster({ lookUp }), 'http://printer.example.com/')),
    )
    expect(answers[0]).toEqual(answers[1])
  })

  test('by a name that leads elsewhere once it was checked: a request asks once, and goes to what was checked', async () => {
    const receiver = await open()
    let asked = 0
    const lookUp = async (): Promise<LookupAddress[]> => [v4(++asked === 1 ? '127.0.0.1' : '127.0.0.2')]
    const poster = makePoster({ lookUp, judge: (address) => address !== '127.0.0.1', isKeepingAlive: false })
    const url = `http://rebinding.example.com:${receiver.port}/`
    expect([await post(poster, url), asked]).toEqual([{ isTaken: true, answer: '200' }, 1])
    expect([await post(poster, url), asked]).toEqual([{ isTaken: false, answer: noPublicServerText }, 2])
    expect(receiver.received).toHaveLength(1)
  })

  test('by a redirect, which is an answer like any other', async () => {
    const inner = await open()
    const outer = await open((_, response) => void response.writeHead(307, { Location: inner.url }).end())
    const poster = makePoster({ isInsideAllowed: true })
    expect(await post(poster, outer.url)).toEqual({ isTaken: false, answer: '307' })
    expect([outer.received.length, inner.received.length]).toEqual([1, 0])
  })

  test('unless whoever runs the server allows it', async () => {
    const receiver = await open()
    expect(await post(makePoster({ isInsideAllowed: true }), receiver.url)).toEqual({ isTaken: true, answer: '200' })
    expect(receiver.received.map(({ text }) => text)).toEqual(['{"id":"1"}'])
  })
})

describe('what came of a send', () => {
  const local = (options: Partial<PosterOptions> = {}): Poster => makePoster({ isInsideAllowed: true, ...options })

  test.each([204, 201])('%i is taken', async (status) => {
    const receiver = await open((_, response) => void response.writeHead(status).end())
    expect(await post(local(), receiver.url)).toEqual({ isTaken: true, answer: String(status) })
  })

  test.each([302, 400, 410, 429, 500])('%i is not', async (status) => {
    const receiver = await open(refuse(status))
    expect(await post(local(), receiver.url)).toEqual({ isTaken: false, answer: String(status) })
  })

  test('is said in words where there is no answer', async () => {
    const gone = await openReceiver()
    await gone.close()
    const silent = await open(() => {})
    const broken = await open((_, response) => void response.socket?.destroy())
    expect(await post(local(), gone.url)).toEqual({ isTaken: false, answer: 'Nobody listens at the address.' })
    expect(await post(local({ timeoutMs: 200 }), silent.url)).toEqual({ isTaken: false, answer: 'No answer within 0.2 seconds.' })
    expect(await post(local(), broken.url)).toEqual({ isTaken: false, answer: 'The connection broke off.' })
    const lost = Object.assign(new Error('x'), { code: 'ENOTFOUND' })
    expect(await post(local({ lookUp: () => Promise.reject(lost) }), 'https://nowhere.example.com/')).toMatchObject({
      answer: 'There is no server of this name.',
    })
  })

  test('a long answer is cut off, and counts by its status', async () => {
    const receiver = await open((_, response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(16_384), () => more()))
      response.writeHead(200)
      more()
    })
    expect(await post(local({ timeoutMs: 60_000 }), receiver.url)).toEqual({ isTaken: true, answer: '200' })
  })

  test('connections are used again, and one that the receiver closed meanwhile costs nothing', async () => {
    const sockets = new Set<Socket>()
    const requests: string[] = []
    const server = createServer((socket) => {
      sockets.add(socket)
      // Serves one request per connection, and closes it on the next without reading.
      let isUsed = false
      socket.on('data', (bytes) => {
        if (isUsed) return void socket.resetAndDestroy()
        isUsed = true
        requests.push(bytes.toString())
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n')
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    const poster = local()
    expect([await post(poster, url), await post(poster, url)]).toEqual([
      { isTaken: true, answer: '200' },
      { isTaken: true, answer: '200' },
    ])
    expect([sockets.size, requests.length]).toEqual([2, 2])
  })
})
