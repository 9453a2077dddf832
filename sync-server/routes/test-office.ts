import type { Privilege } from '#schema/privileges.ts'
import { privilegeRows } from '#schema/rules/reference-rows.ts'
import { createUser } from '../commands/create-user.ts'
import { testPassword } from '../test-server.ts'
import { openEvents, type EventReader } from './test-sync-server.ts'
import { openTestShop } from './test-shop.ts'

export type Office = Awaited<ReturnType<typeof openOffice>>

/**
 * For tests of administration: the two shops of `openTestShop`, and besides `ann` (a plain member) and `max` (member with every
 * privilege) `eva`, a member with view_entity_setting, and `ned`, who has nothing but the entity of the first shop.
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
  await services.db.insertInto('entity_users').values({ id: services.newId(), entity_id: shop.entityId, user_id: ned.id, created_at: shop.clock.now().toISOString() }).execute()
  const streams: EventReader[] = []
  return {
    ...shop,
    services,
    addUser,
    eva,
    ned,
    bob: await shop.server.client().signIn('bob'),
    /** Texts of the shop's activities, newest first. */
    activitiesOf: async (shopId: string) => {
      const rows = await services.reader.selectFrom('activities').select(['audit_text', 'user_id']).where('shop_id', '=', shopId).orderBy('seq', 'desc').execute()
      return rows.map(({ audit_text }) => audit_text)
    },
    /** The live stream of a device, after its first event. */
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

/** Reads events until `access` comes; fails after a second. */
export async function nextAccess(stream: EventReader): Promise<void> {
  const deadline = Date.now() + 1000
  while ((await stream.next(Math.max(1, deadline - Date.now()))).name !== 'access');
}

/** Statuses of answers to requests that were sent at once, in their own order. */
export const statusesOf = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status).sort((one, other) => one - other)
