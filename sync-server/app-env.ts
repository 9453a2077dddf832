import type { SessionUser } from '#schema/api/sync.ts'
import type { Caller } from '#schema/rules/access.ts'

/** A signed-in person as one request sees them; read anew from the database each time. */
export type StaffSession = {
  id: string
  userId: string
  user: SessionUser
  /** ISO instant at which the session ends unless it is used before (sliding, never past its absolute end). */
  expiresAt: string
}

/** What the middlewares put into Hono's context. `session` and `caller` exist only behind `requireSession`. */
export type AppEnv = { Variables: { requestId: string; session: StaffSession; caller: Caller } }
