import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { issueInvoice } from '../../commands/issue-invoice.ts'
import { openNodes, type TestNode, type TestNodes } from '../../testing/test-nodes.ts'
import { seedTwoShops, type TestClient } from '../../testing/test-server.ts'
import { goOnAbove, toNumberHeads } from '../sequence/number-heads.ts'

let all: TestNodes
let node: TestNode
let shopId: string
let ann: TestClient
let max: TestClient
let orderId: string

beforeEach(async () => {
  all = await openNodes()
  ;[node] = all.nodes
  shopId = (await seedTwoShops(node)).shopId
  await signIn()
  const { id: customerId } = await post('customers', { name: 'Carla', countryCode: '+1', phone: '5550102000' })
  const order = { customerId, orderStatusId: orderStatusIdByName.Lead, itemDetails: 'Phone', issueDescription: 'Glass', quotedCost: '80' }
  orderId = String((await post('orders', order)).id)
})
afterEach(() => all.close())

async function signIn(): Promise<void> {
  ann = await node.client().signIn('ann')
  max = await node.client().signIn('max')
}

/** Sessions end meanwhile. */
async function passTo(instant: string): Promise<void> {
  all.clock.advance(Date.parse(instant) - all.clock.now().getTime())
  await signIn()
}

const post = async (path: string, body?: object): Promise<Invoice> => {
  const { status, text, json } = await ann.post(`/api/${shopId}/${path}`, body)
  expect(status, text).toBe(200)
  return json as Invoice
}
const draft = async (): Promise<string> => (await post('invoices', { kind: 'invoice', orderId })).id
const issue = async (id: string, services = node.services): Promise<Invoice> => issueInvoice(services, { userId: null, shopId, id })
const issueNew = async (): Promise<string | null> => (await issue(await draft())).number
const setProfile = async (values: object) => expect((await max.put(`/api/${shopId}/profile`, values)).status).toBe(200)
const activities = async () =>
  ((await max.get(`/api/${shopId}/activities`)).json as { auditText: string }[]).map(({ auditText }) => auditText).filter((text) => text.includes('missing'))

describe('the numbers of invoices (INV-01)', () => {
  test('have neither a gap nor a double, whichever nodes issue at once and how often', async () => {
    const ids: string[] = []
    while (ids.length < 10) ids.push(await draft())
    const [one, other] = [await all.nodes[0].client().signIn('ann'), await all.nodes[1].client().signIn('ann')]
    const answers = await Promise.all(ids.flatMap((id) => [one, other, one].map((client) => client.post(`/api/${shopId}/invoices/${id}/issue`))))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const numbersById = Map.groupBy(
      answers.map(({ json }) => json as Invoice),
      ({ id }) => id,
    )
    const given = [...numbersById.values()].map((same) => [...new Set(same.map(({ number }) => number))])
    expect(given.flat()).toHaveLength(ids.length)
    expect(new Set(given.flat())).toEqual(new Set(ids.map((_, place) => `2026-${String(place + 1).padStart(4, '0')}`)))
  })

  test('have no gap where a write fails after the number was taken', async () => {
    expect(await issueNew()).toBe('2026-0001')
    const id = await draft()
    const newId = (): string => {
      throw new Error('The disk is full')
    }
    await expect(issue(id, { ...node.services, newId })).rejects.toThrow('The disk is full')
    let left = 1
    // The row is written by then; what its activity needs fails.
    const late = (): string => (left-- > 0 ? node.services.newId() : newId())
    await expect(issue(id, { ...node.services, newId: late })).rejects.toThrow('The disk is full')
    expect(await issueNew()).toBe('2026-0002')
    expect((await issue(id)).number).toBe('2026-0003')
  })

  test('begin anew with the year by the calendar of the shop, and go on where only digits change', async () => {
    await setProfile({ timeZone: 'Europe/Berlin' })
    expect(await issueNew()).toBe('2026-0001')
    await setProfile({ invoiceFormat: '{YYYY}-{0}' })
    expect(await issueNew()).toBe('2026-2')
    await passTo('2026-12-31T23:30:00.000Z')
    expect(await issueNew()).toBe('2027-1')
    await setProfile({ invoiceFormat: 'R{000}' })
    expect(await issueNew()).toBe('R001')
    await setProfile({ invoiceFormat: 'R0{00}' })
    expect(await issueNew(), 'a number that another format has given').toBe('R002')
  })

  test('go on above those of the replaced database after a restore, and the activities tell the gap once', async () => {
    await issueNew()
    await goOnAbove(node.services.db, toNumberHeads([], [{ shop_id: shopId, series: '2026-{0}', next_number: 5 }]), all.clock.now())
    expect([await issueNew(), await issueNew()]).toEqual(['2026-0005', '2026-0006'])
    expect(await activities()).toEqual([expect.stringContaining('Numbers 2026-0002 to 2026-0004 are missing here')])
  })

  test('leave room where the replaced database is unknown, also in the year that began since', async () => {
    await issueNew()
    await goOnAbove(node.services.db, undefined, new Date('2027-01-03T10:00:00.000Z'))
    expect(await issueNew()).toBe('2026-1002')
    await passTo('2027-01-03T10:00:00.000Z')
    expect(await issueNew()).toBe('2027-1001')
  })
})

describe('an invoice that was issued after the backup that was restored', () => {
  /** Lists and objects are texts there. */
  const asDeviceHolds = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as unknown)]),
    )

  const pushBack = async (invoice: Invoice, more: object = {}) => {
    const { id, seq: _seq, shopId: _shop, createdAt: _created, updatedAt: _updated, ...values } = { ...invoice, ...more }
    const mutation = {
      id: crypto.randomUUID(),
      shopId,
      at: all.clock.now().toISOString(),
      ops: [{ action: 'create', collection: 'invoices', id, values: asDeviceHolds(values) }],
    }
    const { json } = await ann.post('/api/sync/push', { deviceId: 'tablet', deviceTime: all.clock.now().toISOString(), mutations: [mutation] })
    return (json as { results: { outcome: string; error?: { message: string } }[] }).results
  }

  /** As a backup from before the last issue would leave it. */
  async function lose(invoice: Invoice): Promise<void> {
    await node.services.db.deleteFrom('invoices').where('id', '=', invoice.id).execute()
    await node.services.db.updateTable('invoice_numbers').set({ next_number: 2 }).execute()
    await goOnAbove(node.services.db, toNumberHeads([], [{ shop_id: shopId, series: '2026-{0}', next_number: 3 }]), all.clock.now())
  }

  test('comes back as it was from a device that holds it', async () => {
    await issueNew()
    const invoice = await issue(await draft())
    await lose(invoice)
    expect(await pushBack(invoice)).toMatchObject([{ outcome: 'applied' }])
    const { seq: _seq, createdAt: _created, updatedAt: _updated, ...frozen } = invoice
    expect((await ann.get(`/api/${shopId}/invoices/${invoice.id}`)).json).toMatchObject(frozen)
    expect(await issueNew()).toBe('2026-0003')
    expect(await pushBack(invoice), 'sent twice').toMatchObject([{ outcome: 'applied' }])
  })

  test('is refused where its number is not missing, so that no client gives numbers', async () => {
    const invoice = await issue(await draft())
    for (const number of ['2026-0001', '2026-0002', 'X']) {
      const error = { code: 'CONFLICT', message: `The server gives the numbers of invoices, and ${number} is not missing here.` }
      expect(await pushBack(invoice, { id: crypto.randomUUID(), number })).toMatchObject([{ outcome: 'rejected', error }])
    }
  })
})
