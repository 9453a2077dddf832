import { Dexie } from 'dexie'
import type { Checkpoint } from '#schema/api/sync.ts'
import { pullPage } from './pull-rows.ts'

export type PullPlan = { collection: string; limit: number }[]
export type BareSyncResult = { totalMs: number; fetchMs: number; putMs: number; rowsByCollection: Record<string, number> }

/** Baseline of a first sync: pulls the same pages into a Dexie table with only the primary key, and reads them back. */
async function syncBare(plan: PullPlan): Promise<BareSyncResult> {
  const startMs = performance.now()
  let fetchMs = 0
  let putMs = 0
  const rowsByCollection: Record<string, number> = {}
  const database = new Dexie('bench-bare')
  database.version(1).stores(Object.fromEntries(plan.map(({ collection }) => [collection, 'id'])))
  await database.open()
  let lastRow: { collection: string; id: string } | undefined
  for (const { collection, limit } of plan) {
    let checkpoint: Checkpoint = {}
    for (let isMore = true; isMore;) {
      const fetchStartMs = performance.now()
      const page = await pullPage(collection, limit, checkpoint)
      const putStartMs = performance.now()
      await database.table(collection).bulkPut(page.documents)
      fetchMs += putStartMs - fetchStartMs
      putMs += performance.now() - putStartMs
      checkpoint = page.checkpoint
      rowsByCollection[collection] = (rowsByCollection[collection] ?? 0) + page.documents.length
      const last = page.documents.at(-1)
      if (last !== undefined) lastRow = { collection, id: last.id }
      isMore = page.documents.length === limit
    }
  }
  if (lastRow !== undefined && (await database.table(lastRow.collection).get(lastRow.id)) === undefined) throw new Error('The last row is not there')
  return { totalMs: performance.now() - startMs, fetchMs, putMs, rowsByCollection }
}

Object.assign(globalThis, { syncBare })
