import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { readStatuses, toText } from './add-lines.ts'

type DemoService = {
  kind: string
  brand: string
  model: string
  name: string
  price: number
  minutes: number
  warrantyDays: number | null
  part: string | null
}
export type DemoWork = { services: readonly DemoService[]; tests: { name: string; deviceKind: string; items: readonly string[]; fault: string } }

const service = (device: string, name: string, price: number, minutes: number, part: string | null = null, warrantyDays: number | null = null): DemoService => {
  const [kind = '', brand = '', model = ''] = device.split(' / ')
  return { kind, brand, model, name, price, minutes, warrantyDays, part }
}

/** What each shop repairs at a fixed price, and what it tries out before and after. */
export const demoWork = {
  harbour: {
    services: [
      service('phone / Apple / iPhone 12', 'Screen', 189, 60, 'Display iPhone 12'),
      service('phone / Apple / iPhone 12', 'Battery', 69, 30, 'Battery iPhone 12', 365),
      service('phone / Apple / iPhone 13 mini', 'Screen', 209, 60, 'Display iPhone 13 mini'),
      service('phone / Apple / iPhone 13 mini', 'Battery', 75, 30, 'Battery iPhone 13 mini', 365),
      service('phone / Samsung / Galaxy S22', 'Screen', 229, 90, 'Display Galaxy S22'),
      service('phone / Google / Pixel 7a', 'Charging port', 79, 45, 'Charging port Pixel 7a'),
      service('tablet / Apple / iPad 9th gen', 'Glass', 119, 120, 'Digitizer iPad 9th gen, black'),
      service('console / Sony / PlayStation 5', 'HDMI port', 99, 90, 'HDMI port PlayStation 5'),
    ],
    tests: { name: 'Phone', deviceKind: 'phone', items: ['Touch', 'Cameras', 'Speakers', 'Charging', 'Wi-Fi'], fault: 'Loose port' },
  },
  northside: {
    services: [
      service('laptop / Lenovo / ThinkPad T14', 'Keyboard', 129, 60, 'Keyboard ThinkPad T14 US'),
      service('laptop / Lenovo / ThinkPad T14', 'Battery', 119, 30, 'Battery ThinkPad T14', 365),
      service('laptop / Dell / XPS 13', 'Battery', 139, 45, 'Battery XPS 13', 365),
      service('laptop / Apple / MacBook Air M1', 'Keyboard', 249, 180, 'Keyboard MacBook Air M1 US'),
      service('laptop /  / ', 'Data to a new SSD', 89, 120, null, 0),
      service('audio / Technics / SL-1200', 'Service', 149, 120),
    ],
    tests: { name: 'Laptop', deviceKind: 'laptop', items: ['Keyboard', 'Trackpad', 'Screen', 'Charging', 'Fan'], fault: 'Runs at full speed' },
  },
} satisfies Record<string, DemoWork>

/** The price list and a test list, from the first day. */
export function addServices({ services, tests }: DemoWork, stock: readonly Mutation[], { shopId, at }: { shopId: string; at: string }): Mutation {
  const idByName = new Map(
    stock.flatMap(({ ops }) => ops.flatMap((op) => (op.action === 'create' && op.collection === 'products' ? [[op.values['name'], op.id] as const] : []))),
  )
  const { name, deviceKind, items } = tests
  return {
    id: uuidV5('act-services', shopId),
    shopId,
    at,
    ops: [
      ...services.map(({ part, brand, model, ...values }) =>
        create('services', uuidV5(`service-${brand}-${model}-${values.name}`, shopId), {
          ...values,
          brand: brand || null,
          model: model || null,
          productId: (part !== null && idByName.get(part)) || null,
        }),
      ),
      create('tests', testId(shopId), { name, deviceKind, items: [...items] }),
    ],
  }
}

const testId = (shopId: string): string => uuidV5('test-list', shopId)
const ofEach = 4

/** What was tried out on the last repairs of that kind: something fails before, and nothing after. */
export function addTestResults({ tests }: DemoWork, orders: readonly Mutation[], now: Date): Mutation[] {
  const statusById = readStatuses(orders)
  const kindById = new Map(listCreated(orders, 'assets').map(({ op }) => [op.id, op.values['kind']]))
  const ofKind = listCreated(orders, 'orders').filter(({ op }) => kindById.get(toText(op.values['assetId'])) === tests.deviceKind)
  const doneIds = new Set<Json | undefined>([orderStatusIdByName.Fixed, orderStatusIdByName['Picked up']])
  const { open = [], done = [] } = Object.groupBy(ofKind, ({ op }) => (doneIds.has(statusById.get(op.id)) ? 'done' : 'open'))
  return [...open.slice(-ofEach), ...done.slice(-ofEach)].map(({ shopId, at, op }, index) => {
    const isDone = doneIds.has(statusById.get(op.id))
    const fault = tests.items[index % tests.items.length]
    const results = (isDone ? (['before', 'after'] as const) : (['before'] as const)).flatMap((phase) =>
      tests.items.map((item) => {
        const failed = phase === 'before' && item === fault
        const values = { orderId: op.id, testId: testId(shopId), item, phase, result: failed ? 'fail' : 'pass', ...(failed && { note: tests.fault }) }
        return create('test_results', uuidV5(`result-${phase}-${item}`, op.id), values)
      }),
    )
    return { id: uuidV5('act-results', op.id), shopId, at: new Date(Math.min(Date.parse(at) + 1_800_000, now.getTime() - 25_000)).toISOString(), ops: results }
  })
}

/** The repair of a device that was picked up lately is back under its warranty. */
export function addClaim(orders: readonly Mutation[], now: Date): Mutation[] {
  const statusById = readStatuses(orders)
  const first = listCreated(orders, 'orders').findLast(
    ({ op }) => typeof op.values['assetId'] === 'string' && statusById.get(op.id) === orderStatusIdByName['Picked up'],
  )
  if (first === undefined) return []
  const { customerId = null, assetId = null, itemDetails = null, issueDescription = null } = first.op.values
  const values = { customerId, assetId, itemDetails, issueDescription: `Warranty claim: ${toText(issueDescription)}`, claimOf: first.op.id }
  const id = uuidV5('claim', first.op.id)
  return [
    {
      id: uuidV5('act-claim', first.op.id),
      shopId: first.shopId,
      at: new Date(now.getTime() - 90_000).toISOString(),
      ops: [
        create('orders', id, { ...values, orderStatusId: orderStatusIdByName['Dropped Off'] }),
        create('order_lines', uuidV5('claim-line', id), { orderId: id, kind: 'labour', description: 'Repaired again', quantity: 1, unitPrice: 45 }),
      ],
    },
  ]
}

function listCreated(orders: readonly Mutation[], collection: string) {
  return orders.flatMap(({ shopId, at, ops }) => ops.flatMap((op) => (op.action === 'create' && op.collection === collection ? [{ shopId, at, op }] : [])))
}

const create = (collection: string, id: string, values: Record<string, Json>): Op & { action: 'create' } => ({ action: 'create', collection, id, values })
