import type { Tx } from '../../db/database.ts'

/** Rows kept; a process that missed more of them notifies all users. */
const keptMax = 1_000

/**
 * Records users whose rights, shops or names changed, so that other processes notify their live streams. `seq` follows
 * commit order because administration transactions are serialized.
 * @param origin the process that notifies its own streams itself
 */
export async function noteAccessChanges(trx: Tx, userIds: ReadonlySet<string>, origin: string): Promise<void> {
  if (userIds.size === 0) return
  const { last } = await trx
    .selectFrom('access_changes')
    .select((eb) => eb.fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  const first = (last ?? 0) + 1
  await trx
    .insertInto('access_changes')
    .values([...userIds].map((userId, place) => ({ seq: first + place, user_id: userId, origin })))
    .execute()
  await trx
    .deleteFrom('access_changes')
    .where('seq', '<', first + userIds.size - keptMax)
    .execute()
}
