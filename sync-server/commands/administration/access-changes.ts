import type { Tx } from '../../db/database.ts'

/** Changes that are kept for other processes; one that has missed more tells everybody. */
const keptMax = 1_000

/**
 * Notes for other processes whose rights, shops or names changed; they tell the live streams of these users. Numbers rise in the order
 * of the commits, since administration is done by one transaction at a time.
 * @param origin the process that tells its own streams itself
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
