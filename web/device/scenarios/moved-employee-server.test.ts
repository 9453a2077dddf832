import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { privilegeNames } from '#schema/privileges.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { type ApiClient, createOp, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { closeTestDevices, testStorage, openTestDevice, type TestDevice, until, untilSynced } from '../testing/test-device.ts'
import { signInToServer } from '../testing/test-server-api.ts'

let server: ServerProcess
let boss: ApiClient
let shops: Record<string, string> = {}
let userIds: Record<string, string> = {}
let entityId = ''
const password = 'a long enough password'
const shopOf = (code: string): string => shops[code] ?? ''
const codes = ['north', 'south'] as const

beforeAll(async () => {
  server = await startServerProcess()
  const ids = await server.seed({
    shops: [
      { name: 'North', code: 'north', employees: ['First'] },
      { name: 'South', code: 'south' },
    ],
    users: [
      { loginId: 'boss', password, shops: ['north', 'south'], privileges: [...privilegeNames] },
      { loginId: 'nora', password, shops: ['north'] },
      { loginId: 'sam', password, shops: ['south'] },
      { loginId: 'rover', password, shops: ['north', 'south'] },
    ],
  })
  shops = ids.shopIdByCode
  userIds = ids.userIdByLogin
  boss = await signInOverHttp(server.url, 'boss', password)
  const [entity] = await boss.read<{ id: string }[]>('/api/entities')
  entityId = entity?.id ?? ''
  await must('POST', `/api/entities/${entityId}/shops`, { shopId: shopOf('south') })
}, 60_000)
afterEach(closeTestDevices)
afterAll(() => server.dispose())

async function must<T>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await boss.call<T>(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const addEmployee = async (name: string): Promise<string> =>
  (await must<{ id: string }>('POST', `/api/entities/${entityId}/employees`, { entityId, shopId: shopOf('north'), name })).id
const move = async (id: string, from: string, to: string): Promise<void> => {
  expect(await must('PUT', `/api/${shopOf(from)}/employees/${id}`, { shopId: shopOf(to) })).toMatchObject({ id, shop_id: shopOf(to) })
}

async function openFor(loginId: string, wrap: (api: SyncApi) => SyncApi = (api) => api): Promise<TestDevice> {
  const userId = userIds[loginId] ?? ''
  const api = wrap(await signInToServer(server.url, userId, loginId, password))
  const device = await openTestDevice({ userId, api, collections: ['orders', 'employees'], storage: testStorage(`${loginId}-${v7()}`), deviceId: v7() })
  await untilSynced(device)
  return device
}

/** Has no live stream: learns only from requests. */
const deaf = (api: SyncApi): SyncApi => ({ ...api, openLive: ({ onOpen }) => (onOpen(), { close: () => undefined }) })
/** One row per response, so that a tombstone and its row never come together. */
const inSmallBites = (api: SyncApi): SyncApi => ({
  ...deaf(api),
  pull: (request, signal) => api.pull({ ...request, limit: request.collection === 'employees' ? 1 : request.limit }, signal),
})

const idsIn = async (device: TestDevice, code: string): Promise<string[]> => (await device.rows.list('employees', shopOf(code))).map(({ id }) => id)

describe('an employee who moves between two shops, and the devices there', () => {
  it('goes from one list to the other under the same id, while the order there keeps them', async () => {
    const id = await addEmployee('Mona')
    const [customerId, orderId] = [v7(), v7()]
    const order = { customerId, orderStatusId: orderStatusIdByName.Lead, itemDetails: 'Radio', issueDescription: 'Hums', assignedEmployeeId: id }
    await boss.write(shopOf('north'), [createOp('customers', { name: 'Ada', countryCode: null, phone: null }, customerId), createOp('orders', order, orderId)])
    const [nora, sam, rover] = [await openFor('nora'), await openFor('sam'), await openFor('rover')]
    for (const device of [nora, rover]) await until(async () => (await idsIn(device, 'north')).includes(id), 'the employee')
    const journey = [
      ['north', 'south'],
      ['south', 'north'],
      ['north', 'south'],
    ] as const
    for (const [from, to] of journey) {
      await move(id, from, to)
      for (const device of [nora, sam, rover]) {
        const isMember = device === rover || (device === nora) === (to === 'north')
        await until(async () => (await idsIn(device, to)).includes(id) === isMember && !(await idsIn(device, from)).includes(id), `the move from ${from}`)
      }
      for (const device of [nora, rover]) {
        expect(await device.rows.read('orders', orderId)).toMatchObject({ assignedEmployeeId: id })
        const isFormer = (): boolean => device.sync.bootstrap.get()?.formerEmployees?.some((former) => former.id === id && former.name === 'Mona') ?? false
        await until(() => isFormer() === (to === 'south'), 'the name for the old order')
      }
      expect(sam.sync.bootstrap.get()?.formerEmployees).toBeUndefined()
    }
    await must('PUT', `/api/${shopOf('south')}/employees/${id}`, { name: 'Mona Lisa' })
    await until(() => nora.sync.bootstrap.get()?.formerEmployees?.some(({ name }) => name === 'Mona Lisa'), 'the new name in the old shop')
    await nora.write(shopOf('north'), [{ action: 'update', collection: 'orders', id: orderId, values: { orderNotes: 'ready' } }])
    await untilSynced(nora)
    expect(nora.refused.changes.get()).toEqual([])
  })

  it('is in no list of a device that lost the new shop while the page with the move was on its way, and back with the shop', async () => {
    const [id, other] = [await addEmployee('Ivy'), await addEmployee('Jan')]
    await move(other, 'north', 'south')
    const [asked, lost, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isOn = false
    const rover = await openFor('rover', (api) => ({
      ...deaf(api),
      async pull(request, signal) {
        if (!isOn) return api.pull(request, signal)
        if (request.collection === 'orders') await lost.promise
        const page = await api.pull(request, signal)
        if (request.collection !== 'employees') return page
        asked.resolve()
        await released.promise
        return page
      },
    }))
    for (const [one, code] of [
      [id, 'north'],
      [other, 'south'],
    ] as const)
      await until(async () => (await idsIn(rover, code)).includes(one), 'the employees')
    await move(id, 'north', 'south')
    isOn = true
    const synced = rover.sync.run()
    await asked.promise
    await server.seed({ rights: [{ loginId: 'rover', shops: ['north'] }] })
    lost.resolve()
    await until(async () => (await rover.rows.read('employees', other)) === undefined, 'the loss of the shop')
    isOn = false
    released.resolve()
    await synced
    await until(async () => !(await idsIn(rover, 'north')).includes(id), 'the employee to be gone')
    expect(await rover.rows.read('employees', id)).toBeUndefined()
    await server.seed({ rights: [{ loginId: 'rover', shops: ['north', 'south'] }] })
    await until(async () => {
      await rover.sync.run()
      return (await idsIn(rover, 'south')).includes(id)
    }, 'the employee in the other shop')
  })

  it('is in the right list of every device in the end, whenever it asks, page by page or row by row', async () => {
    const ids = await Promise.all(['Ed', 'Flo', 'Gus'].map(addEmployee))
    const placeOf = new Map<string, (typeof codes)[number]>(ids.map((id) => [id, 'north']))
    const devices = [
      await openFor('rover', deaf),
      await openFor('rover', inSmallBites),
      await openFor('boss', inSmallBites),
      await openFor('nora', inSmallBites),
      await openFor('sam', deaf),
    ]
    for (let round = 0; round < 16; round++) {
      for (const [index, id] of ids.entries()) {
        // Each moves at its own interval, so that all orders of leaving, joining and pulling occur.
        if (round % (index + 1) !== 0) continue
        const from = placeOf.get(id) ?? 'north'
        const to = from === 'north' ? 'south' : 'north'
        await move(id, from, to)
        placeOf.set(id, to)
      }
      for (const [index, device] of devices.entries()) if ((round * 7 + index * 3) % 4 < 2) await device.sync.run()
    }
    const late = await openFor('rover', deaf)
    for (const device of [...devices, late]) {
      const [isOfNorth, isOfSouth] = codes.map((code) => device.sync.bootstrap.get()?.shops.some((shop) => shop.id === shopOf(code)) ?? false)
      const isRight = async (): Promise<boolean> => {
        await device.sync.run()
        const shown = { north: new Set(await idsIn(device, 'north')), south: new Set(await idsIn(device, 'south')) }
        return ids.every(
          (id) =>
            shown.north.has(id) === (isOfNorth === true && placeOf.get(id) === 'north') &&
            shown.south.has(id) === (isOfSouth === true && placeOf.get(id) === 'south'),
        )
      }
      await until(isRight, 'every list to be right')
      for (let again = 0; again < 10; again++) expect(await isRight()).toBe(true)
    }
  }, 300_000)
})
