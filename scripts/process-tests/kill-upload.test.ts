import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp, type ApiClient } from './api-client.ts'
import { startShopServer, type ShopServer } from './start-shop-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let shops: ShopServer
let client: ApiClient
let shopId = ''

beforeAll(async () => {
  shops = await startShopServer(['photos'], { ada: {} })
  ;[shopId = ''] = shops.shopIds
  client = await shops.signIn('ada')
})
afterAll(() => shops.server.dispose())

/** The server checks only the JPEG signature. */
const content = new Uint8Array(2_000_000).fill(7)
content.set([0xff, 0xd8, 0xff, 0xe0])

async function addFile(): Promise<string> {
  const customer = createOp('customers', { name: 'Mary' })
  const order = createOp('orders', { customerId: customer.id, orderStatusId: orderStatusIdByName.Lead, itemDetails: 'Phone', issueDescription: 'Glass' })
  const facts = { kind: 'photo', fileName: 'glass.jpg', mimeType: 'image/jpeg', byteSize: content.length, width: 1, height: 1 }
  const file = createOp('attachments', { orderId: order.id, ...facts, sha256: createHash('sha256').update(content).digest('hex') })
  await client.write(shopId, [customer, order, file])
  return file.id
}

const addressOf = (id: string) => `/api/${shopId}/attachments/${id}`

/** Sends part of the content on its own connection; resolves when the OS has accepted it. */
function sendPart(id: string, bytes: number): Promise<void> {
  const { hostname, port } = new URL(shops.server.url)
  const head = `PUT ${addressOf(id)}/content HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${client.cookie}\r\nContent-Type: image/jpeg\r\nContent-Length: ${content.length}\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head)
      socket.write(content.subarray(0, bytes), () => resolve())
    })
    // Killing the server resets the connection.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE' || reject(error))
    socket.on('close', () => socket.destroy())
  })
}

const put = (id: string) =>
  fetch(client.url + addressOf(id) + '/content', { method: 'PUT', headers: { cookie: client.cookie, 'content-type': 'image/jpeg' }, body: content })

it.each([1_000, content.length / 2, content.length - 1, content.length])(
  'a server killed in the middle of an upload has nothing of it afterwards, or all, and takes it anew (%i bytes sent)',
  async (bytes) => {
    const id = await addFile()
    await sendPart(id, bytes)
    await shops.server.kill('SIGKILL')
    await shops.server.start()
    const { isStored } = await client.read<{ isStored: boolean }>(addressOf(id))
    // Only a complete content may be stored, even if unanswered.
    if (bytes < content.length) expect(isStored).toBe(false)
    const kept = await fetch(`${client.url}${addressOf(id)}/content`, { headers: { cookie: client.cookie } })
    expect(kept.status).toBe(isStored ? 200 : 404)
    await kept.arrayBuffer()
    const again = await put(id)
    expect([again.status, await again.json()]).toMatchObject([200, { id, isStored: true }])
    const whole = await fetch(`${client.url}${addressOf(id)}/content`, { headers: { cookie: client.cookie } })
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(content)
  },
)

it('an upload of a file that is not there is refused after a kill as before', async () => {
  expect((await put(uuidV7())).status).toBe(404)
})
