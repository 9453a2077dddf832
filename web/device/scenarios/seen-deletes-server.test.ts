import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { DeletedPage } from '#schema/api/deleted.ts'
import { partToText } from '#schema/rules/text/activity-entry.ts'
import { plainWriting } from '#web/language/entry-words.ts'
import { noticeToText } from '#schema/rules/merge/notices.ts'
import { texts } from '#schema/language/compiled/notices/notices-en.ts'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { password, serveNorth } from '../testing/test-shop-server.ts'
import { customerInput, offline, orderInput, paymentInput, type TestDevice, until, untilSynced } from '../testing/test-device.ts'
import { storageFullMessage } from '../platform/storage-errors.ts'
import { OfflineError, type SyncApi } from '../platform/server-port.ts'

const north = serveNorth({ lab: ['delete_order'], desk: [], counter: ['delete_order'] })

async function openFor(loginId: string, tab = `${loginId}-${v7()}`, deviceId: string = v7()) {
  let isOffline = (): boolean => false
  // A response in flight is lost too: arriving late, it would mark the connection as good.
  const arrive = async <T>(answer: Promise<T>): Promise<T> => {
    const arrived = await answer
    return isOffline() ? Promise.reject(new OfflineError()) : arrived
  }
  const wrap = (api: SyncApi): SyncApi => ({
    ...api,
    bootstrap: (signal) => arrive(api.bootstrap(signal)),
    pull: (request, signal) => arrive(api.pull(request, signal)),
    push: (request, signal) => arrive(api.push(request, signal)),
  })
  const opened = await north.openFor(loginId, { tab, deviceId, wrap })
  isOffline = () => opened.api.always === offline
  await untilSynced(opened.device)
  for (const { id } of opened.device.refused.changes.get()) await opened.device.refused.discard(id)
  return { ...opened, tab, deviceId }
}

const remove = (id: string) => [{ action: 'delete', collection: 'orders', id } as const]
const restore = (id: string, deletion?: string | null) => [{ action: 'restore', collection: 'orders', id, deletion: deletion ?? undefined } as const]
const deletedFor = async (loginId: string) =>
  (await (await signInOverHttp(north.server.url, loginId, password)).read<DeletedPage>(`/api/${north.shopId}/deleted`)).rows

async function addOrder(device: TestDevice) {
  const customer = customerInput({ name: `Customer ${v7()}` })
  const order = orderInput(customer.id)
  await device.write(north.shopId, [customer, order])
  await untilSynced(device)
  return order
}

const whenHere = (device: TestDevice, id: string) => until(async () => (await device.rows.read('orders', id)) !== undefined, 'the order to arrive')
const whenGone = (device: TestDevice, id: string) => until(async () => (await device.rows.read('orders', id)) === undefined, 'the order to go')

describe('an order that one person deletes offline while another takes money for it', () => {
  it('stays with its payment; the first reads what came since, and who added it is told when it goes anyway', async () => {
    const [lab, desk] = [await openFor('lab'), await openFor('desk')]
    const order = await addOrder(lab.device)
    await whenHere(desk.device, order.id)
    lab.goOffline()
    await lab.device.write(north.shopId, remove(order.id))
    const payment = paymentInput(order.id, 250)
    await desk.device.write(north.shopId, [payment])
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'Paid in cash' } }])
    await untilSynced(desk.device)

    await lab.reconnect()
    await until(() => lab.device.refused.changes.get().length === 1, 'the refusal to be listed')
    const [refused] = lab.device.refused.changes.get()
    expect(refused?.error).toMatchObject({ code: 'CHANGED_SINCE', message: 'Since then $250 was paid and order notes changed. Delete anyway?' })
    for (const { device } of [lab, desk]) {
      expect(await device.rows.read('orders', order.id)).toMatchObject({ orderNotes: 'Paid in cash' })
      expect(await device.rows.readMany('payments', [payment.id])).toHaveLength(1)
    }

    await lab.device.refused.retry(refused?.id ?? '')
    await untilSynced(lab.device)
    expect(lab.device.refused.changes.get()).toEqual([])
    await whenGone(desk.device, order.id)
    await until(async () => (await desk.device.notices.list()).length === 1, 'the notice to arrive')
    expect(
      (await desk.device.notices.list()).map((notice) =>
        noticeToText(notice, { texts, say: (instant) => instant, toText: (part) => partToText(part, plainWriting) }),
      ),
    ).toEqual(['lab deleted this. What you had done meanwhile went with it: $250 was paid and order notes changed. You find it under Recently deleted.'])
    expect((await deletedFor('desk')).find(({ id }) => id === order.id)).toMatchObject({
      deletedBy: 'lab',
      wentWith: [{ collection: 'payments', count: 1 }],
      mayRestore: false,
    })
  })

  it('goes with what the first person added to it offline themselves', async () => {
    const lab = await openFor('lab')
    const order = await addOrder(lab.device)
    lab.goOffline()
    await lab.device.write(north.shopId, [paymentInput(order.id, 5)])
    await lab.device.write(north.shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { priority: true } }])
    await lab.device.write(north.shopId, remove(order.id))
    await lab.reconnect()
    expect(lab.device.refused.changes.get()).toEqual([])
    expect((await deletedFor('lab')).find(({ id }) => id === order.id)).toMatchObject({ wentWith: [{ collection: 'payments', count: 1 }] })
  })

  it('stays with a payment that was taken at the original while a copy of its profile deleted it', async () => {
    const copy = await openFor('lab')
    const original = await signInOverHttp(north.server.url, 'lab', password)
    const order = await addOrder(copy.device)
    copy.goOffline()
    await copy.device.write(north.shopId, [paymentInput(order.id, 5)])
    await copy.device.write(north.shopId, remove(order.id))
    const payment = { action: 'create', collection: 'payments', id: v7(), values: { orderId: order.id, paymentAmount: 250 } }
    const mutations = [{ id: v7(), shopId: north.shopId, at: new Date().toISOString(), ops: [payment] }]
    const answer = await original.call('POST', '/api/sync/push', { deviceId: copy.deviceId, deviceTime: new Date().toISOString(), mutations })
    expect(answer.body).toMatchObject({ results: [{ outcome: 'applied' }] })

    await copy.reconnect()
    await until(() => copy.device.refused.changes.get().length === 1, 'the refusal to be listed')
    expect(copy.device.refused.changes.get()[0]?.error).toMatchObject({ code: 'CHANGED_SINCE', message: 'Since then $250 was paid. Delete anyway?' })
    expect(await copy.device.rows.read('orders', order.id)).toBeDefined()
  })

  it('is deleted at once by a device that heard of everything a moment ago', async () => {
    const [lab, desk] = [await openFor('lab'), await openFor('desk')]
    const order = await addOrder(desk.device)
    await desk.device.write(north.shopId, [paymentInput(order.id, 5)])
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { priority: true } }])
    await untilSynced(desk.device)
    await lab.device.sync.run()
    await untilSynced(lab.device)
    await lab.device.write(north.shopId, remove(order.id))
    await untilSynced(lab.device)
    expect(lab.device.refused.changes.get()).toEqual([])
    await whenGone(desk.device, order.id)
    expect((await desk.device.notices.list()).filter(({ rowId }) => rowId === order.id)).toEqual([])
  })
})

describe('undoing a deletion', () => {
  it('leaves deleted what somebody else deleted too, says whose it is, and brings it back from the list on purpose', async () => {
    const [lab, counter] = [await openFor('lab'), await openFor('counter')]
    const order = await addOrder(lab.device)
    await whenHere(counter.device, order.id)
    counter.goOffline()
    await counter.device.write(north.shopId, remove(order.id))
    const { mutationId } = await lab.device.write(north.shopId, remove(order.id))
    await untilSynced(lab.device)
    await counter.reconnect()
    await lab.device.write(north.shopId, restore(order.id, mutationId))
    await until(() => lab.device.refused.changes.get().length === 1, 'the refusal to be listed')
    expect(lab.device.refused.changes.get()[0]?.error).toMatchObject({
      code: 'DELETED_TOO',
      message: 'counter deleted this too. If it should come back all the same, restore it from Recently deleted.',
    })
    expect(await lab.device.rows.read('orders', order.id)).toBeUndefined()
    const listed = (await deletedFor('lab')).find(({ id }) => id === order.id)
    await lab.device.write(north.shopId, restore(order.id, listed?.deletion))
    await untilSynced(lab.device)
    expect(await lab.device.rows.read('orders', order.id)).toBeDefined()
    await whenHere(counter.device, order.id)
  })

  it('that never left takes it back: nothing waits, nothing is sent, also after a start in between', async () => {
    const lab = await openFor('lab')
    const order = await addOrder(lab.device)
    const payment = paymentInput(order.id, 5)
    await lab.device.write(north.shopId, [payment])
    await untilSynced(lab.device)
    lab.goOffline()
    await lab.device.sync.run()
    const { mutationId } = await lab.device.write(north.shopId, remove(order.id))
    await lab.device.sync.run()
    await lab.device.close()
    const { api, device: again } = await north.openFor('lab', { tab: lab.tab, deviceId: lab.deviceId, isOffline: true })
    expect([again.sync.status.get().waiting, await again.rows.read('orders', order.id)]).toEqual([1, undefined])
    await again.write(north.shopId, restore(order.id, mutationId))
    expect([again.sync.status.get().waiting, again.outbox.waiting.get()]).toEqual([0, []])
    expect(await again.rows.read('orders', order.id)).toBeDefined()
    expect(await again.rows.readMany('payments', [payment.id])).toHaveLength(1)
    api.always = undefined
    again.wakeUp('online')
    await untilSynced(again)
    expect(await again.rows.read('orders', order.id)).toBeDefined()
    const { rows } = await (await signInOverHttp(north.server.url, 'lab', password)).read<DeletedPage>(`/api/${north.shopId}/deleted`)
    expect(rows.filter(({ id }) => id === order.id)).toEqual([])
  })

  it('says in words that the storage is full, and keeps the deletion', async () => {
    const lab = await openFor('lab')
    const order = await addOrder(lab.device)
    lab.goOffline()
    await lab.device.sync.run()
    const { mutationId } = await lab.device.write(north.shopId, remove(order.id))
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below.
    const deleteKey = IDBObjectStore.prototype.delete
    IDBObjectStore.prototype.delete = function (key) {
      if (this.name === 'outbox') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return deleteKey.call(this, key)
    }
    try {
      await expect(lab.device.write(north.shopId, restore(order.id, mutationId))).rejects.toMatchObject({ code: 'UNAVAILABLE', message: storageFullMessage })
    } finally {
      IDBObjectStore.prototype.delete = deleteKey
    }
    expect([lab.device.sync.status.get().waiting, await lab.device.rows.read('orders', order.id)]).toEqual([1, undefined])
    await lab.device.write(north.shopId, restore(order.id, mutationId))
    expect([lab.device.sync.status.get().waiting, (await lab.device.rows.read('orders', order.id))?.id]).toEqual([0, order.id])
    await lab.reconnect()
  })

  it('is sent, and the deletion before it, from a device whose storage has no room for a note of that', async () => {
    const lab = await openFor('lab')
    const order = await addOrder(lab.device)
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below.
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value: { key?: string }, key) {
      if (this.name === 'meta' && value.key === 'outboxOffered') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return put.call(this, value, key)
    }
    try {
      lab.api.faults.push.push((send) => {
        lab.api.always = offline
        return offline(send)
      })
      const { mutationId } = await lab.device.write(north.shopId, remove(order.id))
      await until(() => lab.device.sync.status.get().state === 'offline', 'the try to fail')
      await lab.device.write(north.shopId, restore(order.id, mutationId))
      expect(lab.device.outbox.waiting.get()).toHaveLength(2)
      await lab.reconnect()
    } finally {
      IDBObjectStore.prototype.put = put
    }
    expect(await lab.device.rows.read('orders', order.id)).toBeDefined()
    expect(lab.device.refused.changes.get()).toEqual([])
  })

  it('sends both where the deletion may have arrived, or was carried away in a file', async () => {
    const lab = await openFor('lab')
    const [sent, carried] = [await addOrder(lab.device), await addOrder(lab.device)]
    // The network fails during the push, so it is unknown whether the deletion arrived.
    lab.api.faults.push.push((send) => {
      lab.api.always = offline
      return offline(send)
    })
    const first = await lab.device.write(north.shopId, remove(sent.id))
    await until(() => lab.device.sync.status.get().state === 'offline', 'the try to fail')
    await lab.device.write(north.shopId, restore(sent.id, first.mutationId))
    expect(lab.device.outbox.waiting.get()).toHaveLength(2)
    const second = await lab.device.write(north.shopId, remove(carried.id))
    await lab.device.outbox.exportFile()
    await lab.device.write(north.shopId, restore(carried.id, second.mutationId))
    expect(lab.device.outbox.waiting.get()).toHaveLength(4)
    await lab.reconnect()
    for (const { id } of [sent, carried]) expect(await lab.device.rows.read('orders', id)).toBeDefined()
    expect(lab.device.refused.changes.get()).toEqual([])
  })
})
