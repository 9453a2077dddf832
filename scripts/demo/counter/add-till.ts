import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import { type PricingRate, toPrice } from '#schema/rules/money/price.ts'
import { toTillSums } from '#schema/rules/money/till.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import type { Json } from '#schema/values/merge.ts'
import { soldWords } from '#schema/values/order-kind.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import type { Random } from '../random.ts'
import type { Part } from './add-lines.ts'

type Values = Record<string, Json>
type Paid = { paymentAmount: number; method: string; kind: 'refund' | null }
type Sold = { orderId: string; part: Part; lineId: string; paymentId: string; paid: number; method: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const float = 100
/** What was counted less what was expected, by how many days ago the till was closed. */
const differences = [-2.5, 0, 0.4, 0, -10]
const openForMs = 8 * hourMs

export type DemoTill = { shopId: string; random: Random; now: Date; taxMode: TaxMode; rates: readonly PricingRate[] }

/** A till for each of the last days, closed with what was counted, and one that is open; with sales of `parts`, and a return. */
export function addTill(parts: readonly Part[], { shopId, random, now, ...taxes }: DemoTill): Mutation[] {
  const toId = (name: string): string => uuidV5(`till-${name}`, shopId)
  const sellable = parts.map((part) => ({ ...part }))
  const mutations: Mutation[] = []
  let last: Sold | undefined

  for (let daysAgo = differences.length; daysAgo >= 0; daysAgo--) {
    const tillId = toId(`day-${daysAgo}`)
    const startMs = daysAgo === 0 ? now.getTime() - 3 * hourMs : now.getTime() - daysAgo * dayMs - openForMs
    const payments: Paid[] = []
    const act = (name: string, afterMs: number, ops: Op[]): void =>
      void mutations.push({ id: toId(`act-${daysAgo}-${name}`), shopId, at: new Date(startMs + afterMs).toISOString(), ops })

    act('open', 0, [create('till_days', tillId, { name: 'Front desk', float, openedAt: new Date(startMs).toISOString() })])
    const saleCount = random.between(2, 5)
    for (let sale = 0; sale < saleCount; sale++) {
      const onShelf = sellable.filter(({ left }) => left > 0)
      const accessories = onShelf.filter(({ isAccessory }) => isAccessory)
      const part = random.pick(accessories.length > 0 ? accessories : onShelf)
      const quantity = part.left > 2 && random.chance(0.3) ? 2 : 1
      part.left -= quantity
      const lines = [{ kind: 'part', quantity, unitPrice: part.price }]
      const { total } = toPrice({ quotedCost: null, quoteFromLines: false, lines, isExempt: false, pricing: { unitCents: 1, ...taxes } })
      const [orderId, lineId] = [toId(`sale-${daysAgo}-${sale}`), toId(`line-${daysAgo}-${sale}`)]
      const amounts = split(total ?? 0, random)
      const paid = amounts.map(([method, paymentAmount]): Paid => ({ paymentAmount, method, kind: null }))
      const paymentId = (place: number): string => toId(`payment-${daysAgo}-${sale}-${place}`)
      payments.push(...paid)
      act(`sale-${sale}`, ((sale + 1) * 2 * hourMs) / saleCount, [
        create('orders', orderId, {
          kind: 'sale',
          customerId: null,
          orderStatusId: orderStatusIdByName['Picked up'],
          itemDetails: quantity === 1 ? part.name : `${quantity} × ${part.name}`,
          issueDescription: soldWords.issue,
        }),
        create('order_lines', lineId, { orderId, productId: part.id, description: part.name, fromStock: true, ...lines[0] }),
        ...paid.map(({ paymentAmount, method }, place) => create('payments', paymentId(place), { orderId, paymentAmount, method, tillDayId: tillId })),
      ])
      const [first] = paid
      if (quantity === 1 && paid.length === 1 && first !== undefined)
        last = { orderId, part, lineId, paymentId: paymentId(0), paid: first.paymentAmount, method: first.method }
    }
    if (daysAgo === 2 && last !== undefined) {
      payments.push({ paymentAmount: last.paid, method: last.method, kind: 'refund' })
      act('return', 2.5 * hourMs, returnOps(last, tillId, toId))
    }
    if (daysAgo === 0) continue
    const moves = daysAgo % 2 === 1 ? [{ at: new Date(startMs + 2.2 * hourMs).toISOString(), amount: -12.4, reason: 'Stamps' }] : []
    if (moves.length > 0) act('move', 2.2 * hourMs, [update('till_days', tillId, { moves: { from: [], to: moves } })])
    const { expected } = toTillSums({ float, moves, counted: null }, payments)
    const off = differences[daysAgo - 1] ?? 0
    const counted = { ...expected, cash: centsToAmount(amountToCents(expected.cash ?? 0) + amountToCents(off)) }
    act('close', openForMs, [
      update('till_days', tillId, {
        counted: { from: null, to: counted },
        state: { from: 'open', to: 'closed' },
        closedAt: { from: null, to: new Date(startMs + openForMs).toISOString() },
      }),
    ])
  }
  return mutations
}

/** By one method, or by card what is whole and the rest in cash. */
function split(total: number, random: Random): [method: string, amount: number][] {
  const cents = amountToCents(total)
  const whole = cents - (cents % 1_000)
  if (random.chance(0.2) && whole > 0 && whole < cents)
    return [
      ['cash', centsToAmount(cents - whole)],
      ['card', centsToAmount(whole)],
    ]
  return [[random.pick(['cash', 'cash', 'card']), total]]
}

const returnOps = ({ orderId, part, lineId, paymentId, paid, method }: Sold, tillDayId: string, toId: (name: string) => string): Op[] => [
  create('order_lines', toId('return-line'), {
    orderId,
    kind: 'other',
    productId: part.id,
    description: soldWords.returned + part.name,
    quantity: 1,
    unitPrice: 0 - part.price,
    fromStock: true,
    returnOf: lineId,
  }),
  create('payments', toId('return-refund'), {
    orderId,
    kind: 'refund',
    refundOf: paymentId,
    paymentAmount: paid,
    method,
    paymentText: 'Does not fit',
    tillDayId,
  }),
]

const create = (collection: string, id: string, values: Values): Op => ({ action: 'create', collection, id, values })

const update = (collection: string, id: string, changes: Record<string, { from: Json; to: Json }>): Op => ({ action: 'update', collection, id, changes })
