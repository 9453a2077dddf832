import type { Table } from 'dexie'
import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'

/** For baselines: puts all rows of a collection that the server gives into a bare table; resolves to how many there were. */
export async function pullRows(table: Table<WireDocument, string>, collection: string, limit: number): Promise<number> {
  let checkpoint: Checkpoint = {}
  for (let count = 0; ;) {
    const answer = await fetch('/api/sync/pull', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ collection, limit, checkpoint }),
    })
    const page = (await answer.json()) as PullResponse
    await table.bulkPut(page.documents)
    checkpoint = page.checkpoint
    count += page.documents.length
    if (page.documents.length < limit) return count
  }
}
