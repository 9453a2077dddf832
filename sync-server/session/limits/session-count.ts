import type { Tx } from '../../db/database.ts'

/** Sessions per user; a new one beyond this ends the least recently used. */
const sessionsPerUser = 20

/** The last uses that this process saw, latest last. The database stores them only once an hour. */
const useBySession = new Map<string, { place: number; atMs: number }>()
const rememberedUses = 50_000
let lastPlace = 0

export function noteSessionUse(sessionId: string, now: Date): void {
  useBySession.delete(sessionId)
  useBySession.set(sessionId, { place: ++lastPlace, atMs: now.getTime() })
  if (useBySession.size > rememberedUses) useBySession.delete(useBySession.keys().next().value as string)
}

/**
 * Deletes a user's surplus sessions, least recently used first. Expired sessions are not deleted otherwise: a wrong
 * clock must not sign users out for good.
 * @param keptId the new session
 * @returns ids of the deleted sessions
 */
export async function endSurplusSessions(trx: Tx, userId: string, keptId: string, now: Date): Promise<string[]> {
  const others = await trx.selectFrom('sessions').select(['id', 'last_seen_at']).where('user_id', '=', userId).where('id', '!=', keptId).execute()
  const surplus = others.length + 1 - sessionsPerUser
  if (surplus <= 0) return []
  const uses = others.map(({ id, last_seen_at }) => {
    const { atMs, place } = useBySession.get(id) ?? { atMs: 0, place: 0 }
    // A time in the future comes from a clock that has been set back since.
    return { id, place, atMs: Math.max(atMs, Math.min(Date.parse(last_seen_at), now.getTime())) }
  })
  const ids = uses
    .toSorted((one, other) => one.atMs - other.atMs || one.place - other.place)
    .slice(0, surplus)
    .map(({ id }) => id)
  await trx.deleteFrom('sessions').where('id', 'in', ids).execute()
  return ids
}
