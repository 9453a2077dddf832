import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 } from 'uuid'
import type { MutationResult } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { FeedBus } from '../events/feed-bus.ts'
import { startShopFeed } from '../store/sequence/epochs.ts'
import { Metrics } from '../metrics/metrics.ts'
import { silentLog, type Services } from '../services.ts'
import type { WriteCaller } from '../store/caller.ts'
import { applyMutations } from '../store/write.ts'
import type { Push } from '../store/write-batch.ts'
import { createNewId } from '../db/new-id.ts'
import type { OpenDatabase } from '../db/open.ts'
import { makeTestDatabase } from './test-database.ts'

/** The server core without HTTP, on a real database file, with a manual clock. */
export type World = {
  file: string
  /** Opens the database as another process would. */
  openElsewhere: () => Promise<OpenDatabase>
  services: Services
  /** The server's clock; assign to change it. */
  now: Date
  addShop(name?: string): Promise<string>
  addUser(options: { shopIds: readonly string[]; privileges?: readonly Privilege[]; name?: string }): Promise<string>
  push(userId: string, mutations: readonly unknown[], options?: Partial<Push>): Promise<MutationResult[]>
  caller(userId: string): Promise<WriteCaller>
  close: () => Promise<void>
}

export async function createWorld(): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-core-'))
  const file = path.join(folder, 'shop.db')
  const database = await makeTestDatabase(folder, file)
  const metrics = new Metrics()
  const { db, reader, close } = await database.open({ meter: metrics.database })
  const world: World = {
    file,
    openElsewhere: () => database.open(),
    now: new Date('2026-03-02T09:00:00.000Z'),
    services: { db, reader, clock: () => world.now, newId: createNewId(), bus: new FeedBus(), log: silentLog, metrics },
    addShop: (name = 'Shop') => addShop(world.services, name),
    addUser: (options) => addUser(world.services, options),
    caller: async (userId) => ({ ...(await readCaller(reader, userId)), origin: 'push' }),
    push: async (userId, mutations, options) =>
      applyMutations(world.services, await world.caller(userId), { deviceId: 'device-1', clockOffsetMs: 0, receivedAt: world.now, mutations, ...options }),
    close: async () => {
      world.services.bus.close()
      await close()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
  return world
}

async function addShop({ db, newId, clock }: Services, name: string): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('shops')
      .values({ id, name, code: id.slice(-12), created_at: clock().toISOString() })
      .execute()
    await startShopFeed(trx, id, newId)
  })
  return id
}

/** A user without a password; tests create their session. All privileges by default. */
export async function addUser(
  { db, newId, clock }: Services,
  options: { shopIds: readonly string[]; privileges?: readonly Privilege[]; name?: string },
): Promise<string> {
  const id = newId()
  const createdAt = clock().toISOString()
  await db
    .insertInto('users')
    .values({ id, login_id: id, login_key: id, password_hash: '-', name: options.name ?? 'Ada', created_at: createdAt })
    .execute()
  for (const shopId of options.shopIds) await db.insertInto('shop_users').values({ id: newId(), shop_id: shopId, user_id: id, created_at: createdAt }).execute()
  for (const { id: privilegeId, privilegeName } of privilegeRows) {
    if (!(options.privileges ?? privilegeNames).includes(privilegeName)) continue
    await db.insertInto('users_privileges').values({ id: newId(), user_id: id, privilege_id: privilegeId }).execute()
  }
  return id
}

export const statusId = orderStatusIdByName

type Values = Record<string, unknown>

export const create = (collection: CollectionName, id: string, values: Values) => ({ action: 'create', collection, id, values })
export const update = (collection: CollectionName, id: string, changes: Record<string, readonly [from: unknown, to: unknown]>) => ({
  action: 'update',
  collection,
  id,
  changes: Object.fromEntries(Object.entries(changes).map(([name, [from, to]]) => [name, { from, to }])),
})
export const remove = (collection: CollectionName, id: string) => ({ action: 'delete', collection, id })
export const restore = (collection: CollectionName, id: string) => ({ action: 'restore', collection, id })

/** A mutation with a new id; `at` is the device's time. */
export const mutation = (shopId: string, ops: readonly unknown[], at = '2026-03-02T09:00:00.000Z', id = v7()) => ({ id, shopId, at, ops })

export const orderValues = (customerId: string, more: Values = {}): Values => ({
  customerId,
  orderStatusId: statusId['Dropped Off'],
  itemDetails: 'iPhone 12',
  issueDescription: 'Screen is cracked',
  ...more,
})

/** The content of a row in a result; fails the test for a tombstone. */
export function contentOf(result: MutationResult | undefined, id: string): Values {
  const document = result?.documents.find((state) => state.document.id === id)?.document
  if (document === undefined || '_deleted' in document) throw new Error(`No content for ${id}: ${JSON.stringify(result)}`)
  return document
}

export const documentOf = (result: MutationResult | undefined, id: string): WireDocument | undefined =>
  result?.documents.find((state) => state.document.id === id)?.document

export async function listActivityTexts({ services }: World, shopId: string): Promise<string[]> {
  const rows = await services.reader.selectFrom('activities').select('audit_text').where('shop_id', '=', shopId).orderBy('seq').execute()
  return rows.map(({ audit_text }) => audit_text)
}
