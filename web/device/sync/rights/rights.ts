import type { WithLock } from '../../outbox/local-parts.ts'
import type { Bootstrap } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { readableCollections } from '#schema/rules/access/access.ts'
import type { LocalState } from '../../outbox/local-state.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { removeCollection, removeShop } from '../../recovery/removal.ts'
import { OfflineError, SignedOutError } from '../../platform/server-port.ts'

/** @throws OfflineError if the response is no bootstrap; SignedOutError if it is another user's, under whose session nothing may be sent */
export function assertOwnBootstrap(answer: Bootstrap, userId: string): void {
  const { user, privileges, shops } = (answer ?? {}) as Partial<Record<keyof Bootstrap, unknown>>
  const isWhole =
    typeof user === 'object' && user !== null && typeof (user as { id?: unknown }).id === 'string' && Array.isArray(privileges) && Array.isArray(shops)
  if (!isWhole) throw new OfflineError('The answer was not the server\u2019s.')
  if (answer.user.id !== userId) throw new SignedOutError('Another user is signed in.')
}

async function checkpointedShops(database: LocalDatabase): Promise<string[]> {
  const checkpoints = await database.readCheckpoints()
  return database.collections.flatMap((name) => Object.keys(checkpoints.get(name) ?? {}))
}

/**
 * Shops held on this device that are no longer the user's. Includes shops without a checkpoint: a push answer may bring
 * rows of a shop that was lost, regained and lost again between two bootstraps. Call inside the write lock.
 */
export async function findLostShops({ database, outbox }: LocalState, before: Bootstrap | null, now: Bootstrap): Promise<string[]> {
  const seen = new Set(now.shops.map(({ id }) => id))
  const known = (before?.shops ?? []).map(({ id }) => id)
  // Answers to waiting mutations may still bring rows of these shops.
  const waiting = outbox.entries.map(({ mutation }) => mutation.shopId)
  const held = new Set([...(await checkpointedShops(database)), ...(await database.listShops()), ...known, ...waiting])
  return [...held].filter((id) => !seen.has(id))
}

/** Shops gained since the last bootstrap. */
export function findGainedShops(before: Bootstrap | null, now: Bootstrap): string[] {
  const known = new Set(before?.shops.map(({ id }) => id))
  return before === null ? [] : now.shops.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

/** First offers waiting mutations of lost shops to the server, which refuses and keeps them; then removes the rows in any case. */
export async function leaveShops(localState: LocalState, shopIds: readonly string[], withLock: WithLock, offer: () => Promise<void>): Promise<void> {
  if (shopIds.length === 0) return
  if (localState.outbox.entries.some(({ mutation }) => shopIds.includes(mutation.shopId))) await offer()
  await withLock(async () => {
    for (const shopId of shopIds) await removeShop(localState, shopId)
  })
}

export async function leaveCollections(localState: LocalState, now: Bootstrap, withLock: WithLock): Promise<void> {
  const readable = readableCollections(new Set(now.privileges))
  for (const name of localState.database.collections) {
    if (!readable.includes(name) && (await isHeld(localState.database, name))) await withLock(() => removeCollection(localState, name))
  }
}

async function isHeld(database: LocalDatabase, name: CollectionName): Promise<boolean> {
  if (Object.keys(await database.readCheckpoint(name)).length > 0) return true
  for await (const rows of database.scan(name, { batch: 1 })) return rows.length > 0
  return false
}
