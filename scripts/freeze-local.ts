import 'fake-indexeddb/auto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { v7 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { openDevice } from '#web/device/device.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { dumpDatabases } from '#web/device/testing/fixtures/raw-databases.ts'
import { fixtureSeed, type LocalFixture } from '#web/device/testing/fixtures/local-fixture.ts'
import { defaultPackedSizes } from '#web/device/storage/packed/store-sizes.ts'
import { localVersion } from '#web/device/storage/local-version.ts'
import { rowStorage } from '#web/device/storage/row-database.ts'
import { saveSessionDescriptor } from '#web/device/storage/identity-store.ts'
import { faulty, mapNotes, offline, until, untilSynced } from '#web/device/testing/test-device.ts'
import { signInToServer } from '#web/device/testing/test-server-api.ts'
import { signInOverHttp } from './process-tests/api-client.ts'
import { startServerProcess } from './process-tests/server-process.ts'
import { CommandError, runCommand, say } from './tools/command-line.ts'
import type { Device } from '#web/device/device-types.ts'

/** So that a few rows lie in segments, as thousands do. */
const fewRowsPacked = { ...defaultPackedSizes, segmentRows: 3, segmentFromRows: 2, packFromRows: 2, sheetRows: 2, idleRows: 2, busyRows: 1_000, idleMs: 100 }

const usage = `Usage: npm run freeze-local [-- --again]

Freezes what the present local version keeps on a device, from a real run against a real server, as
web/device/testing/fixtures/local-version-<n>.json: every later version must open it.
--again: in place of the file that is there; only for a version that was never released.`

/** `npm run freeze-local`. */
await runCommand(async () => {
  const isAgain = readArguments()
  const folder = path.join('web', 'device', 'testing', 'fixtures')
  const name = `local-version-${localVersion}.json`
  const file = path.join(import.meta.dirname, '..', folder, name)
  if (existsSync(file) && !isAgain) {
    throw new CommandError(`${folder}/${name} is frozen already. When what devices store has changed, raise localVersion in
web/device/storage/local-version.ts to ${localVersion + 1} first; where version ${localVersion} was never released, run npm run freeze-local -- --again.`)
  }
  const text = fixtureToText(await freezePresent())
  await writeFile(file, text)
  say(`${folder}/${name}: ${(text.length / 1000).toFixed(0)} kB. Commit it together with the change that raised the version.
The next change of what devices store (a field, a local key, an index, a table) raises localVersion in
web/device/storage/local-version.ts to ${localVersion + 1}, once a release, and runs this again; the older files stay as they are.`)
})
// The device that was frozen leaves timers behind.
process.exit()

function readArguments(): boolean {
  const [option, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (option !== undefined && option !== '--again')) throw new CommandError(usage)
  return option === '--again'
}

async function freezePresent(): Promise<LocalFixture> {
  const server = await startServerProcess({ seed: fixtureSeed })
  try {
    return await freeze(server.url)
  } finally {
    await server.dispose()
  }
}

/** A line a record, so that a change of one shows. */
function fixtureToText({ databases, server: actions, ...head }: LocalFixture): string {
  const lines = databases.map(
    ({ stores, ...database }) =>
      `    { ${JSON.stringify(database).slice(1, -1)}, "stores": [\n${stores
        .map(
          ({ records, ...store }) =>
            `      { ${JSON.stringify(store).slice(1, -1)}, "records": [${records.map((record) => `\n        ${JSON.stringify(record)}`).join(',')}] }`,
        )
        .join(',\n')}\n    ] }`,
  )
  const text = `{\n  ${JSON.stringify(head).slice(1, -1)},\n  "server": [${actions.map((action) => `\n    ${JSON.stringify(action)}`).join(',')}],\n  "databases": [\n${lines.join(',\n')}\n  ]\n}\n`
  JSON.parse(text)
  return text
}

async function freeze(url: string): Promise<LocalFixture> {
  const [owner, other] = fixtureSeed.users
  const colleague = await signInOverHttp(url, other.loginId, other.password)
  const { id: shopId = '' } = (await colleague.bootstrap()).shops[0] ?? {}
  const actions: Mutation[] = []
  const write = async (ops: Op[]): Promise<void> => {
    const mutation: Mutation = { id: v7(), shopId, at: new Date().toISOString(), ops }
    const [result] = (await colleague.push([mutation])).body.results
    if (result?.outcome !== 'applied') throw new Error(JSON.stringify(result))
    actions.push(mutation)
  }
  const id = {
    customer: v7(),
    otherCustomer: v7(),
    category: v7(),
    supplier: v7(),
    product: v7(),
    orders: [v7(), v7(), v7(), v7()],
    task: v7(),
    payment: v7(),
    cost: v7(),
  }
  const [edited = '', moved = '', deleted = '', lost = ''] = id.orders
  const create = (collection: Op['collection'], rowId: string, values: Extract<Op, { action: 'create' }>['values']): Op => ({
    action: 'create',
    collection,
    id: rowId,
    values,
  })
  const order = (customerId: string, itemDetails: string) => ({
    customerId,
    orderStatusId: orderStatusIdByName['Dropped Off'],
    itemDetails,
    issueDescription: 'Does not start',
  })
  await write([create('customers', id.customer, { name: 'Customer One', countryCode: '+1', phone: '5550100001', customerNotes: 'Rings at noon' })])
  await write([create('customers', id.otherCustomer, { name: 'Customer Two', countryCode: '+1', phone: '5550100002' })])
  await write([create('categories', id.category, { name: 'Parts' }), create('suppliers', id.supplier, { supplierName: 'Supplier One' })])
  await write([create('products', id.product, { name: 'Battery', categoryHierarchyId: id.category, supplierId: id.supplier, inventoryCount: 10 })])
  for (const [index, orderId] of id.orders.entries()) await write([create('orders', orderId, order(id.customer, `Item ${index + 1}`))])
  await write([create('tasks', id.task, { description: 'Order the part', orderId: moved })])
  await write([create('payments', id.payment, { orderId: edited, paymentAmount: 20.5 }), create('costs', id.cost, { orderId: edited, costAmount: 5 })])

  const { user } = await (await signInOverHttp(url, owner.loginId, owner.password)).bootstrap()
  const api = faulty(await signInToServer(url, user.id, owner.loginId, owner.password))
  const device = await openDevice({ userId: user.id, api, notes: mapNotes(), storage: rowStorage(localVersion, fewRowsPacked) })
  await until(async () => (await device.rows.list('costs', shopId)).length === 1 && (await device.rows.list('activities', shopId)).length > 0, 'the first sync')
  await untilSynced(device)

  // Refused: somebody else deletes the order meanwhile.
  await goOffline(device, api)
  await device.write(shopId, [{ action: 'create', collection: 'payments', values: { orderId: lost, paymentAmount: 7 } }])
  await write([{ action: 'delete', collection: 'orders', id: lost }])
  api.always = undefined
  await device.sync.run()
  await until(() => device.refused.changes.get().length === 1, 'the refusal')
  await untilSynced(device)

  await goOffline(device, api)
  const update = (collection: 'orders' | 'products' | 'tasks' | 'customers', rowId: string, values: Record<string, string | number | boolean>): OpInput => ({
    action: 'update',
    collection,
    id: rowId,
    values,
  })
  const newCustomer = v7()
  for (const inputs of [
    [
      { action: 'create', collection: 'customers', id: newCustomer, values: { name: 'Customer Three', countryCode: '+1', phone: '5550100003' } },
      { action: 'create', collection: 'orders', values: order(newCustomer, 'Made without a network') },
    ],
    [update('orders', moved, { orderStatusId: orderStatusIdByName.Diagnosis })],
    [update('orders', edited, { orderNotes: 'first line\nsecond line' })],
    [update('orders', edited, { orderNotes: 'first line\nsecond line\nthird line', priority: true })],
    [update('products', id.product, { inventoryCount: 8 })],
    [update('tasks', id.task, { completed: true })],
    [update('customers', id.customer, { customerNotes: 'Rings at noon, and at one' })],
    [{ action: 'create', collection: 'payments', values: { orderId: edited, paymentAmount: 12 } }],
    [{ action: 'delete', collection: 'orders', id: deleted }],
    [{ action: 'delete', collection: 'costs', id: id.cost }],
    [{ action: 'restore', collection: 'costs', id: id.cost }],
    [{ action: 'create', collection: 'tasks', values: { description: 'Call back', orderId: edited } }],
    [update('customers', id.otherCustomer, { customerNotes: 'Has moved' })],
  ] satisfies OpInput[][]) {
    await device.write(shopId, inputs)
  }
  await device.drafts.save('order-add', { values: { itemDetails: 'Half typed' }, opened: {} })
  const { privileges, shops, sessionExpiresAt } = device.sync.bootstrap.get() ?? { privileges: [...privilegeNames], shops: [], sessionExpiresAt: '' }
  await saveSessionDescriptor({ user, privileges, shops, sessionExpiresAt })
  await device.close()
  const databases = (await dumpDatabases()).filter(({ name }) => /^(rxdb-dexie-)?mainspring-/.test(name))
  const epoch = (await colleague.pull('orders')).body.checkpoint[shopId]?.epoch ?? ''
  return { localVersion, shopId, userId: user.id, epoch, server: actions, databases }
}

async function goOffline(device: Device, api: ReturnType<typeof faulty>): Promise<void> {
  api.always = offline
  device.sync.resume()
  await until(() => device.sync.status.get().state === 'offline', 'the device to be offline')
}
