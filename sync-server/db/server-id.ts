import { randomUUID } from 'node:crypto'
import type { Db } from './database.ts'

/** Names the database, and so the server: made by its first start, the same wherever the database is moved or restored to. */
export async function readServerId(db: Db): Promise<string> {
  const { server_id: serverId } = await db.selectFrom('server_identity').select('server_id').executeTakeFirstOrThrow()
  return serverId
}

/** Gives the database its name. A second run writes nothing. */
export async function makeServerId(db: Db): Promise<void> {
  const made = await db.selectFrom('server_identity').select('server_id').executeTakeFirst()
  if (made !== undefined) return
  await db
    .insertInto('server_identity')
    .values({ only_row: 1, server_id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
