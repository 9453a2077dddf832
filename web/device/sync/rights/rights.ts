import type { WithLock } from '../../outbox/local-parts.ts'
import type { Bootstrap } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { readableCollections } from '#schema/rules/access/access.ts'
import type { LocalState } from '../../outbox/local-state.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { removeCollection, removeShop } from '../../recovery/removal.ts'
import { OfflineError, SignedOutError } from '../../platform/server-port.ts'

/** @throws OfflineError for anything but a bootstrap, SignedOutError for one of another user: nothing is sent under that session */
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
 * Shops that this device holds, or held a moment ago, and that are not the user's any more. The answer to a push may have brought rows of
 * one that was lost, back and lost again, of which no bootstrap and no page told: these have no checkpoint. Inside the write lock.
 */
export async function findLostShops({ database, outbox }: LocalState, before: Bootstrap | null, now: Bootstrap): Promise<string[]> {
  const seen = new Set(now.shops.map(({ id }) => id))
  const known = (before?.shops ?? []).map(({ id }) => id)
  // The answer to what waits may bring such rows yet.
  const waiting = outbox.entries.map(({ mutation }) => mutation.shopId)
  const held = new Set([...(await checkpointedShops(database)), ...(await database.listShops()), ...known, ...waiting])
  return [...held].filter((id) => !seen.has(id))
}

/** Shops that are the user's now and were not when the server was last heard. */
export function findGainedShops(before: Bootstrap | null, now: Bootstrap): string[] {
  const known = new Set(before?.shops.map(({ id }) => id))
  return before === null ? [] : now.shops.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

/**
 * Offers what waits of lost shops to the server first, which refuses and keeps it; whether that worked or not, the rows go.
 */
export async function leaveShops(localState: LocalState, shopIds: readonly string[], withLock: WithLock, offer: () => Promise<void>): Promise<void> {
  if (shopIds.length === 0) return
  if (localState.outbox.entries.some(({ mutation }) => shopIds.includes(mutation.shopId))) await offer()
  await withLock(async () => {
    for (const shopId of shopIds) await removeShop(localState, shopId)
  })
}

/** Removes the collections that the user may no longer hold. */
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
