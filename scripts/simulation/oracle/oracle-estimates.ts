import type { Model } from './oracle-model.ts'

/** What must hold of estimates: what a customer was shown stays as it was, and at most one version of an order waits for an answer. */

type SqlRow = Record<string, string | number | null>
type Content = { rowsByCollection: ReadonlyMap<string, readonly SqlRow[]> }

/** @throws Error */
export function checkSentEstimates(model: Model, { rowsByCollection }: Content): void {
  const rows = rowsByCollection.get('estimates') ?? []
  const rowById = new Map(rows.map((row) => [row['id'], row]))
  for (const { estimateId, lines, total, note, validUntil } of model.links.values()) {
    const row = rowById.get(estimateId)
    if (row?.['lines'] !== lines || row['total_cents'] !== Math.round(Number(total) * 100) || row['note'] !== note || row['valid_until'] !== validUntil)
      throw new Error(`estimates/${estimateId} is not what was sent: ${JSON.stringify(row)}`)
    if (row['state'] === 'draft') throw new Error(`estimates/${estimateId} was sent and is a draft again`)
  }
  for (const [orderId, own] of Map.groupBy(rows, (row) => row['order_id'])) {
    const waiting = own.filter(({ state, deleted }) => state === 'sent' && deleted === 0)
    if (waiting.length > 1) throw new Error(`${waiting.length} versions of an estimate of orders/${String(orderId)} wait for an answer`)
    if (new Set(own.map(({ version }) => version)).size < own.length) throw new Error(`Two estimates of orders/${String(orderId)} have one version`)
  }
  for (const { id, state, decided_at: at, decided_by: by, decided_name: name } of rows) {
    const isAnswered = state === 'approved' || state === 'declined'
    if (isAnswered !== (at !== null && by !== null && name !== null)) throw new Error(`estimates/${String(id)} is ${String(state)}, answered by ${String(by)}`)
  }
}
