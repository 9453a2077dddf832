import { randomUUID } from 'node:crypto'
import type { Db } from './database.ts'

/** Id of the database and so of the server; stays the same when the database is moved or restored. */
export async function readServerId(db: Db): Promise<string> {
  const { server_id: serverId } = await db.selectFrom('server_identity').select('server_id').executeTakeFirstOrThrow()
  return serverId
}

export async function makeServerId(db: Db): Promise<void> {
  const made = await db.selectFrom('server_identity').select('server_id').executeTakeFirst()
  if (made !== undefined) return
  await db
    .insertInto('server_identity')
    .values({ only_row: 1, server_id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
