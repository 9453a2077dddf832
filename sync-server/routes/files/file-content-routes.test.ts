import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { attachmentMaxBytes, attachmentsPerOrder, attachmentTexts } from '#schema/rules/files/attachments.ts'
import { openRoutesWorld } from '../../testing/test-registry-world.ts'
import { openCallers } from '../../testing/test-callers.ts'
import { toSha256 } from '../../to-sha256.ts'
import { fileOf, onePixelPng, tinyWebp } from '../../testing/test-pictures.ts'
import { eraseCustomerRow, restoreRow } from '../../store/write-rows.ts'
import { purgeDeletedRows } from '../../store/deletions/purge-deleted.ts'

const world = await openRoutesWorld()
const callers = await openCallers(world)
const headers = (await callers.sign('administrator', 'none')).headers
const api = `/api/${world.shop.shopId}/attachments`
afterAll(() => world.close())
beforeEach(() => world.clock.advance(1000))

type Row = Record<string, unknown> & { id: string }

const send = (method: string, address: string, more: { body?: unknown; rawBody?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {}) =>
  world.server.client().send(method, address, { ...more, headers: { ...headers, ...more.headers } })
const addFile = async (more: Parameters<typeof fileOf>[2] = {}, content: Uint8Array = onePixelPng): Promise<string> => {
  const { text } = await send('POST', api, { body: fileOf(await world.shop.addRow('orders'), content, more) })
  return (JSON.parse(text) as Row).id
}
const put = (id: string, rawBody: Uint8Array<ArrayBuffer>, part = 'content') => send('PUT', `${api}/${id}/${part}`, { rawBody })
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const rowOf = async (id: string) => JSON.parse((await send('GET', `${api}/${id}`)).text) as Row
const caller = () =>
  ({
    userId: null,
    privileges: new Set(['delete_customer', 'delete_order'] as const),
    shopIds: new Set([world.shop.shopId]),
    origin: 'administration',
  }) as const
const countContents = async (id: string) =>
  (await world.services.reader.selectFrom('attachment_contents').select('sha256').where('attachment_id', '=', id).execute()).length

describe('the content of a file (PHOTO-02)', () => {
  test('is kept as it was sent, marks the row, and comes back in a way in which it cannot run', async () => {
    const id = await addFile({ fileName: 'Kratzer "1" ü.png' })
    expect((await rowOf(id))['isStored']).toBe(false)
    expect((await send('GET', `${api}/${id}/content`)).status).toBe(404)
    const stored = await put(id, onePixelPng)
    expect([stored.status, (JSON.parse(stored.text) as Row)['isStored']]).toEqual([200, true])
    const answer = await fetch(`${world.server.url}${api}/${id}/content`, { headers })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(onePixelPng)
    const etag = `"${createHash('sha256').update(onePixelPng).digest('hex')}"`
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="Kratzer _1_ _.png"; filename*=UTF-8''Kratzer%20%221%22%20%C3%BC.png`,
    })
    expect((await send('GET', `${api}/${id}/content`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await fetch(`${world.server.url}${api}/${id}/content`, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  })

  test('hazard 51: sent again has no effect, and other bytes are a conflict', async () => {
    const id = await addFile()
    await put(id, onePixelPng)
    const { seq } = await rowOf(id)
    expect((await put(id, onePixelPng)).status).toBe(200)
    expect((await rowOf(id))['seq']).toBe(seq)
    const other = onePixelPng.slice()
    other[40] = 7
    const refused = await put(id, other)
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { message: attachmentTexts.otherContent }])
  })

  test('hazard 52: is refused where size, SHA-256 or type are not those of the row, and nothing of it stays', async () => {
    const changed = onePixelPng.slice()
    changed[40] = 7
    const refused = async (id: string, bytes: Uint8Array<ArrayBuffer>) => {
      const { status, text } = await put(id, bytes)
      expect([await countContents(id), (await rowOf(id))['isStored']]).toEqual([0, false])
      return [status, (JSON.parse(text) as { message: string }).message]
    }
    expect(await refused(await addFile(), onePixelPng.slice(0, -1))).toEqual([400, attachmentTexts.wrongSize])
    expect(await refused(await addFile(), changed)).toEqual([400, attachmentTexts.wrongHash])
    expect(await refused(await addFile({ mimeType: 'image/jpeg' }), onePixelPng)).toEqual([400, attachmentTexts.wrongType])
  })

  test('is refused as a picture that would fill a memory, however few bytes it has', async () => {
    const bomb = onePixelPng.slice()
    new DataView(bomb.buffer).setUint32(16, 30_000)
    new DataView(bomb.buffer).setUint32(20, 30_000)
    const { status, text } = await put(await addFile({ sha256: toSha256(bomb) }), bomb)
    expect([status, JSON.parse(text)]).toMatchObject([413, { message: attachmentTexts.tooManyPixels }])
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['HTML', '<!doctype html><script>1</script>'],
    ['HTML that begins like a GIF', 'GIF89a=1/*<script>1</script>*/'],
    ['RIFF that is no WebP', 'RIFF1234WAVE<script>1</script>'],
    ['a text before a PDF', '<script>1</script>%PDF-1.7'],
  ])('is refused as no kept type: %s', async (_what, text) => {
    const bytes = bytesOf(text)
    const id = await addFile({}, bytes)
    expect((await put(id, bytes)).status).toBe(415)
    expect(await countContents(id)).toBe(0)
  })

  test('of more than 3 MB is refused, by its row as by its bytes, and one of exactly 3 MB is taken', async () => {
    const body = { ...fileOf(await world.shop.addRow('orders')), byteSize: attachmentMaxBytes + 1 }
    expect((await send('POST', api, { body })).status).toBe(413)
    const largest = new Uint8Array(attachmentMaxBytes)
    largest.set(onePixelPng)
    expect((await put(await addFile({}, largest), largest)).status).toBe(200)
    expect((await put(await addFile(), new Uint8Array(attachmentMaxBytes + 1))).status).toBe(413)
  })

  test('hazard 49: before its row is a 404, and of a deleted row a conflict that says so', async () => {
    expect((await put(world.services.newId(), onePixelPng)).status).toBe(404)
    const { text, status } = await put(await world.shop.addDeletedFile(), onePixelPng)
    expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'DELETED' }])
  })

  test('of another shop looks absent', async () => {
    const foreign = await world.otherShop.addStoredFile()
    for (const part of ['content', 'thumbnail']) {
      const [real, invented] = [await send('GET', `${api}/${foreign}/${part}`), await send('GET', `${api}/${world.services.newId()}/${part}`)]
      expect([real.status, (JSON.parse(real.text) as { message: string }).message]).toEqual([404, (JSON.parse(invented.text) as { message: string }).message])
      expect((await put(foreign, part === 'content' ? onePixelPng : tinyWebp, part)).status).toBe(404)
    }
  })

  test('the small picture may be WebP or JPEG of 40 kB, and a newer one replaces it', async () => {
    const id = await addFile()
    expect((await put(id, tinyWebp, 'thumbnail')).status).toBe(200)
    const newer = new Uint8Array([...tinyWebp, 1])
    expect((await put(id, newer, 'thumbnail')).status).toBe(200)
    const answer = await fetch(`${world.server.url}${api}/${id}/thumbnail`, { headers })
    expect([answer.headers.get('content-type'), new Uint8Array(await answer.arrayBuffer())]).toEqual(['image/webp', newer])
    expect((await put(id, onePixelPng, 'thumbnail')).status).toBe(415)
    expect((await put(id, new Uint8Array(40_001), 'thumbnail')).status).toBe(413)
  })
})

describe('what an order holds (PHOTO-01, SIGN-01)', () => {
  test('is 40 files: the next is refused, until one is deleted, and a restore counts too', async () => {
    const orderId = await world.shop.addRow('orders')
    const add = () => send('POST', api, { body: fileOf(orderId) })
    const ids: string[] = []
    for (let count = 0; count < attachmentsPerOrder; count++) ids.push((JSON.parse((await add()).text) as Row).id)
    const full = await add()
    expect([full.status, JSON.parse(full.text)]).toMatchObject([413, { message: 'An order can hold 40 files.' }])
    await send('DELETE', `${api}/${ids[0]}`)
    expect((await add()).status).toBe(200)
    expect((await send('POST', `${api}/${ids[0]}/restore`)).status).toBe(413)
    expect(JSON.parse((await send('GET', `${api}?orderId=${orderId}`)).text)).toHaveLength(attachmentsPerOrder)
  })

  test('changes in caption and flag only, and a signature in nothing; a row may be sent back as it was read', async () => {
    const id = await addFile()
    expect((await send('PUT', `${api}/${id}`, { body: { caption: 'Edge', forCustomer: true } })).status).toBe(200)
    expect((await send('PUT', `${api}/${id}`, { body: await rowOf(id) })).status).toBe(200)
    const fixed = await send('PUT', `${api}/${id}`, { body: { fileName: 'other.png' } })
    expect([fixed.status, JSON.parse(fixed.text)]).toMatchObject([400, { message: attachmentTexts.fixed }])
    const signature = await addFile({ kind: 'signature', caption: 'drop-off', signedName: 'Ann Lee', signedTerms: 'Two weeks.' })
    const refused = await send('PUT', `${api}/${signature}`, { body: { caption: 'pick-up' } })
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([400, { message: attachmentTexts.signatureFixed }])
    expect((await send('PUT', `${api}/${signature}`, { body: await rowOf(signature) })).status).toBe(200)
  })

  test('hazard 54: comes back with its content when a deletion is undone, and ends 30 days after it (PHOTO-05)', async () => {
    const id = await world.shop.addStoredFile()
    await send('DELETE', `${api}/${id}`)
    expect((await send('GET', `${api}/${id}/content`)).status).toBe(404)
    await restoreRow(world.services, caller(), world.shop.shopId, 'attachments', id)
    expect((await send('GET', `${api}/${id}/content`)).status).toBe(200)
    await send('DELETE', `${api}/${id}`)
    world.clock.advance(31 * 24 * 3_600_000)
    await purgeDeletedRows(world.services)
    expect(await countContents(id)).toBe(0)
    expect(await world.services.reader.selectFrom('attachment_thumbnails').select('sha256').where('attachment_id', '=', id).execute()).toEqual([])
  })

  test('ends with the identity of its customer', async () => {
    const customerId = await world.shop.addNamedCustomer('Ottilie')
    const values = {
      customerId,
      itemDetails: 'Phone',
      issueDescription: 'Glass',
      orderStatusId: (await world.services.reader.selectFrom('order_statuses').select('id').executeTakeFirstOrThrow()).id,
    }
    const order = JSON.parse((await send('POST', `/api/${world.shop.shopId}/orders`, { body: values })).text) as Row
    const id = await world.shop.addFile({ orderId: order.id, signedName: 'Ottilie' })
    await put(id, onePixelPng)
    await eraseCustomerRow(world.services, caller(), world.shop.shopId, customerId, 'Ottilie')
    const row = await world.services.reader.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.deleted, row.signed_name, row.file_name, await countContents(id)]).toEqual([1, null, '', 0])
  })
})

describe('the portal (PHOTO-06)', () => {
  const publicApi = () => `/api/public/${world.shop.shopId}`

  test('gives a picture without the place where it was taken, whatever program sent it; the shop has it as it was sent (PHOTO-03)', async () => {
    const gps = Buffer.from('Exif\0\0GPS 48.1374 N', 'latin1')
    const [begin, end] = [Buffer.from('ffd8', 'hex'), Buffer.from('ffda0002deadff00beefffd9', 'hex')]
    const sent = new Uint8Array(Buffer.concat([begin, Buffer.from([0xff, 0xe1, 0, 2 + gps.length]), gps, end]))
    const bare = new Uint8Array(Buffer.concat([begin, end]))
    const { portalFileId } = world.shop
    const { orderId } = await rowOf(portalFileId)
    const id = await world.shop.addFile({ ...fileOf(String(orderId), sent, { mimeType: 'image/jpeg' }), forCustomer: true })
    expect((await put(id, sent)).status).toBe(200)
    const { headers: own } = await callers.sign('customer', 'none', { isFresh: true })
    const asShop = await fetch(`${world.server.url}${api}/${id}/content`, { headers })
    expect(new Uint8Array(await asShop.arrayBuffer())).toEqual(sent)
    const address = `${world.server.url}${publicApi()}/attachments/${id}/content`
    const asCustomer = await fetch(address, { headers: own })
    const etag = `"${createHash('sha256').update(bare).digest('hex')}"`
    expect([asCustomer.headers.get('etag'), asCustomer.headers.get('content-length')]).toEqual([etag, String(bare.length)])
    expect(new Uint8Array(await asCustomer.arrayBuffer())).toEqual(bare)
    expect((await fetch(address, { headers: { ...own, 'If-None-Match': etag } })).status).toBe(304)
    await send('DELETE', `${api}/${id}`)
  })

  test('shows the customer what was marked for them, of their own orders, and nothing else', async () => {
    const { portalFileId, portalCustomerId } = world.shop
    // A separate session, because the example's session ends after half an hour.
    const { headers: own } = await callers.sign('customer', 'none', { isFresh: true })
    const asCustomer = (address: string) => world.server.client().get(address, { headers: own })
    expect((await asCustomer(`${publicApi()}/attachments/${portalFileId}/content`)).status).toBe(200)
    const orders = JSON.parse((await asCustomer(`${publicApi()}/orders?customerId=${portalCustomerId}`)).text) as { photos?: { id: string }[] }[]
    expect(orders.flatMap(({ photos = [] }) => photos.map(({ id }) => id))).toEqual([portalFileId])
    await send('PUT', `${api}/${portalFileId}`, { body: { forCustomer: false } })
    expect((await asCustomer(`${publicApi()}/attachments/${portalFileId}/content`)).status).toBe(404)
    const others = await world.shop.addStoredFile()
    await send('PUT', `${api}/${others}`, { body: { forCustomer: true } })
    expect((await asCustomer(`${publicApi()}/attachments/${others}/content`)).status).toBe(404)
  })
})
