import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { attachmentMaxBytes, attachmentTexts } from '#schema/rules/files/attachments.ts'
import { fileOf, onePixelPng } from '../../testing/test-pictures.ts'
import { seedTwoShops, startTestServer, type TestClient, type TestServer } from '../../testing/test-server.ts'

type Shop = { server: TestServer; shopId: string; orderId: string; ann: TestClient; max: TestClient }

const sockets: Socket[] = []

const shop = await openShop(await startTestServer())
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await shop.server.close()
})

async function openShop(server: TestServer): Promise<Shop> {
  const { shopId } = await seedTwoShops(server)
  const [ann, max] = [await server.client().signIn('ann'), await server.client().signIn('max')]
  const idOf = (address: string, body: unknown) => addRow(ann, `/api/${shopId}/${address}`, body)
  const customerId = await idOf('customers', { name: 'Mary', countryCode: '+1', phone: '5550100100' })
  const order = { customerId, orderStatusId: orderStatusIdByName.Lead, itemDetails: 'Phone', issueDescription: 'Glass' }
  return { server, shopId, orderId: await idOf('orders', order), ann, max }
}

async function addRow(client: TestClient, address: string, body: unknown): Promise<string> {
  const { status, text } = await client.post(address, body)
  expect({ status, text }).toMatchObject({ status: 200 })
  return (JSON.parse(text) as { id: string }).id
}

/** A PNG of this size; bytes after its last chunk are ignored. */
function pngOf(bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes)
  content.set(onePixelPng)
  return content
}

const addFile = ({ shopId, orderId, ann }: Shop, content = onePixelPng): Promise<string> => addRow(ann, `/api/${shopId}/attachments`, fileOf(orderId, content))

const addressOf = ({ shopId }: Shop, id: string) => `/api/${shopId}/attachments/${id}`

/** An upload on a raw socket, which the test sends in parts. */
function openUpload(of: Shop, id: string, length: number | 'untold', cookie = of.ann.cookie) {
  const { hostname, port } = new URL(of.server.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const told = length === 'untold' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(`PUT ${addressOf(of, id)}/content HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nContent-Type: image/png\r\n${told}\r\n\r\n`)
  let heard = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (part) => (heard += part.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
  return {
    ended,
    async hear(text: string): Promise<void> {
      await expect.poll(() => heard, { timeout: 15_000 }).toContain(text)
    },
    destroy: () => socket.destroy(),
    send: (part: Uint8Array): Promise<boolean> =>
      new Promise((resolve) => {
        const piece = length === 'untold' ? [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')] : [part]
        socket.write(Buffer.concat(piece), (error) => resolve(error === undefined || error === null))
      }),
  }
}

/** Nothing is stored or announced, and the upload can be repeated. */
async function expectNothingKept(of: Shop, id: string, content = onePixelPng): Promise<void> {
  expect((await of.ann.get(addressOf(of, id))).json).toMatchObject({ isStored: false })
  expect(await of.server.services.reader.selectFrom('attachment_contents').select('sha256').where('attachment_id', '=', id).execute()).toEqual([])
  expect((await of.ann.send('PUT', `${addressOf(of, id)}/content`, { rawBody: content })).json).toMatchObject({ isStored: true })
}

const refusalsOf = ({ server }: Shop) => server.logLines.filter((line) => line.includes('"status":413')).length
const errorsOf = ({ server }: Shop) => server.logLines.filter((line) => line.includes('"level":"error"'))

describe('an upload (PHOTO-02)', () => {
  test('without a length that is larger than it may be hears so, and the connection ends', async () => {
    const id = await addFile(shop)
    const upload = openUpload(shop, id, 'untold')
    for (let at = 0; at <= attachmentMaxBytes; at += 100_000) await upload.send(pngOf(100_000))
    await upload.send(new Uint8Array())
    const heard = await upload.ended
    expect(heard).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
    expect(heard).toContain(attachmentTexts.tooLarge)
    await expectNothingKept(shop, id)
  })

  test('without a length that never ends is cut off', async () => {
    const refusals = refusalsOf(shop)
    const id = await addFile(shop)
    const upload = openUpload(shop, id, 'untold')
    const [mostParts, part] = [500, new Uint8Array(65_536)]
    let parts = 0
    while (parts < mostParts && (await upload.send(part))) parts++
    await upload.ended
    // The kernels on both sides buffer some megabytes.
    expect(parts).toBeLessThan(mostParts)
    expect(refusalsOf(shop)).toBe(refusals + 1)
    await expectNothingKept(shop, id)
  })

  test('without a length is taken up to the limit, byte by byte', async () => {
    const content = pngOf(attachmentMaxBytes)
    const id = await addFile(shop, content)
    const upload = openUpload(shop, id, 'untold')
    for (let at = 0; at < content.length; at += 50_000) await upload.send(content.subarray(at, at + 50_000))
    await upload.send(new Uint8Array())
    await upload.hear('"isStored":true')
    expect(
      new Uint8Array(await (await fetch(shop.server.url + addressOf(shop, id) + '/content', { headers: { Cookie: shop.ann.cookie ?? '' } })).arrayBuffer()),
    ).toEqual(content)
  })

  test('of somebody who is not signed in is refused before a byte of it is read', async () => {
    const id = await addFile(shop)
    const upload = openUpload(shop, id, 'untold', 'none=1')
    await upload.hear('HTTP/1.1 401')
    await expectNothingKept(shop, id)
    upload.destroy()
  })

  test('whose sender dies in the middle leaves nothing, and is no failure of the server', async () => {
    const content = pngOf(500_000)
    const id = await addFile(shop, content)
    const upload = openUpload(shop, id, content.length)
    await upload.send(content.subarray(0, 200_000))
    upload.destroy()
    await upload.ended
    await expectNothingKept(shop, id, content)
    expect(errorsOf(shop)).toEqual([])
  })

  test('whose sender falls silent is cut off, and leaves nothing', async () => {
    const impatient = await openShop(await startTestServer({ patience: { headersMs: 60_000, requestMs: 60_000, silenceMs: 500, checkEveryMs: 50 } }))
    const content = pngOf(500_000)
    const id = await addFile(impatient, content)
    const upload = openUpload(impatient, id, content.length)
    await upload.send(content.subarray(0, 200_000))
    expect(await upload.ended).not.toContain('HTTP/1.1 200')
    await expectNothingKept(impatient, id, content)
    expect(errorsOf(impatient)).toEqual([])
    await impatient.server.close()
  })

  test('waits while its sender has many others under way, stops nobody else, and is read once one of these breaks off', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => addFile(shop, pngOf(attachmentMaxBytes))))
    const slow = ids.map((id) => openUpload(shop, id, attachmentMaxBytes))
    for (const upload of slow) await upload.send(onePixelPng)
    const [mine, theirs] = [await addFile(shop), await addFile(shop)]
    const waiting = openUpload(shop, mine, onePixelPng.length)
    await waiting.send(onePixelPng)
    expect((await shop.max.send('PUT', `${addressOf(shop, theirs)}/content`, { rawBody: onePixelPng })).status).toBe(200)
    slow[0]?.destroy()
    await waiting.hear('"isStored":true')
    for (const upload of [...slow, waiting]) upload.destroy()
  })
})
