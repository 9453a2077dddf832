import { defineLookUp } from '../db/rows-statement.ts'
import type { Services } from '../services.ts'

const findSessions = defineLookUp<{ id: string }>((db, ids) => db.selectFrom('sessions').select('id').where('id', 'in', ids).compile())

const countNotices = defineLookUp<{ userId: string; count: number; last: string }>((db, ids) =>
  db
    .selectFrom('notices')
    .select((eb) => ['user_id as userId', eb.fn.countAll<number>().as('count'), eb.fn.max<string>('id').as('last')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .compile(),
)

const noNotices = '0'

/**
 * What other processes of the database did that concerns the streams of this one: sessions that ended, rights, shops and names that
 * changed, notices, and rows. Found by looking at the database, so that nothing is lost whichever process dies.
 */
export class ElsewhereNews {
  readonly #services: Services
  /** Changes of rights up to this one are told; undefined before the first look. */
  #accessSeq: number | undefined
  #noticesByUser: ReadonlyMap<string, string> = new Map()
  #isFirst = true

  constructor(services: Services) {
    this.#services = services
  }

  /** Tells the streams; to be called when another process may have written. */
  async tell(): Promise<void> {
    const { bus } = this.#services
    // First of all: a session that ended must learn nothing more.
    await this.#endSessions()
    bus.announceElsewhere()
    await this.#tellAccess()
    await this.#tellNotices()
    this.#isFirst = false
  }

  async #endSessions(): Promise<void> {
    const { bus, reader } = this.#services
    const { sessionIds } = bus.audience
    const living = new Set((await findSessions(reader, sessionIds)).map(({ id }) => id))
    for (const id of sessionIds) if (!living.has(id)) bus.endSession(id)
  }

  async #tellAccess(): Promise<void> {
    const { bus, reader } = this.#services
    const told = this.#accessSeq
    const changes = await reader
      .selectFrom('access_changes')
      .selectAll()
      .where('seq', '>', told ?? 0)
      .orderBy('seq')
      .execute()
    this.#accessSeq = changes.at(-1)?.seq ?? told ?? 0
    if (told === undefined) return
    const [first] = changes
    // Older ones are not kept any more: anybody may be concerned.
    if (first !== undefined && first.seq > told + 1) return bus.announceAccess(null)
    for (const { user_id: userId, origin } of changes) if (origin !== bus.id) bus.announceAccess(userId)
  }

  /** A person whose notices are seen for the first time is told too, but at the first look, when all streams have just read theirs. */
  async #tellNotices(): Promise<void> {
    const { bus, reader } = this.#services
    const { userIds } = bus.audience
    const found = new Map((await countNotices(reader, userIds)).map(({ userId, count, last }) => [userId, `${count} ${last}`]))
    const now = new Map(userIds.map((id) => [id, found.get(id) ?? noNotices]))
    for (const [id, state] of now) if (!this.#isFirst && state !== (this.#noticesByUser.get(id) ?? noNotices)) bus.announceNotices(id)
    this.#noticesByUser = now
  }
}
