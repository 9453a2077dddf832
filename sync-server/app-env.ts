import type { SessionUser } from '#schema/api/sync.ts'
import type { Caller } from '#schema/rules/access/access.ts'

/** A signed-in user, read from the database on every request. */
export type StaffSession = {
  id: string
  userId: string
  user: SessionUser
  /** ISO instant at which an unused session ends; each use extends it up to the absolute end. */
  expiresAt: string
}

/** For the request log. `caller`: set with a session or an API token. `isStreamed`: the body is generated while it is sent. */
export type AppEnv = { Variables: { requestId: string; caller?: Caller; tokenId?: string; isStreamed?: true } }
