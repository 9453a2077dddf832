import { defineLookUp } from '../db/rows-statement.ts'
import type { Moved } from '../events/feed-bus.ts'
import type { Services } from '../services.ts'

const findSessions = defineLookUp<{ id: string }>((db, isAmong) => db.selectFrom('sessions').select('id').where(isAmong('id')).compile())

const findShops = defineLookUp<{ userId: string; id: string }>((db, isAmong) =>
  db.selectFrom('shop_users').select(['user_id as userId', 'shop_id as id']).where(isAmong('user_id')).orderBy('shop_id').compile(),
)

const findPrivileges = defineLookUp<{ userId: string; id: string }>((db, isAmong) =>
  db.selectFrom('users_privileges').select(['user_id as userId', 'privilege_id as id']).where(isAmong('user_id')).orderBy('privilege_id').compile(),
)

const findSeqs = defineLookUp<{ id: string; seq: number }>((db, isAmong) =>
  db.selectFrom('shop_feed').select(['shop_id as id', 'seq']).where(isAmong('shop_id')).compile(),
)

const countNotices = defineLookUp<{ userId: string; count: number; last: string }>((db, isAmong) =>
  db
    .selectFrom('notices')
    .select((eb) => ['user_id as userId', eb.fn.countAll<number>().as('count'), eb.fn.max<string>('id').as('last')])
    .where(isAmong('user_id'))
    .groupBy('user_id')
    .compile(),
)

const noNotices = ''

type States = ReadonlyMap<string, string>

/**
 * Finds changes by other processes that concern this process's streams: ended sessions, changed rights, shops and
 * names, notices, and rows. Polls the database, so nothing is lost when a process dies; a few statements serve all
 * streams together.
 */
export class ProcessChanges {
  readonly #services: Services
  /** Access changes up to this seq are announced; undefined before the first look. */
  #accessSeq: number | undefined
  #rightsByUser: States = new Map()
  #seqByShop: ReadonlyMap<string, number> = new Map()
  #noticesByUser: States = new Map()

  constructor(services: Services) {
    this.#services = services
  }

  /** Announces the changes to the streams; call it when another process may have written. */
  async tell(): Promise<void> {
    const { bus } = this.#services
    const { sessionIds, userIds } = bus.audience
    const isFirst = this.#accessSeq === undefined
    const [ended, moved, noticed, changed] = await Promise.all([
      this.#findEnded(sessionIds),
      this.#findMoved(userIds),
      this.#findNoticed(userIds),
      this.#findAccessChanges(),
    ])
    // First, because an ended session must not receive anything more.
    for (const id of ended) bus.endSession(id)
    // Streams read their state before the first look; changes in between are unknown, so all must reload.
    if (isFirst) bus.announceElsewhere(null)
    else if (moved.userIds.size > 0 || moved.shopIds.size > 0) bus.announceElsewhere(moved)
    for (const userId of noticed) bus.announceNotices(userId)
    for (const userId of changed) bus.announceAccess(userId)
  }

  async #findEnded(sessionIds: readonly string[]): Promise<string[]> {
    const living = new Set((await findSessions(this.#services.reader, sessionIds)).map(({ id }) => id))
    return sessionIds.filter((id) => !living.has(id))
  }

  async #findMoved(userIds: readonly string[]): Promise<Moved> {
    const { bus, reader } = this.#services
    const [shops, privileges] = await Promise.all([findShops(reader, userIds), findPrivileges(reader, userIds)])
    const rights = new Map(userIds.map((id) => [id, '']))
    for (const { userId, id } of [...shops, ...privileges]) rights.set(userId, `${rights.get(userId)} ${id}`)
    const found = await findSeqs(reader, [...new Set(shops.map(({ id }) => id))])
    const shopIds = new Set(found.filter(({ id, seq }) => !bus.own.covers(id, this.#seqByShop.get(id), seq)).map(({ id }) => id))
    this.#seqByShop = new Map(found.map(({ id, seq }) => [id, seq]))
    bus.own.forget(this.#seqByShop)
    const moved = { userIds: findMoved(this.#rightsByUser, rights), shopIds }
    this.#rightsByUser = rights
    return moved
  }

  async #findNoticed(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Map((await countNotices(this.#services.reader, userIds)).map(({ userId, count, last }) => [userId, `${count} ${last}`]))
    // A new user without notices cannot have missed any.
    const before = new Map(userIds.map((id) => [id, this.#noticesByUser.get(id) ?? noNotices]))
    this.#noticesByUser = new Map(userIds.map((id) => [id, found.get(id) ?? noNotices]))
    return findMoved(before, this.#noticesByUser)
  }

  /** Users whose rights or names other processes changed; null: any user. */
  async #findAccessChanges(): Promise<(string | null)[]> {
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
    if (told === undefined || first === undefined) return []
    // Older changes are deleted already.
    if (first.seq > told + 1) return [null]
    return changes.filter(({ origin }) => origin !== bus.id).map(({ user_id: userId }) => userId)
  }
}

/** Ids whose state changed since the last look. New ids count as changed, since a change may have come after they subscribed. */
const findMoved = (before: States, now: States): ReadonlySet<string> => new Set([...now].flatMap(([id, state]) => (before.get(id) === state ? [] : [id])))
