import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import type { TaxRate } from '#schema/collections/stock/tax-rates.ts'
import { toBalance } from '#schema/rules/money/balance.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { type ApiClient, createOp, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import { closeTestDevices, customerInput, faulty, offline, openTestDevice, orderInput, testStorage, until, untilSynced } from '../../testing/test-device.ts'
import { signInToServer } from '../../testing/test-server-api.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Payment } from '#schema/collections/work/payments.ts'

const password = 'a long enough password'
const logins = ['lab', 'desk'] as const
const modes = ['none', 'exclusive', 'inclusive'] as const
const collections: CollectionName[] = ['customers', 'orders', 'products', 'order_lines', 'payments', 'tax_rates']

let server: ServerProcess
let shopIds: Record<string, string> = {}
let userIds: Record<string, string> = {}
let boss: ApiClient
const rateIds = { usual: v7(), labour: v7(), reduced: v7() }

beforeAll(async () => {
  server = await startServerProcess()
  const people = logins.map((loginId) => ({ loginId, password, shops: [...modes], privileges: [] }))
  const ids = await server.seed({
    shops: modes.map((mode) => ({ name: mode, code: mode })),
    users: [...people, { loginId: 'boss', password, shops: [...modes], privileges: ['view_shop_setting'] }],
  })
  ;[shopIds, userIds] = [ids.shopIdByCode, ids.userIdByLogin]
  boss = await signInOverHttp(server.url, 'boss', password)
  for (const mode of modes) {
    const { status } = await boss.call('PUT', `/api/${shopIds[mode]}/profile`, { taxMode: mode })
    if (status !== 200) throw new Error(`The tax mode was refused: ${status}`)
  }
  await boss.write(shopIds['inclusive'] ?? '', [
    createOp('tax_rates', { name: 'VAT', percent: 19, isDefault: true }, rateIds.usual),
    createOp('tax_rates', { name: 'Reduced', percent: 7 }, rateIds.reduced),
  ])
  await boss.write(shopIds['exclusive'] ?? '', [
    createOp('tax_rates', { name: 'Sales', percent: 8.875, isDefault: true }),
    createOp('tax_rates', { name: 'Labour', percent: 5, isDefaultForLabour: true }, rateIds.labour),
  ])
}, 60_000)
afterAll(async () => {
  await closeTestDevices()
  await server.dispose()
})

async function openFor(loginId: (typeof logins)[number]) {
  const api = faulty(await signInToServer(server.url, userIds[loginId] ?? '', loginId, password))
  const device = await openTestDevice({ userId: userIds[loginId] ?? '', api, collections, storage: testStorage(`${loginId}-${v7()}`), deviceId: v7() })
  await untilSynced(device)
  return {
    device,
    goOffline: () => void (api.always = offline),
    reconnect: async () => {
      api.always = undefined
      device.wakeUp('online')
      await until(() => device.sync.status.get().waiting === 0, 'the server to decide everything')
      await untilSynced(device)
    },
  }
}
type Opened = Awaited<ReturnType<typeof openFor>>

const cents = fc.integer({ min: 1, max: 99_999 })
const nth = fc.nat(9)
const anyAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('line' as const),
      kind: fc.constantFrom('part', 'labour'),
      thousandths: fc.integer({ min: 1, max: 9_000 }),
      cents,
      included: fc.boolean(),
      isReduced: fc.boolean(),
    }),
  },
  fc.record({ act: fc.constant('discount' as const), percent: fc.option(fc.integer({ min: 1, max: 1_000_000 })), cents }),
  fc.record({ act: fc.constant('change-line' as const), nth, cents }),
  fc.record({ act: fc.constant('include' as const), nth, included: fc.boolean() }),
  fc.record({ act: fc.constant('remove-line' as const), nth }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant('quote' as const), quote: fc.constantFrom('120', '99.95', 'after diagnosis', '$1,189.50') }) },
  fc.record({ act: fc.constant('take-lines' as const) }),
  fc.record({ act: fc.constant('exempt' as const), taxExempt: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant('pay' as const), cents, isRefund: fc.boolean() }) },
  fc.record({ act: fc.constant('change-payment' as const), nth, cents }),
  fc.record({ act: fc.constant('remove-payment' as const), nth }),
)
type Act = typeof anyAct extends fc.Arbitrary<infer One> ? One : never
type Place = { shopId: string; orderId: string; customerId: string }

async function apply({ device }: Opened, { shopId, orderId, customerId }: Place, act: Act): Promise<void> {
  const pick = async <N extends 'order_lines' | 'payments'>(collection: N, place: number) => {
    const rows = await device.rows.listOf(collection, 'orderId', orderId)
    return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))[place % Math.max(1, rows.length)]
  }
  const line = { orderId, description: 'Work', quantity: 1 }
  switch (act.act) {
    case 'line': {
      const taxRateId = act.isReduced ? rateIds.reduced : null
      const isKnown = taxRateId === null || (await device.rows.read('tax_rates', taxRateId))?.shopId === shopId
      const values = {
        ...line,
        kind: act.kind as 'part',
        quantity: act.thousandths / 1000,
        unitPrice: act.cents / 100,
        included: act.included,
        taxRateId: isKnown ? taxRateId : null,
      }
      await device.write(shopId, [{ action: 'create', collection: 'order_lines', values }])
      return
    }
    case 'discount': {
      const values = {
        ...line,
        kind: 'discount' as const,
        unitPrice: act.percent === null ? act.cents / 100 : 0,
        percent: act.percent === null ? null : act.percent / 10_000,
      }
      await device.write(shopId, [{ action: 'create', collection: 'order_lines', values }])
      return
    }
    case 'quote':
      await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { quotedCost: act.quote } }])
      return
    case 'take-lines':
      await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { quotedCost: '7', quoteFromLines: true } }])
      return
    case 'exempt':
      await device.write(shopId, [{ action: 'update', collection: 'customers', id: customerId, values: { taxExempt: act.taxExempt } }])
      return
    case 'pay': {
      const values = { orderId, paymentAmount: act.cents / 100, kind: act.isRefund ? ('refund' as const) : null }
      await device.write(shopId, [{ action: 'create', collection: 'payments', values }])
      return
    }
    case 'change-payment':
    case 'remove-payment': {
      const payment = await pick('payments', act.nth)
      if (payment === undefined) return
      if (act.act === 'remove-payment') await device.write(shopId, [{ action: 'delete', collection: 'payments', id: payment.id }])
      else await device.write(shopId, [{ action: 'update', collection: 'payments', id: payment.id, values: { paymentAmount: act.cents / 100 } }])
      return
    }
    default: {
      const found = await pick('order_lines', act.nth)
      if (found === undefined) return
      if (act.act === 'remove-line') await device.write(shopId, [{ action: 'delete', collection: 'order_lines', id: found.id }])
      else if (found.kind !== 'discount' || (act.act === 'change-line' && found.percent === null)) {
        const values = act.act === 'include' ? { included: act.included } : { unitPrice: act.cents / 100 }
        await device.write(shopId, [{ action: 'update', collection: 'order_lines', id: found.id, values }])
      }
    }
  }
}

async function readPriceOn({ device }: Opened, { shopId, orderId }: Place) {
  const order = await device.rows.read('orders', orderId)
  const money = order && (await device.rows.readMoney(shopId, [order])).get(orderId)
  return money && toBalance(money)
}

const readReckoned = async (taxMode: TaxMode, { shopId, orderId, customerId }: Place) => {
  const read = <T>(path: string) => boss.read<T>(`/api/${shopId}/${path}`)
  return reckonPrice({
    taxMode,
    rates: await read<TaxRate[]>('tax-rates'),
    order: await read(`orders/${orderId}`),
    customer: await read(`customers/${customerId}`),
    lines: await read(`order-lines?orderId=${orderId}`),
    payments: await read(`orders/${orderId}/payments`),
  })
}

it('an order that two devices change has one price everywhere, in whatever order the changes arrive (PRICE-04)', async () => {
  const devices = [await openFor('lab'), await openFor('desk')] as const
  const anyActs = fc.array(fc.record({ who: fc.constantFrom(0, 1), act: anyAct }), { minLength: 4, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...modes), fc.array(anyAct, { maxLength: 3 }), anyActs, fc.boolean(), async (taxMode, before, acts, isLabFirst) => {
      const shopId = shopIds[taxMode] ?? ''
      const customer = customerInput()
      const order = orderInput(customer.id, { quotedCost: '100' })
      const place = { shopId, orderId: order.id, customerId: customer.id }
      await devices[0].device.write(shopId, [customer, order])
      for (const act of before) await apply(devices[0], place, act)
      await devices[0].reconnect()
      const { rows } = devices[1].device
      const isThere = async () => ((await rows.read('orders', order.id)) && (await rows.read('customers', customer.id))) !== undefined
      await until(isThere, 'the order and its customer to arrive')
      await devices[1].reconnect()
      for (const one of devices) one.goOffline()
      for (const { who, act } of acts) await apply(devices[who === 0 ? 0 : 1], place, act)
      for (const one of isLabFirst ? devices : devices.toReversed()) await one.reconnect()
      const expected = await readReckoned(taxMode, place)
      expect(await boss.read(`/api/${shopId}/orders/${order.id}/balance`)).toMatchObject(expected)
      for (const one of devices) await expect.poll(() => readPriceOn(one, place), { timeout: 10_000 }).toMatchObject(expected)
      for (const { device } of devices) for (const { id } of device.refused.changes.get()) await device.refused.discard(id)
    }),
    { numRuns: 12 },
  )
}, 120_000)

type Rows = {
  taxMode: TaxMode
  rates: readonly TaxRate[]
  order: Pick<Order, 'quotedCost' | 'quoteFromLines'>
  customer: Pick<Customer, 'taxExempt'>
  lines: readonly OrderLine[]
  payments: readonly Pick<Payment, 'paymentAmount' | 'kind'>[]
}

/** What an order costs, reckoned from the requirements alone and in cents: shares nothing with `schema/rules/money`. */
function reckonPrice({ taxMode, rates, order, customer, lines, payments }: Rows): Record<'total' | 'net' | 'tax' | 'paid' | 'balance', number | null> {
  const usual = rates.find(({ isDefault }) => isDefault)
  const ofLabour = rates.find(({ isDefaultForLabour }) => isDefaultForLabour) ?? usual
  const charged: { cents: number; rate: TaxRate | undefined }[] = []
  if (!order.quoteFromLines && /^\d+(\.\d{1,2})?$/.test(order.quotedCost ?? '')) charged.push({ cents: toCents(Number(order.quotedCost)), rate: usual })
  for (const line of lines.toSorted((one, other) => (`${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? -1 : 1))) {
    if (line.included) continue
    const above = charged.reduce((sum, { cents }) => sum + cents, 0)
    const own = round(Math.round(line.quantity * 1000) * toCents(line.unitPrice), 1000)
    const off = line.percent === null ? own : round(above * Math.round(line.percent * 10_000), 1_000_000)
    const rate = rates.find(({ id }) => id === line.taxRateId) ?? (line.kind === 'labour' ? ofLabour : usual)
    charged.push({ cents: line.kind === 'discount' ? -Math.max(0, Math.min(off, above)) : own, rate })
  }
  const paid = payments.reduce((sum, { paymentAmount, kind }) => sum + (kind === 'refund' ? -1 : 1) * toCents(paymentAmount), 0)
  if (charged.length === 0) return { total: null, net: null, tax: null, paid: paid / 100, balance: null }
  const sum = charged.reduce((cents, one) => cents + one.cents, 0)
  let tax = 0
  for (const rate of new Set(charged.map((one) => one.rate))) {
    if (taxMode === 'none' || customer.taxExempt || rate === undefined) continue
    const base = charged.filter((one) => one.rate === rate).reduce((cents, one) => cents + one.cents, 0)
    const ppm = Math.round(rate.percent * 10_000)
    tax += taxMode === 'exclusive' ? round(base * ppm, 1_000_000) : base - round(base * 1_000_000, 1_000_000 + ppm)
  }
  const total = taxMode === 'exclusive' ? sum + tax : sum
  return { total: total / 100, net: (total - tax) / 100, tax: tax / 100, paid: paid / 100, balance: (total - paid) / 100 }
}

const toCents = (amount: number): number => Math.round(amount * 100)

/** A quotient rounded to the nearest whole, halves away from zero. */
const round = (dividend: number, divisor: number): number => Math.sign(dividend) * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor)) + 0
