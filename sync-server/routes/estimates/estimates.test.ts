import { afterAll, describe, expect, test } from 'vitest'
import { estimateTexts } from '#schema/rules/estimates/estimate-states.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { expectRefusal, nowhere, openTestShop, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'

const lines = [{ kind: 'part', description: 'Screen', quantity: '1.5', unitPrice: '0.33' }]

const shop = await openTestShop()
const order = await shop.createOrder({ orderStatusId: orderStatusIdByName['Waiting For Approval'] })
afterAll(() => shop.close())

const add = (more: object = {}) => shop.ann.post(`${shop.api}/estimates`, { orderId: order.id, lines, ...more })
const change = (id: string, body: object) => shop.ann.put(`${shop.api}/estimates/${id}`, body)
const read = async (id: string): Promise<Row> => rowOf(await shop.ann.get(`${shop.api}/estimates/${id}`))
const addSent = async (): Promise<Row> => {
  const { id } = rowOf(await add())
  rowOf(await shop.ann.post(`${shop.api}/estimates/${id}/send`))
  return read(id)
}

describe('estimates over REST (EST-01)', () => {
  test('are drafts with versions of their order and a total of rounded lines', async () => {
    const other = await shop.createOrder()
    const made = [rowOf(await add()), rowOf(await add()), rowOf(await add({ orderId: other.id, lines: undefined }))]
    expect(made).toMatchObject([
      { version: 1, state: 'draft', total: 0.5, lines: [{ kind: 'part', description: 'Screen', quantity: 1.5, unitPrice: 0.33 }] },
      { version: 2 },
      { version: 1, total: 0, lines: [] },
    ])
    expect(rowsOf(await shop.ann.get(`${shop.api}/estimates?orderId=${order.id}`)).map(({ id }) => id)).toEqual([made[0]?.id, made[1]?.id])
    await shop.ann.delete(`${shop.api}/estimates/${made[1]?.id}`)
    expect(rowOf(await add())['version']).toBe(3)
  })

  test('a row may be sent back as it was read, its lines as their text too', async () => {
    const draft = rowOf(await add())
    expect(rowOf(await change(draft.id, draft))).toEqual(draft)
    expect(rowOf(await change(draft.id, { lines: JSON.stringify(draft['lines']) }))).toEqual(draft)
    const sent = await addSent()
    expect(rowOf(await change(sent.id, sent))).toEqual(sent)
  })

  test.each([
    [{ lines: [{ description: ' ', quantity: 1, unitPrice: 1 }] }, 'Description is required'],
    [{ lines: [{ description: 'Glue', quantity: 0, unitPrice: 1 }] }, 'Quantity must be a positive number with at most three decimals'],
    [{ lines: [{ kind: 'part', description: 'Glue', quantity: 1, unitPrice: -1 }] }, 'Unit price must be a valid positive number'],
    [{ lines: [{ description: 'Glue', quantity: 10_000, unitPrice: 99_999 }] }, 'The total is too large'],
    [{ lines: Array.from({ length: 101 }, () => ({ description: 'Glue', quantity: 1, unitPrice: 1 })) }, 'An estimate can have 100 lines'],
    [{ lines: 'no list' }, 'Lines must be a list'],
    [{ lines: [{ description: 'Glue', quantity: 1, unitPrice: 1, productId: nowhere }] }, 'Product does not exist in this shop'],
    [{ lines: [{ description: 'Glue', quantity: 1, unitPrice: 1, taxRateId: nowhere }] }, 'Tax rate does not exist in this shop'],
    [{ state: 'sent' }, estimateTexts.newIsDraft],
    [{ state: 'approved', decidedName: 'Carla' }, estimateTexts.newIsDraft],
    [{ decidedName: 'Carla' }, estimateTexts.decisionOnly],
    [{ state: 'lost' }, 'State must be one of draft, sent, approved, declined, withdrawn'],
  ])('POST with %o is refused: %s', async (body, message) => {
    expectRefusal(await add(body), 400, message)
  })

  test('a sent one never changes and is not deleted; staff may withdraw it', async () => {
    const sent = await addSent()
    expectRefusal(await change(sent.id, { note: 'Cheaper' }), 409, estimateTexts.sentStays)
    expectRefusal(await change(sent.id, { lines: [] }), 409, estimateTexts.sentStays)
    expectRefusal(await change(sent.id, { validUntil: '2026-09-01T10:00:00Z' }), 409, estimateTexts.sentStays)
    expectRefusal(await change(sent.id, { state: 'draft' }), 409, estimateTexts.sentStays)
    expectRefusal(await change(sent.id, { total: 0.01 }), 409, estimateTexts.sentStays, ['total'])
    expectRefusal(await change(sent.id, { version: 99 }), 409, estimateTexts.sentStays, ['version'])
    expect(rowOf(await change(sent.id, { ...sent }))).toEqual(sent)
    expectRefusal(await change(sent.id, { state: 'withdrawn', note: 'Cheaper' }), 409, estimateTexts.sentStays)
    expectRefusal(await shop.ann.delete(`${shop.api}/estimates/${sent.id}`), 409, estimateTexts.sentIsKept)
    expect(await read(sent.id)).toEqual(sent)
    expect(rowOf(await change(sent.id, { state: 'withdrawn' }))).toMatchObject({ state: 'withdrawn' })
    expectRefusal(await change(sent.id, { note: 'Cheaper' }), 409, estimateTexts.withdrawnStays)
  })

  test('a draft counts its own total and version, and takes lines of an order without what they cost the shop', async () => {
    const { id } = rowOf(await add({ lines: [{ ...lines[0], unitCost: 0.1 }] }))
    const draft = rowOf(await change(id, { total: 99, version: 99, lines: [{ ...lines[0], unitCost: null }] }))
    expect(draft).toEqual({ ...(await read(id)), total: 0.5 })
    expect(JSON.stringify(draft)).not.toContain('unitCost')
  })

  test('a draft is neither sent nor withdrawn by hand, and stays with its order', async () => {
    const { id } = rowOf(await add())
    expectRefusal(await change(id, { state: 'sent' }), 400, estimateTexts.sendMakesLink)
    expectRefusal(await change(id, { state: 'withdrawn' }), 400, estimateTexts.draftIsDeleted)
    expectRefusal(await change(id, { orderId: (await shop.createOrder()).id }), 400, 'An estimate stays with its order.', ['orderId'])
  })

  test('staff record a spoken consent with its name, which is theirs and never the customer’s own (EST-03)', async () => {
    const { id } = await addSent()
    expectRefusal(await change(id, { state: 'approved' }), 400, estimateTexts.nameNeeded, ['decidedName'])
    expectRefusal(await change(id, { state: 'approved', decidedName: 'Carla', decidedBy: 'customer' }), 400, estimateTexts.ownLinkOnly, ['decidedBy'])
    const consent = { state: 'approved', decidedName: 'Carla', consentNote: 'By phone, +1 555 010 2000' }
    expect(rowOf(await change(id, consent))).toMatchObject({ ...consent, decidedBy: 'staff', decidedAt: '2026-03-02T10:00:00.000Z' })
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`))['orderStatusId']).toBe(orderStatusIdByName['In Progress'])
    expectRefusal(await change(id, { state: 'declined' }), 409, estimateTexts.decidedStays)
  })

  test('an approval changes no order that does not wait for it', async () => {
    const fixed = await shop.createOrder({ orderStatusId: orderStatusIdByName.Fixed })
    const { id } = rowOf(await add({ orderId: fixed.id }))
    rowOf(await change(id, { state: 'approved', decidedName: 'Carla' }))
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${fixed.id}`))['orderStatusId']).toBe(orderStatusIdByName.Fixed)
  })
})
