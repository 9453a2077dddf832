import type { Db } from '../db/database.ts'
import { doubtWaiting } from '../messages/message-claims.ts'
import { noteSecurityEvent } from '../session/security-log.ts'
import { renewEpochs } from '../store/sequence/epochs.ts'
import { goOnAbove, type NumberHeads } from '../store/sequence/number-heads.ts'

/** Makes devices and browsers recognize a restored database as a different one. `heads`: those of the replaced database. */
export async function becomeAnother(db: Db, heads: NumberHeads | undefined, { now, newId }: { now: Date; newId: () => string }): Promise<void> {
  await renewEpochs(db, newId)
  await goOnAbove(db, heads, now)
  // The backup may hold sessions, tokens and codes that were ended or used since.
  await db.deleteFrom('sessions').execute()
  await db.deleteFrom('api_tokens').execute()
  await db.deleteFrom('otps').execute()
  await doubtWaiting(db, { now, newId })
  await noteSecurityEvent({ clock: () => now, newId }, db, { kind: 'restore' })
}
