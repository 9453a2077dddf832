import type { Db } from './database.ts'

/** Names the database, and so the server: made by a migration, the same wherever the database is moved or restored to. */
export async function readServerId(db: Db): Promise<string> {
  const { server_id: serverId } = await db.selectFrom('server_identity').select('server_id').executeTakeFirstOrThrow()
  return serverId
}
