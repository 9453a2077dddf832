import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openZip } from '../../commands/archive/open-zip.ts'
import { eraseCustomer } from '../../commands/write-customer.ts'
import { saveContent } from '../../commands/files/save-content.ts'
import { startSyncServer, startSession, type SyncServer } from '../../testing/test-sync-server.ts'
import { fileOf, onePixelPng } from '../../testing/test-pictures.ts'
import { create, mutation, orderValues } from '../../testing/test-world.ts'
import type { Privilege } from '#schema/privileges.ts'

let server: SyncServer
let folder = ''
let shopId = ''
beforeAll(async () => {
  server = await startSyncServer()
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-export-'))
  shopId = await server.addShop('Ada & Söhne')
  const userId = await server.addUser({ shopIds: [shopId] })
  await server.push(userId, [
    mutation(shopId, [create('customers', '0197f000-0000-7000-8000-00000000000a', { name: '=Ada', countryCode: '+44', phone: '07700900123' })]),
  ])
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function exportAs(privileges: readonly Privilege[]) {
  const userId = await server.addUser({ shopIds: [shopId], privileges })
  const { headers } = await startSession(server.services, userId)
  const ask = (signal?: AbortSignal) => fetch(`${server.url}/api/${shopId}/export`, { headers, ...(signal && { signal }) })
  return { ask }
}

describe('everything of a shop over HTTP (CSV-02)', () => {
  test('is a zip to be saved, without the log for those who may not see it', async () => {
    for (const [privileges, activities] of [
      [['view_shop_setting'], 0],
      [['view_shop_setting', 'view_activity'], 1],
    ] as const) {
      const answer = await (await exportAs(privileges)).ask()
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Ada_S_hne_\d{4}-\d{2}-\d{2}\.zip"$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const file = path.join(folder, `${activities}.zip`)
      await writeFile(file, Buffer.from(await answer.arrayBuffer()))
      const zip = await openZip(file)
      expect(await zip.readJson('json/activities.json')).toHaveLength(activities)
      expect(await zip.readJson('json/customers.json')).toMatchObject([{ name: '=Ada' }])
      const csv = new TextDecoder().decode(await zip.readBytes('csv/customers.csv', 100_000))
      expect(csv).toContain(",'=Ada,")
      // A spreadsheet keeps the zero and each digit of groups.
      expect(csv).toContain(",'+44,077 009 00123,")
      zip.close()
    }
  })

  test('is one at a time for a person, and ends for whoever goes away', async () => {
    const { ask } = await exportAs(['view_shop_setting'])
    for (let round = 0; round < 4; round += 1) {
      const controller = new AbortController()
      const answer = await ask(controller.signal)
      expect(answer.status).toBe(200)
      controller.abort()
    }
    // Hangs if an aborted export did not release its turn.
    const [one, other] = await Promise.all([ask(), ask()])
    expect([(await one.arrayBuffer()).byteLength > 1_000, (await other.arrayBuffer()).byteLength > 1_000]).toEqual([true, true])
  })
})

describe('all data of one customer (CARD-03)', () => {
  const ids = { ada: '0197f000-0000-7000-8000-00000000000a', bea: '0197f000-0000-7000-8000-00000000000b', radio: '0197f000-0000-7000-8000-00000000000c' }
  const [order, other] = ['0197f000-0000-7000-8000-0000000001a0', '0197f000-0000-7000-8000-0000000001b0']
  const [line, photo, cost] = ['0197f000-0000-7000-8000-0000000002a0', '0197f000-0000-7000-8000-0000000002b0', '0197f000-0000-7000-8000-0000000002c0']

  beforeAll(async () => {
    const userId = await server.addUser({ shopIds: [shopId] })
    await server.push(userId, [
      mutation(shopId, [
        create('customers', ids.bea, { name: 'Bea', company: 'Quay AG', noPhone: true }),
        create('assets', ids.radio, { customerId: ids.bea, model: 'Radio', serial: 'R-1' }),
        create('orders', order, orderValues(ids.bea, { assetId: ids.radio, passcode: '4711' })),
        create('order_lines', line, { orderId: order, description: 'Coil', quantity: 1, unitPrice: 30, unitCost: 12 }),
        create('costs', cost, { orderId: order, costAmount: 12 }),
        create('attachments', photo, fileOf(order)),
        create('orders', other, orderValues(ids.ada)),
      ]),
    ])
    await saveContent(server.services, userId, shopId, photo, onePixelPng)
  })

  async function askAs(privileges: readonly Privilege[], id = ids.bea) {
    const userId = await server.addUser({ shopIds: [shopId], privileges })
    const { headers } = await startSession(server.services, userId)
    return fetch(`${server.url}/api/${shopId}/customers/${id}/export`, { headers })
  }

  async function openAs(privileges: readonly Privilege[]) {
    const answer = await askAs(privileges)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Customer_\d{4}-\d{2}-\d{2}\.zip"$/)
    const file = path.join(folder, `bea-${privileges.length}.zip`)
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    return openZip(file)
  }

  const listExports = (customerId: string) =>
    server.services.reader
      .selectFrom('activities')
      .select('audit_text as text')
      .where('customer_id', '=', customerId)
      .where('audit_text', 'like', '%exported')
      .execute()

  test('is a zip of their rows and files and of nobody else, without what the shop paid, and stands in the activities', async () => {
    const zip = await openAs(['view_shop_setting'])
    expect(await zip.readJson('json/customers.json')).toMatchObject([{ id: ids.bea, company: 'Quay AG', noPhone: true }])
    expect(await zip.readJson('json/assets.json')).toMatchObject([{ id: ids.radio, serial: 'R-1' }])
    const orders = (await zip.readJson('json/orders.json')) as Record<string, unknown>[]
    expect(orders).toMatchObject([{ id: order, statusHistory: [{}] }])
    expect(orders[0]).not.toHaveProperty('passcode')
    const lines = (await zip.readJson('json/order_lines.json')) as Record<string, unknown>[]
    expect(lines).toMatchObject([{ id: line, unitPrice: 30 }])
    expect(lines[0]).not.toHaveProperty('unitCost')
    const csv = new TextDecoder().decode(await zip.readBytes('csv/order_lines.csv', 10_000))
    expect(csv).toContain('Coil')
    expect(csv).not.toContain('unitCost')
    expect(await zip.readJson('json/attachments.json')).toMatchObject([{ file: `files/${photo}-scratch.png` }])
    expect(new Uint8Array(await zip.readBytes(`files/${photo}-scratch.png`, 10_000))).toEqual(new Uint8Array(onePixelPng))
    expect(['json/costs.json', 'json/activities.json', 'json/products.json'].filter((name) => zip.has(name))).toEqual([])
    zip.close()
    expect(await listExports(ids.bea)).toEqual([{ text: "Customer 'Bea' exported" }])
  })

  test('holds the activities about them for those who may see them', async () => {
    const zip = await openAs(['view_shop_setting', 'view_activity'])
    const activities = (await zip.readJson('json/activities.json')) as { auditText: string; customerId: string | null; orderId: string | null }[]
    zip.close()
    expect(activities.map(({ auditText }) => auditText)).toContain("Customer 'Bea' exported")
    expect(activities.filter(({ customerId, orderId }) => customerId !== ids.bea && orderId !== order)).toEqual([])
  })

  test('is refused without the right, of nobody, and of an erased customer, and then stands nowhere', async () => {
    const cleo = '0197f000-0000-7000-8000-0000000003a0'
    const eraser = await server.addUser({ shopIds: [shopId], privileges: ['delete_customer'] })
    await server.push(eraser, [mutation(shopId, [create('customers', cleo, { name: 'Cleo', noPhone: true })])])
    expect((await askAs(['view_activity'], cleo)).status).toBe(403)
    expect((await askAs(['view_shop_setting'], order)).status).toBe(404)
    await eraseCustomer(
      server.services,
      { userId: eraser, privileges: new Set(['delete_customer']), shopIds: new Set([shopId]), origin: 'rest' },
      shopId,
      cleo,
      'Cleo',
    )
    const erased = await askAs(['view_shop_setting'], cleo)
    expect([erased.status, ((await erased.json()) as { code: string }).code]).toEqual([409, 'DELETED'])
    expect(await listExports(cleo)).toEqual([])
  })
})
