import type { SessionUser } from '#schema/api/sync.ts'
import type { Caller } from '#schema/rules/access/access.ts'

/** A signed-in person as one request sees them; read anew from the database each time. */
export type StaffSession = {
  id: string
  userId: string
  user: SessionUser
  /** ISO instant at which the session ends unless it is used before (sliding, never past its absolute end). */
  expiresAt: string
}

/**
 * Values of a request in Hono's context, for its log line. `caller` is set for requests with a session or an API token; `isStreamed`:
 * the answer is made while it is being sent.
 */
export type AppEnv = { Variables: { requestId: string; caller?: Caller; tokenId?: string; isStreamed?: true } }
