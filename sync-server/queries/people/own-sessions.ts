import type { OwnSessionAnswer } from '#schema/api/answers/account-answers.ts'
import { userAgentToWords } from '#schema/rules/access/user-agent.ts'
import type { StaffSession } from '../../app-env.ts'
import type { Services } from '../../services.ts'

/** The user's valid sessions, the current one first, then by last use. */
export async function listOwnSessions({ reader, clock }: Services, { id: currentId, userId }: StaffSession): Promise<OwnSessionAnswer[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock().toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const sessions = rows.map(({ id, user_agent, address, created_at, last_seen_at }) => ({
    id,
    device: userAgentToWords(user_agent),
    address,
    signedInAt: created_at,
    lastUsedAt: last_seen_at,
    isCurrent: id === currentId,
  }))
  return [...sessions.filter(({ isCurrent }) => isCurrent), ...sessions.filter(({ isCurrent }) => !isCurrent)]
}
