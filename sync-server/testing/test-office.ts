import type { Heads } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Privilege } from '#schema/privileges.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { createUser } from '../commands/administration/create-user.ts'
import { testPassword } from './test-server.ts'
import { openEvents, type EventReader, type ServerEvent } from './test-sync-server.ts'
import { openTestShop } from './test-shop.ts'

export type Office = Awaited<ReturnType<typeof openOffice>>

/**
 * The two shops of `openTestShop`, with `ann` (a plain member), `max` (all privileges), `eva` (view_entity_setting),
 * and `ned` (no shop, assigned to the first shop's entity).
 */
export async function openOffice() {
  const shop = await openTestShop()
  const { services } = shop.server
  const addUser = async (loginId: string, options: { shopIds?: string[]; privileges?: Privilege[] } = {}) => {
    const { id } = await createUser(services, { loginId, name: `${loginId} person`, password: testPassword, ...options })
    return { id, client: await shop.server.client().signIn(loginId) }
  }
  const eva = await addUser('eva', { shopIds: [shop.shopId], privileges: ['view_entity_setting'] })
  const ned = await addUser('ned')
  await services.db
    .insertInto('entity_users')
    .values({ id: services.newId(), entity_id: shop.entityId, user_id: ned.id, created_at: shop.clock.now().toISOString() })
    .execute()
  const streams: EventReader[] = []
  return {
    ...shop,
    services,
    addUser,
    eva,
    ned,
    bob: await shop.server.client().signIn('bob'),
    activitiesOf: async (shopId: string) => {
      const rows = await services.reader
        .selectFrom('activities')
        .select(['audit_text', 'user_id'])
        .where('shop_id', '=', shopId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map(({ audit_text }) => audit_text)
    },
    /** Newest first. */
    securityLog: () => services.reader.selectFrom('security_events').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
    /** A device's live stream, after its first event. */
    openLive: async (client: { cookie: string | undefined }) => {
      const stream = await openEvents(`${shop.server.url}/api/sync/live`, { Cookie: client.cookie ?? '' })
      streams.push(stream)
      await stream.next()
      return stream
    },
    close: async () => {
      for (const stream of streams) stream.close()
      await shop.close()
    },
  }
}

export const privilegeIdOf = (name: Privilege): string => privilegeRows.find(({ privilegeName }) => privilegeName === name)?.id ?? ''

const deadlineMs = 10_000

/** Reads events until one matches. The deadline is far below the heartbeat and generous for a busy machine. */
async function nextFitting(stream: EventReader, fits: (event: ServerEvent) => boolean): Promise<void> {
  const endsAt = Date.now() + deadlineMs
  while (!fits(await stream.next(Math.max(1, endsAt - Date.now()))));
}

/** Reads events until one reports changed rights, shops or names. */
export const nextAccess = (stream: EventReader): Promise<void> => nextFitting(stream, ({ name }) => name === 'access')

/** Reads events until each shop has reported new rows of the collection. */
export async function nextHeads(stream: EventReader, shopIds: readonly string[], collection: CollectionName): Promise<void> {
  const waiting = new Set(shopIds)
  await nextFitting(stream, ({ name, data }) => {
    for (const [shopId, heads] of Object.entries(name === 'heads' ? (data as Heads) : {})) if (heads[collection] !== undefined) waiting.delete(shopId)
    return waiting.size === 0
  })
}

/** Sorted statuses of concurrent requests. */
export const statusesOf = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status).sort((one, other) => one - other)
