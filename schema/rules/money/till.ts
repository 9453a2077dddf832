import type { ErrorCode } from '../../errors.ts'
import { isRecord } from '../../is-record.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'
import { tillMethods, type TillMethod } from '../../values/payments/till-methods.ts'
import { paymentToCents } from './balance.ts'

export const tillTexts = {
  closed: 'This till is closed for good. Open a new one.',
  closedForPayments: 'This till is closed, so nothing is paid into it. Open a new one.',
  orderStays: 'A payment of this order is in a closed till, so the order stays. Refund it.',
} as const

/** In whole units of money. */
export type TillAmounts = Partial<Record<TillMethod, number>>

export type TillMove = { at: string; amount: number; reason: string }

/** `moves`, `counted`: also as the JSON texts that devices store. */
type Till = { readonly float: number; readonly moves: unknown; readonly counted: unknown }
type TillPayment = { readonly paymentAmount: number; readonly kind?: unknown; readonly method?: string | null }

export type TillSums = { expected: TillAmounts; difference: TillAmounts | null }

/** What should be in a till and by how much the counted amounts differ: too little is negative. The only rule of it. */
export function toTillSums(till: Till, payments: Iterable<TillPayment>): TillSums {
  const centsByMethod = new Map<TillMethod, number>([['cash', amountToCents(till.float)]])
  const add = (method: TillMethod, cents: number): void => void centsByMethod.set(method, (centsByMethod.get(method) ?? 0) + cents)
  for (const { amount } of readMoves(till.moves)) add('cash', amountToCents(amount))
  for (const payment of payments) add(methodToTill(payment.method), paymentToCents(payment))
  const counted = readCounted(till.counted)
  const toAmounts = (cents: (method: TillMethod) => number | undefined): TillAmounts =>
    Object.fromEntries(
      tillMethods.flatMap((method) => {
        const sum = cents(method)
        return sum === undefined ? [] : [[method, centsToAmount(sum)]]
      }),
    )
  return {
    expected: toAmounts((method) => centsByMethod.get(method)),
    difference:
      counted &&
      toAmounts((method) => {
        const amount = counted[method]
        return amount === undefined ? undefined : amountToCents(amount) - (centsByMethod.get(method) ?? 0)
      }),
  }
}

export const methodToTill = (method: string | null | undefined): TillMethod => tillMethods.find((one) => one === method) ?? 'none'

export const readMoves = (moves: unknown): readonly TillMove[] => {
  const read = parseJson(moves)
  // Safe: the field's schema wrote it.
  return Array.isArray(read) ? (read as TillMove[]) : []
}

export const readCounted = (counted: unknown): TillAmounts | null => {
  const read = parseJson(counted)
  return isRecord(read) ? read : null
}

const parseJson = (value: unknown): unknown => (typeof value === 'string' && value !== '' ? JSON.parse(value) : value)

type Values = Readonly<Record<string, unknown>>

/** A till has a time of opening, and a time of closing exactly while it is closed. */
export function findTillFollowUps(after: Values, written: readonly string[], at: string): { openedAt?: string; closedAt?: string; state?: 'closed' } {
  const isClosing = after['state'] === 'closed' || (written.includes('closedAt') && typeof after['closedAt'] === 'string')
  return {
    ...(typeof after['openedAt'] !== 'string' && { openedAt: at }),
    ...(isClosing && after['state'] !== 'closed' && { state: 'closed' as const }),
    ...(isClosing && typeof after['closedAt'] !== 'string' && { closedAt: at }),
  }
}

export const isTillClosed = ({ state }: { readonly state?: unknown }): boolean => state === 'closed'

/** A device without network may have done it before the till was closed; then it counts. */
export const wasBeforeClosing = ({ closedAt }: Values, at: string): boolean => typeof closedAt === 'string' && at <= closedAt

/** Nothing of a closed till changes, but cash that was moved before. `names`: the changed fields; `at`: when. */
export function findTillIssue(before: Values, names: readonly string[], at: string): { code: ErrorCode; message: string } | undefined {
  if (!isTillClosed(before) || names.length === 0) return undefined
  const isEarlierMove = names.every((name) => name === 'moves') && wasBeforeClosing(before, at)
  return isEarlierMove ? undefined : { code: 'CONFLICT', message: tillTexts.closed }
}
