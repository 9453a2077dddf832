import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { noticeToText } from '#schema/rules/merge/notices.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import {
  closeTestDevices,
  customerInput,
  testStorage,
  faulty,
  offline,
  openTestDevice,
  orderInput,
  type TestDevice,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { signInToServer } from '../testing/test-server-api.ts'

let server: ServerProcess
let userIds: Record<string, string> = {}
let shopId = ''
const password = 'a long enough password'
const hourMs = 60 * 60 * 1000

beforeAll(async () => {
  server = await startServerProcess()
  const ids = await server.seed({
    shops: [{ name: 'North', code: 'north' }],
    users: [
      { loginId: 'lab', password, shops: ['north'], privileges: ['view_activity', 'delete_customer'] },
      { loginId: 'desk', password, shops: ['north'] },
    ],
  })
  shopId = ids.shopIdByCode['north'] ?? ''
  userIds = ids.userIdByLogin
}, 60_000)
afterEach(closeTestDevices)
afterAll(() => server.dispose())

type Opened = { device: TestDevice; goOffline: () => void; reconnect: () => Promise<void> }

/** `clock`: the device's clock; the server uses its own. */
async function openFor(loginId: string, collections: CollectionName[], clock?: () => Date): Promise<Opened> {
  const userId = userIds[loginId] ?? ''
  const api = faulty(await signInToServer(server.url, userId, loginId, password))
  const device = await openTestDevice({ userId, api, collections, storage: testStorage(`${loginId}-${v7()}`), deviceId: v7(), ...(clock && { clock }) })
  return {
    device,
    goOffline: () => void (api.always = offline),
    async reconnect() {
      api.always = undefined
      device.wakeUp('online')
      await until(() => device.sync.status.get().waiting === 0, 'the server to decide everything')
      await device.sync.run()
      await untilSynced(device)
    },
  }
}

const textsOf = async ({ device }: Opened): Promise<string[]> => (await device.notices.list()).map((notice) => noticeToText(notice, () => 'then'))
const untilTold = (one: Opened, text: string): Promise<unknown> =>
  until(async () => (await textsOf(one)).some((told) => told.includes(text)), `to be told "${text}"`)

describe('what others did to one’s work', () => {
  it('a status of the morning that arrives late leaves nothing behind, and both people are told on every device of theirs', async () => {
    const shift = { ms: 0 }
    const [lab, desk] = [await openFor('lab', ['customers', 'orders'], () => new Date(Date.now() + shift.ms)), await openFor('desk', ['customers', 'orders'])]
    const customerId = v7()
    const orderId = v7()
    await desk.device.write(shopId, [customerInput({}, customerId), orderInput(customerId, {}, orderId)])
    await until(async () => (await lab.device.rows.read('orders', orderId)) !== undefined, 'the order')
    lab.goOffline()
    // Made three hours before it is sent; then the device's clock is right again.
    shift.ms = -3 * hourMs
    await lab.device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { orderStatusId: orderStatusIdByName['In Progress'] } }])
    shift.ms = 0
    await desk.device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { orderStatusId: orderStatusIdByName['Picked up'] } }])
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
    await lab.device.write(shopId, [customerInput({ name: 'Ann Lee', ...phone }, mine)])
    await desk.device.write(shopId, [customerInput({ name: 'Anne Lee', ...phone }, theirs)])
    isTyping = false
    await lab.reconnect()
    await desk.reconnect()
    await untilTold(desk, "Looks like 'Ann Lee', added by lab.")
    await untilTold(lab, "Looks like 'Anne Lee', added by desk.")
    expect([(await lab.device.notices.list())[0]?.rowId, (await desk.device.notices.list())[0]?.rowId]).toEqual([theirs, mine])
    await until(async () => (await lab.device.rows.readMany('customers', [mine, theirs])).length === 2, 'both customers')

    await desk.device.notices.dismiss((await desk.device.notices.list()).map(({ id }) => id))
    await desk.device.write(shopId, [customerInput({ name: 'Their son', ...phone })])
    await until(() => desk.device.sync.status.get().waiting === 0, 'the third to land')
    await desk.device.sync.run()
    expect(await textsOf(desk)).toEqual([])
  })
})
