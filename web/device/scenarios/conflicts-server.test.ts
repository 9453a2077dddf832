import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { type ApiClient, createOp, livingRows, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import { refusalToReason } from '#web/features/attention/refused/refusal-reason.ts'
import { defaultSizes } from '../platform/sizes.ts'
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
import type { SyncApi } from '../platform/server-port.ts'

let server: ServerProcess
let shops: Record<string, string> = {}
let userIds: Record<string, string> = {}
let people: ApiClient
const password = 'a long enough password'
const shopOf = (code: string): string => shops[code] ?? ''

beforeAll(async () => {
  server = await startServerProcess()
  const ids = await server.seed({
    shops: [
      { name: 'Large', code: 'large' },
      { name: 'North', code: 'north', checklist: ['Screen', 'Battery', 'Buttons', 'Camera'] },
      { name: 'South', code: 'south', employees: ['Eve'], generatedOrders: 60 },
    ],
    users: [
      { loginId: 'lab', password, shops: ['large', 'north', 'south'], privileges: ['view_activity', 'delete_order', 'delete_customer'] },
      { loginId: 'desk', password, shops: ['north'] },
      { loginId: 'van', password, shops: ['north'] },
      { loginId: 'rover', password, shops: ['large', 'south'] },
    ],
  })
  shops = ids.shopIdByCode
  userIds = ids.userIdByLogin
  people = await signInOverHttp(server.url, 'lab', password)
}, 60_000)
afterEach(closeTestDevices)
afterAll(() => server.dispose())

type Opened = { device: TestDevice; goOffline: () => void; reconnect: () => Promise<void> }

async function openFor(loginId: string, collections: CollectionName[], wrap: (api: SyncApi) => SyncApi = (api) => api): Promise<Opened> {
  const api = faulty(wrap(await signInToServer(server.url, userIds[loginId] ?? '', loginId, password)))
  const device = await openTestDevice({ userId: userIds[loginId] ?? '', api, collections, storage: testStorage(`${loginId}-${v7()}`), deviceId: v7() })
  for (const { id } of await device.refused.list()) await device.refused.discard(id)
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

const untilHeld = (devices: readonly Opened[], collection: CollectionName, id: string): Promise<unknown> =>
  Promise.all(devices.map(({ device }) => until(async () => (await device.rows.read(collection, id)) !== undefined, `the row of ${collection}`)))

const logOfNorth = async (): Promise<unknown[]> =>
  livingRows(await people.pullAll('activities'))
    .filter(({ shopId }) => shopId === shopOf('north'))
    .map(({ auditText }) => auditText)

const seqById = (rows: readonly { id: string; seq?: unknown }[]): Map<string, unknown> => new Map(rows.map(({ id, seq }) => [id, seq]))

describe('devices that worked apart, and the real server', () => {
  it('hazard 21: move categories into a circle together: the second move is refused with the documented text, and both show the first', async () => {
    const [parts, screens] = [v7(), v7()]
    await people.write(shopOf('north'), [createOp('categories', { name: 'Parts' }, parts), createOp('categories', { name: 'Screens' }, screens)])
    const [lab, desk] = [await openFor('lab', ['categories']), await openFor('desk', ['categories'])]
    await untilHeld([lab, desk], 'categories', screens)
    for (const one of [lab, desk]) one.goOffline()
    const move = (id: string, parentId: string) => [{ action: 'update', collection: 'categories', id, values: { parentId } } as const]
    await lab.device.write(shopOf('north'), move(parts, screens))
    await desk.device.write(shopOf('north'), move(screens, parts))
    expect(await desk.device.rows.read('categories', screens)).toMatchObject({ parentId: parts })
    await lab.reconnect()
    await desk.reconnect()
    await until(() => desk.device.refused.changes.get().length === 1, 'the refusal to be listed')
    const [refused] = desk.device.refused.changes.get()
    expect(refused).toMatchObject({
      error: { code: 'CONFLICT', message: 'Cannot move a category to be a child of its own descendant' },
      ops: [{ changes: { parentId: { from: null, to: parts } } }],
    })
    const words = { rowName: () => 'Screens', lookUpName: () => undefined, dateTime: (instant: string) => instant }
    expect(refused && refusalToReason(refused, { words, isMember: true, canEdit: false, hasRow: () => true, isRefused: () => false }).what).toContain(
      "this move would put the category 'Screens' below itself",
    )
    expect(lab.device.refused.changes.get()).toEqual([])
    for (const { device } of [lab, desk]) {
      await until(async () => (await device.rows.read('categories', parts))?.parentId === screens, "the server's tree")
      expect(await device.rows.read('categories', screens)).toMatchObject({ parentId: null })
    }
  })

  it('delete a category of archived products while one of these comes back: the first to arrive holds, and all devices show the same', async () => {
    const categoryId = v7()
    const [kept, returning] = [v7(), v7()]
    const changeTo = (id: string, values: Record<string, string | boolean>) => [{ action: 'update', collection: 'products', id, values } as const]
    await people.write(shopOf('north'), [
      createOp('categories', { name: 'Tape decks' }, categoryId),
      ...[kept, returning].map((id) => createOp('products', { name: `Belt ${id}`, categoryHierarchyId: categoryId, inventoryCount: 3 }, id)),
    ])
    const [lab, desk] = [await openFor('lab', ['categories', 'products']), await openFor('desk', ['categories', 'products'])]
    await untilHeld([lab, desk], 'products', returning)
    await untilHeld([lab, desk], 'categories', categoryId)
    await desk.device.write(shopOf('north'), changeTo(returning, { archived: true }))
    await until(async () => (await lab.device.rows.read('products', returning))?.archived === true, 'the first one to be archived')
    for (const one of [lab, desk]) one.goOffline()
    const remove = [{ action: 'delete', collection: 'categories', id: categoryId } as const]
    await expect(lab.device.write(shopOf('north'), remove)).rejects.toMatchObject({
      code: 'FOREIGN_KEY_VIOLATION',
      message: 'This category still holds products.',
    })
    await lab.device.write(shopOf('north'), changeTo(kept, { archived: true }))
    await lab.device.write(shopOf('north'), remove)
    await expect(lab.device.write(shopOf('north'), changeTo(kept, { archived: false }))).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
    await desk.device.write(shopOf('north'), changeTo(returning, { archived: false }))
    await lab.reconnect()
    await desk.reconnect()
    await until(() => desk.device.refused.changes.get().length === 1, 'the refusal to be listed')
    expect(desk.device.refused.changes.get()).toMatchObject([{ error: { code: 'INVALID_REFERENCE', issues: [{ path: 'categoryHierarchyId' }] } }])
    expect(lab.device.refused.changes.get()).toEqual([])
    const inSight = async ({ device }: Opened) => {
      const rows = await Promise.all([kept, returning].map((id) => device.rows.read('products', id)))
      return [await device.rows.read('categories', categoryId), ...rows.map((row) => [row?.archived, row?.categoryHierarchyId])]
    }
    for (const one of [lab, desk])
      await until(async () => JSON.stringify(await inSight(one)) === JSON.stringify([undefined, [true, categoryId], [true, categoryId]]), "the server's rows")

    await lab.device.write(shopOf('north'), [{ action: 'restore', collection: 'categories', id: categoryId }])
    await untilHeld([desk], 'categories', categoryId)
    await desk.device.write(shopOf('north'), changeTo(returning, { archived: false }))
    await until(async () => (await lab.device.rows.read('products', returning))?.archived === false, 'the product to be back')
  })

  it('hazard 22: tick different and the same items of one order: both show the union, and what both ticked once', async () => {
    const items = livingRows(await people.pullAll('checklist_items')).map(({ id }) => id)
    const [screen, battery, buttons, camera] = items as [string, string, string, string]
    const [customer, order] = [customerInput({}, v7()), orderInput('', {}, v7())]
    const tick = (dropoffChecklistId: string) =>
      ({ action: 'create', collection: 'checklist_selections', values: { orderId: order.id, dropoffChecklistId } }) as const
    const few: CollectionName[] = ['orders', 'checklist_items', 'checklist_selections']
    const [lab, desk] = [await openFor('lab', few), await openFor('desk', few)]
    await people.write(shopOf('north'), [
      createOp('customers', { name: 'Ada', countryCode: null, phone: null }, customer.id),
      createOp('orders', { ...order.values, customerId: customer.id }, order.id),
    ])
    await untilHeld([lab, desk], 'orders', order.id)
    await untilHeld([lab, desk], 'checklist_items', camera)
    const { ids } = await lab.device.write(shopOf('north'), [tick(camera)])
    await untilSynced(lab.device)
    await untilHeld([desk], 'checklist_selections', ids[0] ?? '')
    for (const one of [lab, desk]) one.goOffline()
    await lab.device.write(shopOf('north'), [tick(screen), tick(battery)])
    await desk.device.write(shopOf('north'), [tick(battery), tick(buttons)])
    await desk.device.write(shopOf('north'), [{ action: 'delete', collection: 'checklist_selections', id: ids[0] ?? '' }])
    await lab.reconnect()
    await desk.reconnect()
    await lab.device.sync.run()
    for (const { device } of [lab, desk]) {
      const ticked = async (): Promise<string[]> =>
        (await device.rows.listOf('checklist_selections', 'orderId', order.id)).map(({ dropoffChecklistId }) => dropoffChecklistId).toSorted()
      await until(async () => !(await ticked()).includes(camera), 'the item that was unticked')
      expect(await ticked()).toEqual([screen, battery, buttons].toSorted())
      expect(device.refused.changes.get()).toEqual([])
    }
  })

  it('hazard 16: take the last part twice while a third counts: differences add up, the stock stops at 0, and the log names that', async () => {
    const [categoryId, productId] = [v7(), v7()]
    await people.write(shopOf('north'), [
      createOp('categories', { name: 'Stock' }, categoryId),
      createOp('products', { name: 'Last screen', categoryHierarchyId: categoryId, inventoryCount: 1 }, productId),
    ])
    const devices = [await openFor('lab', ['products']), await openFor('desk', ['products']), await openFor('van', ['products'])] as const
    await untilHeld(devices, 'products', productId)
    for (const one of devices) one.goOffline()
    const count = ({ device }: Opened, inventoryCount: number) =>
      device.write(shopOf('north'), [{ action: 'update', collection: 'products', id: productId, values: { inventoryCount } }])
    const [lab, desk, van] = devices
    await count(lab, 0)
    await count(desk, 0)
    await count(van, 8)
    for (const one of devices) await one.reconnect()
    for (const { device } of devices) {
      await until(async () => (await device.rows.read('products', productId))?.inventoryCount === 7, 'the sum of all three')
      expect(device.refused.changes.get()).toEqual([])
    }
    expect((await logOfNorth()).slice(-3)).toEqual([
      "Product 'Last screen': Inventory count changed from '1' to '0'",
      "Product 'Last screen': Inventory count changed from '0' to '0' (stopped at 0, more was taken than was left)",
      "Product 'Last screen': Inventory count changed from '0' to '7'",
    ])
  })

  it('hazard 28: gain a shop and a privilege: the whole history arrives, though newer rows are here already', async () => {
    const few: CollectionName[] = ['customers', 'orders', 'activities']
    const van = await openFor('van', few)
    await people.write(
      shopOf('north'),
      Array.from({ length: 300 }, (_, index) => createOp('customers', { name: `New ${index}`, countryCode: null, phone: null })),
    )
    await until(async () => (await van.device.rows.list('customers', shopOf('north'))).length >= 300, 'the newest rows of the first shop')
    expect(await van.device.rows.list('orders', shopOf('south'))).toEqual([])
    await server.seed({ rights: [{ loginId: 'van', shops: ['north', 'south'], privileges: ['view_activity'] }] })
    for (const collection of ['customers', 'orders', 'activities'] as const) {
      const known = livingRows(await people.pullAll(collection)).filter(({ shopId }) => shopId === shopOf('south'))
      expect(known.length).toBeGreaterThanOrEqual(15)
      await until(async () => (await van.device.rows.list(collection, shopOf('south'))).length === known.length, `all ${collection}`)
      expect(seqById(await van.device.rows.list(collection, shopOf('south')))).toEqual(seqById(known))
    }
    expect(await van.device.rows.list('activities', shopOf('north'))).toHaveLength((await logOfNorth()).length)
  })

  it('hazard 8: lose a shop while a page full of its rows is on the way: the pull goes on past it, to all of the other shop', async () => {
    const names = Array.from({ length: defaultSizes.pageMax + 100 }, (_, index) =>
      createOp('customers', { name: `Large ${index}`, countryCode: null, phone: null }),
    )
    for (let start = 0; start < names.length; start += 500) await people.write(shopOf('large'), names.slice(start, start + 500))
    const pages: string[][] = []
    const rover = await openFor('rover', ['customers'], (api) => ({
      ...api,
      async pull(request, signal) {
        const page = await api.pull(request, signal)
        if (pages.length === 0) await server.seed({ rights: [{ loginId: 'rover', shops: ['south'] }] })
        pages.push(page.documents.map(({ shopId }) => shopId ?? ''))
        return page
      },
    }))
    const south = livingRows(await people.pullAll('customers')).filter(({ shopId }) => shopId === shopOf('south'))
    await until(async () => (await rover.device.rows.list('customers', shopOf('south'))).length === south.length, 'the rows of the other shop')
    await untilSynced(rover.device)
    expect(pages[0]).toEqual(Array.from({ length: defaultSizes.pageMax }, () => shopOf('large')))
    expect(await rover.device.rows.list('customers', shopOf('large'))).toEqual([])
    expect(rover.device.sync.bootstrap.get()?.shops.map(({ id }) => id)).toEqual([shopOf('south')])
  })
})
