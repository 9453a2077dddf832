import type { StaffSession } from '../../app-env.ts'
import type { Services } from '../../services.ts'
import { noteSecurityEvent } from '../../session/security-log.ts'
import { administer } from './administer.ts'
import { assertFound } from './assert-found.ts'

/** Ends one of the caller's sessions, possibly the current one. @throws AppError NOT_FOUND, also for another user's session */
export async function endOwnSession(services: Services, { userId }: StaffSession, sessionId: string): Promise<void> {
  await administer(services, userId, async ({ trx, endSession }) => {
    const ended = assertFound(
      await trx.deleteFrom('sessions').where('id', '=', sessionId).where('user_id', '=', userId).returning('address').executeTakeFirst(),
      'Session',
    )
    await noteSecurityEvent(services, trx, { kind: 'session-ended', userId, detail: ended.address })
    endSession(sessionId)
  })
}

export async function endOtherSessions(services: Services, { id, userId }: StaffSession): Promise<void> {
  await administer(services, userId, async ({ trx, endSession }) => {
    const ended = await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id).returning('id').execute()
    if (ended.length === 0) return
    await noteSecurityEvent(services, trx, { kind: 'session-ended', userId, detail: `${ended.length} others` })
    for (const session of ended) endSession(session.id)
  })
}
