import type { Page } from '@playwright/test'
import { isTombstone, type WireDocument } from '#schema/collection.ts'
import type { Mutation } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { readPackedRows } from '#web/device/testing/fixtures/packed-rows.ts'
import { readRawDatabases } from '#web/e2e/harness/fixtures.ts'

export type RefusedOnDevice = { owner: string; mutation: Mutation; code: string }

type RawRow = Record<string, unknown> & { id: string; _deleted?: unknown }

/** Compares the IndexedDB of a browser, read without the app, with the server's rows; returns the faults and the refused changes. */
export async function compareDevice(
  page: Page,
  owner: string,
  userId: string,
  rows: ReadonlyMap<CollectionName, WireDocument[]>,
): Promise<{ faults: string[]; refused: RefusedOnDevice[] }> {
  const databases = await readRawDatabases(page)
  const faults: string[] = []
  const store = databases[`mainspring-device-${userId}`] ?? {}
  for (const name of ['outbox', 'bases', 'newer']) {
    const left = store[name] ?? []
    if (left.length > 0) faults.push(`${owner}: ${left.length} left in ${name} at rest: ${JSON.stringify(left[0])}`)
  }
  const held = readPackedRows(databases[`mainspring-rows-${userId}`] ?? {})
  for (const [collection, documents] of rows) faults.push(...compareRows(owner, collection, documents, held.get(collection) ?? []))
  const refused = ((store['refused'] ?? []) as { mutation: Mutation; error: { code: string } }[]).map(({ mutation, error }) => ({
    owner,
    mutation,
    code: error.code,
  }))
  return { faults, refused }
}

function compareRows(owner: string, collection: CollectionName, documents: readonly WireDocument[], raw: readonly RawRow[]): string[] {
  const faults: string[] = []
  const heldById = new Map(raw.filter(({ _deleted }) => _deleted !== true && _deleted !== '1').map((row) => [row.id, row]))
  // A new device loads only the newest activities, and all from there on.
  const isPart = collection === 'activities' && documents.length > 1_000
  for (const document of documents) {
    const row = heldById.get(document.id)
    heldById.delete(document.id)
    if (isTombstone(document)) {
      if (row !== undefined) faults.push(`${owner} holds ${collection}/${document.id}, which is deleted`)
      continue
    }
    if (row === undefined) {
      if (!isPart) faults.push(`${owner} lacks ${collection}/${document.id}: ${JSON.stringify(document)}`)
      continue
    }
    for (const [name, value] of Object.entries(document)) {
      if (name in row && !isSame(row[name], value))
        faults.push(`${owner} holds ${collection}/${document.id}.${name} as ${JSON.stringify(row[name])}, the server as ${JSON.stringify(value)}`)
    }
  }
  for (const id of heldById.keys()) faults.push(`${owner} holds ${collection}/${id}, which the server never had: ${JSON.stringify(heldById.get(id))}`)
  return faults
}

const isSame = (held: unknown, sent: unknown): boolean => held === sent || JSON.stringify(held) === JSON.stringify(sent) || held === JSON.stringify(sent)
