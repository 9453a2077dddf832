import { createRxDatabase, type RxCollection } from 'rxdb/plugins/core'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { Checkpoint } from '#schema/api/sync.ts'
import { collectionToLocalSchema } from '#schema/collection.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import type { PullPlan } from './page-dexie.ts'
import { pullPage } from './pull-rows.ts'

export type PeerSyncResult = { totalMs: number; rowsByCollection: Record<string, number> }

type PeerRow = { id: string }

/**
 * Peer of a first sync: RxDB's own replication over the same route into its Dexie storage, all collections in parallel,
 * without extra indexes.
 */
async function syncPeer(plan: PullPlan): Promise<PeerSyncResult> {
  const startMs = performance.now()
  const database = await createRxDatabase<Record<string, RxCollection<PeerRow>>>({ name: 'bench-peer', storage: getRxStorageDexie(), multiInstance: false })
  const collections = await database.addCollections(Object.fromEntries(plan.map(({ collection }) => [collection, { schema: toSchema(collection) }])))
  await Promise.all(plan.map(({ collection, limit }) => replicate(collection, limit, collections[collection])))
  const totalMs = performance.now() - startMs
  const rowsByCollection: Record<string, number> = {}
  for (const { collection } of plan) rowsByCollection[collection] = (await collections[collection]?.count().exec()) ?? 0
  return { totalMs, rowsByCollection }
}

function toSchema(name: string) {
  const collection = collectionByName[name as CollectionName]
  const { properties } = collectionToLocalSchema(collection)
  const onWire = Object.entries(properties).filter(([field]) => !Object.hasOwn(collection.localKeys, field))
  return { version: 0, primaryKey: 'id', type: 'object', properties: Object.fromEntries(onWire), required: ['id'] } as const
}

async function replicate(name: string, limit: number, collection: RxCollection<PeerRow> | undefined): Promise<void> {
  if (collection === undefined) throw new Error(`The peer has no collection ${name}`)
  const replication = replicateRxCollection<PeerRow, Checkpoint>({
    collection,
    replicationIdentifier: `bench-${name}`,
    live: false,
    pull: { batchSize: limit, handler: (checkpoint, batchSize) => pull(name, batchSize, checkpoint ?? {}) },
  })
  await Promise.race([replication.awaitInitialReplication(), new Promise((_, reject) => replication.error$.subscribe(reject))])
}

async function pull(collection: string, limit: number, since: Checkpoint) {
  const { documents, checkpoint } = await pullPage(collection, limit, since)
  return { documents: documents.map((document) => ({ ...document, _deleted: '_deleted' in document })), checkpoint }
}

Object.assign(globalThis, { syncPeer })
