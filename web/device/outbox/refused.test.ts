import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import {
  closeTestDevices,
  customerInput,
  testStorage,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function openWithRefused(clock: () => Date = () => new Date()) {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const [storage, notes] = [testStorage(), mapNotes()]
  const open = () => openTestDevice({ userId, api, storage, notes, clock })
  const device = await open()
  const payment = paymentInput(v7(), 30)
  await device.write(shopId, [payment])
  await until(() => device.refused.changes.get().length === 1, 'the refusal')
  return { server, api, device, open, payment, id: device.refused.changes.get()[0]?.id ?? '' }
}

describe('a refused change', () => {
  it('that was discarded can be put back as it was, also after a restart', async () => {
    const { device, open, id } = await openWithRefused()
    const [before] = await device.refused.list()
    await device.refused.discard(id)
    expect(device.refused.changes.get()).toEqual([])
    expect(device.sync.status.get().attention).toBe(0)
    expect(device.refused.discarded.get()).toEqual([before])
    await device.close()
    const again = await open()
    expect(again.refused.discarded.get()).toEqual([before])
    await again.refused.putBack(id)
    await again.refused.putBack(id)
    expect(await again.refused.list()).toEqual([before])
    expect(again.refused.discarded.get()).toEqual([])
    expect(again.sync.status.get().attention).toBe(1)
  })

  it('that was discarded is forgotten at the next start after a day', async () => {
    let now = new Date('2026-03-02T10:00:00.000Z')
    const { device, open, id } = await openWithRefused(() => now)
    await device.refused.discard(id)
    await device.close()
    now = new Date('2026-03-03T09:59:00.000Z')
    const nextDay = await open()
    expect(nextDay.refused.discarded.get()).toHaveLength(1)
    await nextDay.close()
    now = new Date('2026-03-03T10:01:00.000Z')
    expect((await open()).refused.discarded.get()).toEqual([])
  })

  it('that is tried again waits and has left the list, though the storage is full a moment later', async () => {
    const { api, device, id } = await openWithRefused()
    api.always = offline
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below.
    const remove = IDBObjectStore.prototype.delete
    let deletes = 0
    IDBObjectStore.prototype.delete = function (key) {
      if (this.name === 'refused' && deletes++ > 0) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return remove.call(this, key)
    }
    try {
      expect(await device.refused.retry(id)).toMatchObject({ mutationId: expect.any(String) as string })
    } finally {
      IDBObjectStore.prototype.delete = remove
    }
    expect(device.refused.changes.get()).toEqual([])
    expect(await device.refused.list()).toEqual([])
    expect(await device.outbox.count()).toBe(1)
  })

  it('cannot be tried again once it was discarded, and says so', async () => {
    const { device, id } = await openWithRefused()
    await device.refused.discard(id)
    await expect(device.refused.retry(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This change is no longer under "Needs attention".' })
    expect(await device.outbox.count()).toBe(0)
  })

  it('gives way to its correction in one step: never both waiting and listed, never neither', async () => {
    const { device, api, id, payment } = await openWithRefused()
    api.always = offline
    const customer = customerInput()
    const order = orderInput(customer.id)
    await device.write(shopId, [customer, order])
    await device.refused.retry(id, [{ ...payment, values: { ...payment.values, orderId: order.id } }])
    expect([device.refused.changes.get().length, await device.outbox.count()]).toEqual([0, 2])
    api.always = undefined
    device.wakeUp('online')
    await untilSynced(device)
    expect(await device.rows.read('payments', payment.id)).toMatchObject({ orderId: order.id, paymentAmount: 30 })
  })

  it.each(['as it was', 'corrected', 'twice'] as const)('keeps the time at which a payment was first typed, when it is tried again %s', async (how) => {
    let now = new Date('2026-03-02T10:00:00.000Z')
    const { device, payment, id } = await openWithRefused(() => now)
    const customer = customerInput()
    const order = orderInput(customer.id)
    now = new Date('2026-03-03T10:00:00.000Z')
    if (how === 'corrected') {
      await device.write(shopId, [customer, order])
      await device.refused.retry(id, [{ ...payment, values: { ...payment.values, orderId: order.id } }])
      await untilSynced(device)
      expect(await device.rows.read('payments', payment.id)).toMatchObject({ orderId: order.id, createdAt: '2026-03-02T10:00:00.000Z' })
      return
    }
    await device.refused.retry(id)
    await until(() => device.refused.changes.get().some((change) => change.id !== id), 'the second refusal')
    const [again] = device.refused.changes.get()
    expect(again?.at).toBe('2026-03-03T10:00:00.000Z')
    expect(again?.ops).toMatchObject([{ action: 'create', values: { createdAt: '2026-03-02T10:00:00.000Z' } }])
    if (how === 'as it was') return
    now = new Date('2026-03-04T10:00:00.000Z')
    await device.refused.retry(again?.id ?? '')
    await until(() => device.refused.changes.get().some((change) => change.at === now.toISOString()), 'the third refusal')
    expect(device.refused.changes.get()[0]?.ops).toMatchObject([{ action: 'create', values: { createdAt: '2026-03-02T10:00:00.000Z' } }])
  })

  it('keeps the date that was typed with a payment, and gives none to what has no date of its own', async () => {
    const { device, api } = await openWithRefused()
    api.always = offline
    const [first] = device.refused.changes.get()
    await device.refused.retry(first?.id ?? '', [{ ...paymentInput(v7(), 5), values: { orderId: v7(), paymentAmount: 5 } }, customerInput()])
    const [waiting] = device.outbox.waiting.get()
    expect(waiting?.ops.map((op) => op.action === 'create' && op.values['createdAt'])).toEqual([undefined, undefined])
  })

  it('stays listed when its correction cannot be stored', async () => {
    const { device, id, payment } = await openWithRefused()
    await expect(device.refused.retry(id, [{ ...payment, values: { ...payment.values, paymentAmount: -1 } }])).rejects.toMatchObject({ code: 'VALIDATION' })
    expect(device.refused.changes.get().map((change) => change.id)).toEqual([id])
  })

  it('leaves the list when the correction changes nothing any more', async () => {
    const { device, id } = await openWithRefused()
    expect(await device.refused.retry(id, [])).toEqual({ mutationId: null, ids: [] })
    expect(device.refused.changes.get()).toEqual([])
    expect(device.refused.discarded.get()).toEqual([])
  })
})
