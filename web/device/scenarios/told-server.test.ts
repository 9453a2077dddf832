import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { partToText } from '#schema/rules/text/activity-entry.ts'
import { plainWriting } from '#web/language/entry-words.ts'
import { noticeToText } from '#schema/rules/merge/notices.ts'
import { texts } from '#schema/language/compiled/notices/notices-en.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { type NorthDevice, serveNorth } from '../testing/test-shop-server.ts'
import { customerInput, orderInput, until, untilSynced } from '../testing/test-device.ts'

const hourMs = 60 * 60 * 1000
const north = serveNorth({ lab: ['view_activity', 'delete_customer'], desk: [] })

/** `clock`: the device's clock; the server uses its own. */
async function openFor(loginId: string, collections: CollectionName[], clock = () => new Date()): Promise<NorthDevice> {
  const opened = await north.openFor(loginId, { collections, clock })
  return {
    ...opened,
    async reconnect() {
      await opened.reconnect()
      await opened.device.sync.run()
      await untilSynced(opened.device)
    },
  }
}

const textsOf = async ({ device }: NorthDevice): Promise<string[]> =>
  (await device.notices.list()).map((notice) => noticeToText(notice, { texts, say: () => 'then', toText: (part) => partToText(part, plainWriting) }))
const untilTold = (one: NorthDevice, text: string): Promise<unknown> =>
  until(async () => (await textsOf(one)).some((told) => told.includes(text)), `to be told "${text}"`)

describe('what others did to one’s work', () => {
  it('a status of the morning that arrives late leaves nothing behind, and both people are told on every device of theirs', async () => {
    const shift = { ms: 0 }
    const [lab, desk] = [await openFor('lab', ['customers', 'orders'], () => new Date(Date.now() + shift.ms)), await openFor('desk', ['customers', 'orders'])]
    const customerId = v7()
    const orderId = v7()
    await desk.device.write(north.shopId, [customerInput({}, customerId), orderInput(customerId, {}, orderId)])
    await until(async () => (await lab.device.rows.read('orders', orderId)) !== undefined, 'the order')
    lab.goOffline()
    // Made three hours before it is sent; then the device's clock is right again.
    shift.ms = -3 * hourMs
    await lab.device.write(north.shopId, [
      { action: 'update', collection: 'orders', id: orderId, values: { orderStatusId: orderStatusIdByName['In Progress'] } },
    ])
    shift.ms = 0
    await desk.device.write(north.shopId, [
      { action: 'update', collection: 'orders', id: orderId, values: { orderStatusId: orderStatusIdByName['Picked up'] } },
    ])
    await until(() => desk.device.sync.status.get().waiting === 0, 'the later mutation to land')
    expect(await lab.device.rows.read('orders', orderId)).toMatchObject({ orderStatusId: orderStatusIdByName['In Progress'] })
    await lab.reconnect()
    await until(async () => (await lab.device.rows.read('orders', orderId))?.orderStatusId === orderStatusIdByName['Picked up'], 'the status that holds')
    expect(await lab.device.rows.read('orders', orderId)).toEqual(await desk.device.rows.read('orders', orderId))
    await untilTold(lab, "desk had set Status to 'Picked up' at then. It stays, because your 'In Progress' was set earlier")
    await untilTold(desk, "which arrived late. Your 'Picked up' (then) stays.")

    const other = await openFor('lab', ['orders'])
    await untilTold(other, 'It stays')
    lab.goOffline()
    await lab.device.notices.dismiss((await lab.device.notices.list()).map(({ id }) => id))
    expect(await textsOf(lab)).toEqual([])
    await lab.reconnect()
    await until(async () => (await other.device.notices.list()).length === 0, 'the other device to show it no more')
    expect(await textsOf(lab)).toEqual([])
  })

  it('two devices that take in the same customer apart: both stay, and both people read who the other one is', async () => {
    // Both changes are made well before either arrives, however slow the machine.
    let isTyping = true
    const clock = (): Date => new Date(Date.now() - (isTyping ? 60_000 : 0))
    const [lab, desk] = [await openFor('lab', ['customers'], clock), await openFor('desk', ['customers'], clock)]
    const phone = { countryCode: '+1', phone: '4155550142' }
    for (const one of [lab, desk]) one.goOffline()
    const [mine, theirs] = [v7(), v7()]
    await lab.device.write(north.shopId, [customerInput({ name: 'Ann Lee', ...phone }, mine)])
    await desk.device.write(north.shopId, [customerInput({ name: 'Anne Lee', ...phone }, theirs)])
    isTyping = false
    await lab.reconnect()
    await desk.reconnect()
    await untilTold(desk, "Looks like 'Ann Lee', added by lab.")
    await untilTold(lab, "Looks like 'Anne Lee', added by desk.")
    expect([(await lab.device.notices.list())[0]?.rowId, (await desk.device.notices.list())[0]?.rowId]).toEqual([theirs, mine])
    await until(async () => (await lab.device.rows.readMany('customers', [mine, theirs])).length === 2, 'both customers')

    await desk.device.notices.dismiss((await desk.device.notices.list()).map(({ id }) => id))
    await desk.device.write(north.shopId, [customerInput({ name: 'Their son', ...phone })])
    await until(() => desk.device.sync.status.get().waiting === 0, 'the third to land')
    await desk.device.sync.run()
    expect(await textsOf(desk)).toEqual([])
  })
})
