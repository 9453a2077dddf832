import { orderStatusIdByName } from '../../values/order-status.ts'
import { jsonEquals, type Json } from '../../values/merge.ts'
import { readEstimateLines } from '../../values/estimates/estimate-lines.ts'
import { noPricing, type PriceInput, type PriceLine, type PriceSums, toPrice } from '../money/price.ts'
import type { EstimateState } from '../../values/estimates/estimate-state.ts'

export const estimateDays = 30

export const estimateTexts = {
  newIsDraft: 'A new estimate is a draft. Send it, or record the customer’s word.',
  sendMakesLink: 'An estimate is sent with Send, which makes its link.',
  draftIsDeleted: 'A draft is deleted, not withdrawn.',
  sentStays: 'A sent estimate never changes. Withdraw it, or make a new version.',
  decidedStays: 'The customer has answered this estimate, so it stays as it is. Make a new version.',
  withdrawnStays: 'This estimate was withdrawn, so it stays as it is. Make a new version.',
  changedMeanwhile: 'This estimate was changed in the meantime. Look at it again.',
  decisionOnly: 'Who answered, when and how stands with an approved or declined estimate only.',
  ownLinkOnly: 'Only the customer’s own link can say that the customer answered.',
  nameNeeded: 'Who answered is required',
  sentIsKept: 'An estimate that was sent is kept. Withdraw it instead.',
  hasEnded: 'This estimate has ended. Make a new version.',
  nothingOffered: 'An estimate needs at least one line before it is sent.',
  endsTooEarly: 'Valid until must lie in the future.',
} as const

type Values = Readonly<Record<string, unknown>>
type Refusal = { code: 'CONFLICT' | 'VALIDATION'; path: string; message: string }

const decisionFields = ['decidedAt', 'decidedName', 'decidedBy', 'consentNote'] as const

export const isDecided = (state: unknown): boolean => state === 'approved' || state === 'declined'

const refuse = (code: Refusal['code'], path: string, message: string): Refusal => ({ code, path, message })

export function findNewEstimateIssue(values: Values): Refusal | undefined {
  if ((values['state'] ?? 'draft') !== 'draft') return refuse('VALIDATION', 'state', estimateTexts.newIsDraft)
  const path = decisionFields.find((name) => isThere(values[name]))
  return path === undefined ? undefined : refuse('VALIDATION', path, estimateTexts.decisionOnly)
}

const stays: Readonly<Record<Exclude<EstimateState, 'draft'>, string>> = {
  sent: estimateTexts.sentStays,
  approved: estimateTexts.decidedStays,
  declined: estimateTexts.decidedStays,
  withdrawn: estimateTexts.withdrawnStays,
}

/** The refusal of a change by staff; undefined if allowed. Sending and the customer's link have their own commands. */
export function findEstimateIssue(before: Values, after: Values): Refusal | undefined {
  const changed = Object.keys(after).filter((name) => !jsonEquals(toJson(before[name]), toJson(after[name])))
  if (changed.length === 0) return undefined
  const [from, to] = [before['state'] as EstimateState, after['state'] as EstimateState]
  if (from !== 'draft' && from !== 'sent') return refuse('CONFLICT', changed[0] ?? 'state', stays[from])
  if (from !== to && to === 'sent') return refuse('VALIDATION', 'state', estimateTexts.sendMakesLink)
  if (to === 'draft' && from === 'sent') return refuse('CONFLICT', 'state', estimateTexts.sentStays)
  if (to === 'withdrawn' && from === 'draft') return refuse('VALIDATION', 'state', estimateTexts.draftIsDeleted)
  const answer = changed.find((name) => decisionFields.some((one) => one === name))
  if (!isDecided(to) && answer !== undefined) return refuse('VALIDATION', answer, estimateTexts.decisionOnly)
  if (from === 'sent') {
    const other = changed.find((name) => name !== 'state' && !decisionFields.some((one) => one === name))
    if (other !== undefined) return refuse('CONFLICT', other, estimateTexts.sentStays)
  }
  return isDecided(to) ? findConsentIssue(after) : undefined
}

/** Spoken consent needs a name and is recorded by staff. */
function findConsentIssue({ decidedBy, decidedName }: Values): Refusal | undefined {
  if (decidedBy === 'customer') return refuse('VALIDATION', 'decidedBy', estimateTexts.ownLinkOnly)
  return isThere(decidedName) ? undefined : refuse('VALIDATION', 'decidedName', estimateTexts.nameNeeded)
}

/** What an estimate's price depends on beyond its lines. A device that sends a draft leaves it to the server. `productRates`: by id. */
export type EstimatePricing = Pick<PriceInput, 'pricing' | 'isExempt'> & { productRates: ReadonlyMap<string, string | null | undefined> }

export const noEstimatePricing: EstimatePricing = { pricing: noPricing, isExempt: false, productRates: new Map() }

type OfferedLine = PriceLine & { productId?: string | null | undefined }

/** The price of lines that are offered, or become those of the order. */
export const toOfferedPrice = (lines: readonly OfferedLine[], { pricing, isExempt, productRates }: EstimatePricing): PriceSums =>
  toPrice({
    quotedCost: null,
    quoteFromLines: true,
    lines: lines.map((line) => ({ ...line, productTaxRateId: productRates.get(line.productId ?? '') })),
    pricing,
    isExempt,
  })

/** The price of the offered lines; 0 without any. */
function toEstimatePrice(lines: unknown, pricing: EstimatePricing = noEstimatePricing): { total: number; net: number; tax: number } {
  const { total, net, tax } = toOfferedPrice(readEstimateLines(lines), pricing)
  return { total: total ?? 0, net: net ?? 0, tax: tax ?? 0 }
}

export function findEstimateFollowUps(before: Values | undefined, after: Values, at: string, pricing?: EstimatePricing): Record<string, Json> {
  // What was sent keeps its price, whatever becomes of the rates.
  const isOpen = before === undefined || before['state'] === 'draft'
  const sums = isOpen ? Object.entries(toEstimatePrice(after['lines'], pricing)) : []
  const isAnswered = isDecided(after['state']) && before?.['state'] !== after['state']
  return {
    ...Object.fromEntries(sums.filter(([name, sum]) => sum !== before?.[name])),
    ...(isAnswered && !isThere(after['decidedAt']) && { decidedAt: at }),
    ...(isAnswered && !isThere(after['decidedBy']) && { decidedBy: 'staff' }),
  }
}

export const approvedOrderStatus = (orderStatusId: unknown): string | undefined =>
  orderStatusId === orderStatusIdByName['Waiting For Approval'] ? orderStatusIdByName['In Progress'] : undefined

export const isOpenEstimate = ({ state, validUntil }: { state: unknown; validUntil: unknown }, now: string): boolean =>
  state === 'sent' && typeof validUntil === 'string' && validUntil > now

const isThere = (value: unknown): boolean => value !== null && value !== undefined
const toJson = (value: unknown): Json => (value ?? null) as Json
