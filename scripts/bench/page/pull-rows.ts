import type { Table } from 'dexie'
import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'

export async function pullPage(collection: string, limit: number, checkpoint: Checkpoint): Promise<PullResponse> {
  const answer = await fetch('/api/sync/pull', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ collection, limit, checkpoint }),
  })
  if (!answer.ok) throw new Error(`pull ${collection}: ${answer.status}`)
  return (await answer.json()) as PullResponse
}

export async function pullRows(table: Table<WireDocument, string>, collection: string): Promise<number> {
  const limit = 2_000
  let checkpoint: Checkpoint = {}
  for (let count = 0; ;) {
    const page = await pullPage(collection, limit, checkpoint)
    await table.bulkPut(page.documents)
    checkpoint = page.checkpoint
    count += page.documents.length
    if (page.documents.length < limit) return count
  }
}
