import { v5 as uuidV5 } from 'uuid'
import type { Mutation, MutationResult, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import type { LineOutcome } from './record.ts'

/** Destination of the records: the write path, or nothing in a dry run. */
export type ImportTarget = {
  shopId: string
  /** Returns those of the ids that the shop has, deleted ones included. */
  findExisting(collection: 'orders' | 'customers', ids: string[]): Promise<ReadonlySet<string>>
  apply(mutations: Mutation[]): Promise<MutationResult[]>
}

type Refusal = { line: number; reason: string }

export type ImportSummary = { read: number; created: number; alreadyThere: number; customersCreated: number; refused: Refusal[] }

const batchSize = 500

/** Ids seen in this run: in a dry run they are not in the shop. */
type SeenIds = { customers: Set<string>; orders: Set<string> }

/**
 * Ids derive from the shop and the record's key, so repeated imports and duplicates in a file give one order. `latest`:
 * instant after which no order can have been taken in.
 */
export async function runImport(
  lines: AsyncIterable<LineOutcome>,
  target: ImportTarget,
  options: { isDryRun: boolean; latest?: string; onProgress?: (summary: ImportSummary) => void },
): Promise<ImportSummary> {
  const summary: ImportSummary = { read: 0, created: 0, alreadyThere: 0, customersCreated: 0, refused: [] }
  const seen: SeenIds = { customers: new Set(), orders: new Set() }
  let batch: Extract<LineOutcome, { record: unknown }>[] = []

  const flush = async (): Promise<void> => {
    const lines = batch
    batch = []
    await importBatch(lines, target, options.isDryRun, seen, summary)
    options.onProgress?.(summary)
  }

  for await (const outcome of lines) {
    summary.read += 1
    if ('refusal' in outcome) summary.refused.push({ line: outcome.line, reason: outcome.refusal })
    else if (options.latest !== undefined && outcome.record.createdAt > options.latest)
      summary.refused.push({ line: outcome.line, reason: `Its date is in the future: ${outcome.record.createdAt.slice(0, 10)}` })
    else batch.push(outcome)
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  return summary
}

async function importBatch(
  batch: Extract<LineOutcome, { record: unknown }>[],
  target: ImportTarget,
  isDryRun: boolean,
  seen: SeenIds,
  summary: ImportSummary,
): Promise<void> {
  const id = (name: string): string => uuidV5(name, target.shopId)
  const lineById = new Map(batch.map((line) => [id(`order:${line.record.key}`), line]))
  const existing = await target.findExisting('orders', [...lineById.keys()])
  const fresh = [...lineById].filter(([orderId]) => !existing.has(orderId) && !seen.orders.has(orderId))
  summary.alreadyThere += batch.length - fresh.length

  const newCustomers = await customersToCreate(
    fresh.map(([, line]) => line),
    target,
    seen.customers,
    id,
  )
  const mutations = [
    ...newCustomers.map(({ customerId, at, values }) => toMutation(target.shopId, id(`import:${customerId}`), at, [createOp('customers', customerId, values)])),
    ...fresh.map(([orderId, { record }]) => toMutation(target.shopId, id(`import:${orderId}`), record.createdAt, recordToOps(orderId, record, id))),
  ]
  const results = isDryRun ? [] : await target.apply(mutations)
  const reasonByMutation = new Map(results.flatMap((result) => (result.outcome === 'rejected' ? [[result.id, reasonOf(result)] as const] : [])))

  for (const { customerId } of newCustomers) {
    seen.customers.add(customerId)
    if (!reasonByMutation.has(id(`import:${customerId}`))) summary.customersCreated += 1
  }
  for (const [orderId, { line }] of fresh) {
    seen.orders.add(orderId)
    const reason = reasonByMutation.get(id(`import:${orderId}`))
    if (reason === undefined) summary.created += 1
    else summary.refused.push({ line, reason })
  }
}

async function customersToCreate(
  lines: Extract<LineOutcome, { record: unknown }>[],
  target: ImportTarget,
  knownCustomers: ReadonlySet<string>,
  id: (name: string) => string,
) {
  const wanted = new Map<string, { customerId: string; at: string; values: Record<string, string> }>()
  for (const { record } of lines) {
    const customerId = id(record.customer.key)
    const earlier = wanted.get(customerId)
    // Date the walk-in customer by the first order, so that date filters find both.
    if (earlier !== undefined) earlier.at = earlier.at < record.createdAt ? earlier.at : record.createdAt
    else if (!knownCustomers.has(customerId)) wanted.set(customerId, { customerId, at: record.createdAt, values: definedOnly(record.customer.values) })
  }
  const existing = await target.findExisting('customers', [...wanted.keys()])
  return [...wanted.values()].filter(({ customerId }) => !existing.has(customerId))
}

function recordToOps(orderId: string, record: Extract<LineOutcome, { record: unknown }>['record'], id: (name: string) => string): Op[] {
  const { quotedCost, ...order } = record.order
  const ops: Op[] = [createOp('orders', orderId, { customerId: id(record.customer.key), ...order, ...(quotedCost !== undefined && { quotedCost }) })]
  const imported = { orderId, afterTax: false, createdAt: record.createdAt }
  if (record.paymentAmount !== undefined) {
    const refund: Record<string, Json> = record.isRefund === true ? { kind: 'refund' } : {}
    ops.push(createOp('payments', id(`payment:${orderId}`), { ...imported, paymentText: 'Imported total', paymentAmount: record.paymentAmount, ...refund }))
  }
  if (record.costAmount !== undefined) {
    ops.push(createOp('costs', id(`cost:${orderId}`), { ...imported, costText: 'Imported total', costAmount: record.costAmount }))
  }
  return ops
}

const createOp = (collection: string, id: string, values: Extract<Op, { action: 'create' }>['values']): Op => ({ action: 'create', collection, id, values })

const toMutation = (shopId: string, id: string, at: string, ops: Op[]): Mutation => ({ id, shopId, at, ops })

const definedOnly = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))

const reasonOf = ({ error }: MutationResult): string =>
  [error?.message, ...(error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`)].filter(Boolean).join('; ')
