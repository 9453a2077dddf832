import type { Field } from '#schema/field.ts'
import { type ActivityEntry, type ActivityPart, tell } from '#schema/rules/text/activity-entry.ts'
import type { Services } from '../../services.ts'
import { noteSecurityEvent, type SecurityEvent } from '../../session/security-log.ts'
import { applyTogether, type Together } from '../../store/write.ts'
import { listShopIdsOfUser } from '../../queries/people/memberships.ts'
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

export type Administration = Together & {
  /** Announces `access` to these users after the commit, so that their devices reload rights, shops and names. */
  affect: (userIds: Iterable<string>) => void
  endSession: (sessionId: string) => void
  /** Adds an activity to each shop, or to the actor's shops when none is given: the log is per shop. */
  noteIn: (shopIds: Iterable<string>, entry: ActivityEntry) => Promise<void>
  noteSecurity: (event: Omit<SecurityEvent, 'userId'>) => Promise<void>
}

/** Runs an administration command in one transaction. */
export async function administer<Result>(services: Services, userId: string | null, run: (administration: Administration) => Promise<Result>): Promise<Result> {
  const affected = new Set<string>()
  const ended = new Set<string>()
  const result = await applyTogether(services, userId, async (together) => {
    const done = await run({
      ...together,
      affect: (userIds) => {
        for (const id of userIds) affected.add(id)
      },
      endSession: (sessionId) => void ended.add(sessionId),
      noteIn: async (shopIds, entry) => {
        const concerned = new Set(shopIds)
        const noted = concerned.size > 0 || userId === null ? concerned : await listShopIdsOfUser(together.trx, userId)
        for (const shopId of noted) await together.note(shopId, entry)
      },
      noteSecurity: (event) => noteSecurityEvent(services, together.trx, { ...event, userId }),
    })
    await noteAccessChanges(together.trx, affected, services.bus.id)
    return done
  })
  for (const sessionId of ended) services.bus.endSession(sessionId)
  for (const id of affected) services.bus.announceAccess(id)
  return result
}

/** One for each field that changed: "Name changed from 'North' to 'South'"; those that are not `shown`, such as contact data, by their label only. */
export function toChanges<Values extends Record<string, unknown>>(
  fields: Readonly<Record<string, Pick<Field, 'label'>>>,
  shown: readonly (keyof Values & string)[],
  before: Values,
  after: Values,
): ActivityEntry[] {
  return Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const field = { field: fields[name]?.label ?? name }
      if (!shown.includes(name)) return tell('fieldChanged', { field })
      const [from, to] = [before[name], after[name]].map(toPart)
      if (from === null || from === undefined) return tell('fieldSet', { field, to: to ?? '' })
      return to === null || to === undefined ? tell('fieldRemoved', { field, from }) : tell('fieldFromTo', { field, from, to })
    })
}

function toPart(value: unknown): ActivityPart | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return { isYes: value }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The keys that a PUT sent. The cast is safe because only undefined values are dropped. */
export const givenOnly = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof Values]?: Exclude<Values[K], undefined> }
