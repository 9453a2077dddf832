import type { Tx } from '../../db/database.ts'

/** Sessions per person, more than anybody has devices; one more ends the least recently used. */
const sessionsPerUser = 20

/** Uses since the start, by session, the latest last: the database notes them by the hour only. */
const useBySession = new Map<string, number>()
const rememberedUses = 50_000
let lastUse = 0

export function noteSessionUse(sessionId: string): void {
  useBySession.delete(sessionId)
  useBySession.set(sessionId, ++lastUse)
  if (useBySession.size > rememberedUses) useBySession.delete(useBySession.keys().next().value as string)
}

/**
 * Deletes what a person has too many of, the least used first. Nothing else deletes a session that has ended: a clock that was
 * wrong for an hour must not sign anybody out for good.
 * @param keptId the session that has just been made
 * @returns ids of those that ended
 */
export async function endSurplusSessions(trx: Tx, userId: string, keptId: string): Promise<string[]> {
  const others = await trx.selectFrom('sessions').select(['id', 'last_seen_at']).where('user_id', '=', userId).where('id', '!=', keptId).execute()
  const surplus = others.length + 1 - sessionsPerUser
  if (surplus <= 0) return []
  const useOf = (id: string): number => useBySession.get(id) ?? 0
  const byUse = others.toSorted((one, other) => useOf(one.id) - useOf(other.id) || (one.last_seen_at < other.last_seen_at ? -1 : 1))
  const ids = byUse.slice(0, surplus).map(({ id }) => id)
  await trx.deleteFrom('sessions').where('id', 'in', ids).execute()
  return ids
}
