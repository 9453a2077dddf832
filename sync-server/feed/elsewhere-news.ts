import { defineLookUp } from '../db/rows-statement.ts'
import type { Services } from '../services.ts'

const findSessions = defineLookUp<{ id: string }>((db, ids) => db.selectFrom('sessions').select('id').where('id', 'in', ids).compile())

const findShops = defineLookUp<{ userId: string; id: string }>((db, userIds) =>
  db.selectFrom('shop_users').select(['user_id as userId', 'shop_id as id']).where('user_id', 'in', userIds).orderBy('shop_id').compile(),
)

const findPrivileges = defineLookUp<{ userId: string; id: string }>((db, userIds) =>
  db.selectFrom('users_privileges').select(['user_id as userId', 'privilege_id as id']).where('user_id', 'in', userIds).orderBy('privilege_id').compile(),
)

const findSeqs = defineLookUp<{ id: string; seq: number }>((db, shopIds) =>
  db.selectFrom('shop_feed').select(['shop_id as id', 'seq']).where('shop_id', 'in', shopIds).compile(),
)

const countNotices = defineLookUp<{ userId: string; count: number; last: string }>((db, userIds) =>
  db
    .selectFrom('notices')
    .select((eb) => ['user_id as userId', eb.fn.countAll<number>().as('count'), eb.fn.max<string>('id').as('last')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .compile(),
)

const noNotices = ''

type States = ReadonlyMap<string, string>

/**
 * What other processes of the database did that concerns the streams of this one: sessions that ended, rights, shops and names that
 * changed, notices, and rows. Found by looking at the database, so that nothing is lost whichever process dies; in some statements for
 * all streams together, of which only those read more that are concerned.
 */
export class ElsewhereNews {
  readonly #services: Services
  /** Changes of rights and names up to this one are told; undefined before the first look. */
  #accessSeq: number | undefined
  #rightsByUser: States = new Map()
  #seqByShop: States = new Map()
  #noticesByUser: States = new Map()

  constructor(services: Services) {
    this.#services = services
  }

  /** Tells the streams; to be called when another process may have written. */
  async tell(): Promise<void> {
    // First of all: a session that ended must learn nothing more.
    await this.#endSessions()
    const { userIds } = this.#services.bus.audience
    const isFirst = this.#accessSeq === undefined
    await this.#tellRightsAndRows(userIds, isFirst)
    await this.#tellNotices(userIds, isFirst)
    await this.#tellAccess()
  }

  async #endSessions(): Promise<void> {
    const { bus, reader } = this.#services
    const { sessionIds } = bus.audience
    const living = new Set((await findSessions(reader, sessionIds)).map(({ id }) => id))
    for (const id of sessionIds) if (!living.has(id)) bus.endSession(id)
  }

  async #tellRightsAndRows(userIds: readonly string[], isFirst: boolean): Promise<void> {
    const { bus, reader } = this.#services
    const shops = await findShops(reader, userIds)
    const rights = new Map(userIds.map((id) => [id, '']))
    for (const { userId, id } of [...shops, ...(await findPrivileges(reader, userIds))]) rights.set(userId, `${rights.get(userId)} ${id}`)
    const seqs = new Map((await findSeqs(reader, [...new Set(shops.map(({ id }) => id))])).map(({ id, seq }) => [id, String(seq)]))
    const moved = { userIds: findMoved(this.#rightsByUser, rights), shopIds: findMoved(this.#seqByShop, seqs) }
    this.#rightsByUser = rights
    this.#seqByShop = seqs
    bus.announceElsewhere(isFirst ? null : moved)
  }

  /** At the first look all streams have just read theirs. */
  async #tellNotices(userIds: readonly string[], isFirst: boolean): Promise<void> {
    const { bus, reader } = this.#services
    const found = new Map((await countNotices(reader, userIds)).map(({ userId, count, last }) => [userId, `${count} ${last}`]))
    // Whoever is new since the last look and has none misses none.
    const before = new Map(userIds.map((id) => [id, this.#noticesByUser.get(id) ?? noNotices]))
    this.#noticesByUser = new Map(userIds.map((id) => [id, found.get(id) ?? noNotices]))
    for (const userId of findMoved(before, this.#noticesByUser)) if (!isFirst) bus.announceNotices(userId)
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
    const [first] = changes
    if (told === undefined || first === undefined) return
    // Older ones are not kept any more: anybody may be concerned.
    if (first.seq > told + 1) return bus.announceAccess(null)
    for (const { user_id: userId, origin } of changes) if (origin !== bus.id) bus.announceAccess(userId)
  }
}

/** Whose state is another than at the last look; of somebody who is new since, nobody knows whether it moved before or after they came. */
const findMoved = (before: States, now: States): ReadonlySet<string> => new Set([...now].flatMap(([id, state]) => (before.get(id) === state ? [] : [id])))
