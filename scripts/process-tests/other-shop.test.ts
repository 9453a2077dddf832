import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectionNames } from '#schema/collections/index.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp, livingRows, signInOverHttp, toMutation, type ApiClient } from './api-client.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

/** Part of every row of the first shop, so that responses can be searched for it. */
const marker = 'MARKER7F3A'

let server: ServerProcess
let shopId = ''
let strangerShopId = ''
let member: ApiClient
let stranger: ApiClient
const stored: Record<string, Record<string, unknown>[]> = {}
const ids = { customer: '', order: '', task: '', payment: '', cost: '' }

beforeAll(async () => {
  // Sending would change the row after it was read.
  server = await startServerProcess({ env: { MESSAGES: 'off' } })
  const seeded = await server.seed({
    shops: [
      { name: `Ours ${marker}`, code: 'ours', employees: [`Emp ${marker}`] },
      { name: 'Theirs', code: 'theirs', employees: ['Somebody'] },
    ],
    users: [
      { loginId: 'mia', password: 'secret-1', name: `Mia ${marker}`, shops: ['ours'], privileges: [...privilegeNames] },
      {
        loginId: 'sam',
        password: 'secret-1',
        shops: ['theirs'],
        privileges: [...privilegeNames].filter((name) => name !== 'view_app_setting' && name !== 'view_entity_setting'),
      },
    ],
  })
  shopId = seeded.shopIdByCode['ours'] ?? ''
  strangerShopId = seeded.shopIdByCode['theirs'] ?? ''
  member = await signInOverHttp(server.url, 'mia', 'secret-1')
  stranger = await signInOverHttp(server.url, 'sam', 'secret-1')

  const customer = createOp('customers', { name: `Cara ${marker}`, phone: '5550001111', countryCode: '+1', customerNotes: marker })
  const order = createOp('orders', {
    customerId: customer.id,
    orderStatusId: orderStatusIdByName['Dropped Off'],
    itemDetails: `Phone ${marker}`,
    issueDescription: marker,
  })
  const task = createOp('tasks', { orderId: order.id, description: marker })
  const payment = createOp('payments', { orderId: order.id, paymentText: marker, paymentAmount: 12 })
  const cost = createOp('costs', { orderId: order.id, costText: marker, costAmount: 3 })
  const category = createOp('categories', { name: marker })
  const supplier = createOp('suppliers', { supplierName: marker })
  const product = createOp('products', { name: marker, categoryHierarchyId: category.id, supplierId: supplier.id })
  const rate = createOp('tax_rates', { name: marker, percent: 19 })
  const asset = createOp('assets', { customerId: customer.id, model: marker, serial: marker })
  const photo = createOp('attachments', {
    orderId: order.id,
    kind: 'photo',
    fileName: `${marker}.png`,
    mimeType: 'image/png',
    byteSize: 10,
    width: 1,
    height: 1,
    sha256: '0'.repeat(64),
  })
  const line = createOp('order_lines', { orderId: order.id, kind: 'labour', description: `Fitting ${marker}`, quantity: 1, unitPrice: 30 })
  const estimate = createOp('estimates', {
    orderId: order.id,
    lines: [{ kind: 'labour', description: `Fitting ${marker}`, quantity: 1, unitPrice: 30 }],
    note: marker,
  })
  const invoice = createOp('invoices', { kind: 'invoice', orderId: order.id, note: marker })
  const note = createOp('order_notes', { orderId: order.id, text: marker })
  const message = createOp('messages', { orderId: order.id, to: '+15550001111', text: marker })
  const service = createOp('services', { name: marker })
  const test = createOp('tests', { name: marker, items: [marker] })
  const tested = createOp('test_results', { orderId: order.id, testId: test.id, item: marker, phase: 'before', result: 'fail', note: marker })
  const till = createOp('till_days', { name: marker })
  const purchase = createOp('purchases', { supplierId: supplier.id, note: marker })
  const bought = createOp('purchase_lines', { purchaseId: purchase.id, productId: product.id, description: marker, quantity: 2 })
  const counted = createOp('stock_counts', { takeId: product.id, area: marker, productId: product.id, counted: 2 })
  await member.write(shopId, [customer, asset, order, photo, line, estimate, invoice, note, message, task, payment, cost, category, supplier, product, rate])
  await member.write(shopId, [service, test, tested, till, purchase, bought, counted])
  Object.assign(ids, { customer: customer.id, order: order.id, task: task.id, payment: payment.id, cost: cost.id })
  for (const name of collectionNames) stored[name] = livingRows(await member.pullAll(name))
})

afterAll(() => server.dispose())

function expectNothingOfOurs(answer: unknown): void {
  const text = JSON.stringify(answer) ?? ''
  expect(text).not.toContain(marker)
  for (const row of Object.values(stored).flat()) expect(text).not.toContain(String(row['id']))
}

describe('a user of another shop', () => {
  it('is tested against rows that are really there', () => {
    const empty = Object.entries(stored).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))
    // Passcode views leave no row.
    expect(empty).toEqual(['checklist_items', 'checklist_selections', 'passcode_views'])
  })

  it('gets nothing of this shop by bootstrap', async () => {
    const answer = await stranger.bootstrap()
    expect(answer.shops.map(({ id }) => id)).toEqual([strangerShopId])
    expectNothingOfOurs(answer)
  })

  it.each(collectionNames)('gets nothing of this shop by pull of %s, asked with or without a checkpoint of it', async (name) => {
    const [first, asked] = [await stranger.pull(name), await stranger.pull(name, { [shopId]: { epoch: 'any', seq: 0 } })]
    for (const { status, body } of [first, asked]) {
      expect(status).toBe(200)
      expectNothingOfOurs(body)
    }
    expect(asked.body).toMatchObject({ gone: [shopId], reset: [] })
    expect(Object.keys(asked.body.checkpoint)).not.toContain(shopId)
  })

  it('cannot push into this shop, and learns nothing by trying', async () => {
    const tries = [
      toMutation(shopId, [createOp('customers', { name: 'Intruder' })]),
      toMutation(shopId, [{ action: 'update', collection: 'orders', id: ids.order, changes: { quotedCost: { from: null, to: '1' } } }]),
      toMutation(shopId, [{ action: 'delete', collection: 'payments', id: ids.payment }]),
      // Pushed through the stranger's own shop, where the first shop's rows must seem absent.
      toMutation(strangerShopId, [{ action: 'update', collection: 'orders', id: ids.order, changes: { quotedCost: { from: null, to: '1' } } }]),
      toMutation(strangerShopId, [{ action: 'delete', collection: 'customers', id: ids.customer }]),
      toMutation(strangerShopId, [{ action: 'restore', collection: 'orders', id: ids.order }]),
      toMutation(strangerShopId, [
        createOp('orders', { customerId: ids.customer, orderStatusId: orderStatusIdByName.Lead, itemDetails: 'x', issueDescription: 'x' }),
      ]),
      toMutation(strangerShopId, [createOp('customers', { name: 'Same id' }, ids.customer)]),
    ]
    const unknownShop = toMutation('0196c0de-0000-7000-8000-000000000000', [createOp('customers', { name: 'Nobody' })])
    const { status, body } = await stranger.push([...tries, unknownShop])
    expect(status).toBe(200)
    expect(body.results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 9 }, () => 'rejected'))
    expect(body.results[0]?.error).toEqual(body.results[8]?.error)
    expect(JSON.stringify(body)).not.toContain(marker)
    for (const { documents } of body.results) for (const { document } of documents) expect(document).toMatchObject({ _deleted: true })
    for (const name of collectionNames) if (name !== 'activities') expect(livingRows(await member.pullAll(name))).toEqual(stored[name])
  })

  it('hears nothing of this shop on the live stream', async () => {
    const controller = new AbortController()
    const heard: string[] = []
    const listening = (async () => {
      for await (const { data } of stranger.events(controller.signal)) heard.push(data)
    })().catch(() => undefined)
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    await member.write(shopId, [{ action: 'update', collection: 'customers', id: ids.customer, changes: { email: { from: null, to: 'cara@example.org' } } }])
    // After a change in the first shop, the next event must come from the stranger's own change.
    const own = createOp('customers', { name: 'Own' })
    await stranger.write(strangerShopId, [own])
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    controller.abort()
    await listening
    for (const data of heard) expect(Object.keys(JSON.parse(data) as object)).toEqual([strangerShopId])
  })
})
