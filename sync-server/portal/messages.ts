import type { Services } from '../services.ts'
import type { MessageRules } from '../queries/portal/message-rules.ts'
import type { PhoneNumber, PhoneOwner } from '../queries/portal/phone-owners.ts'

/** Self-registered numbers get messages only in allowed countries, since the shop pays; numbers that staff entered always do. */
export const mayReceive = (owners: readonly PhoneOwner[], { countryCodes }: MessageRules, { countryCode }: PhoneNumber): boolean =>
  owners.some(({ isUnconfirmed }) => !isUnconfirmed || countryCodes.includes(countryCode))

/**
 * Counts today's messages (UTC); adds 0 for a number that gets none, so that both do the same work. False when the
 * shop's budget is used up. `giveBack` uncounts an unsent message.
 */
export async function takeMessage(
  { db, clock, newId }: Services,
  shopId: string,
  { dailyMessages }: MessageRules,
  count: 0 | 1,
): Promise<{ isTaken: boolean; giveBack: () => Promise<void> }> {
  const day = clock().toISOString().slice(0, 10)
  await db.deleteFrom('portal_message_days').where('shop_id', '=', shopId).where('day', '<', day).execute()
  await db
    .insertInto('portal_message_days')
    .values({ id: newId(), shop_id: shopId, day, sent: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const add = (amount: number) =>
    db
      .updateTable('portal_message_days')
      .set((set) => ({ sent: set('sent', '+', amount) }))
      .where('shop_id', '=', shopId)
      .where('day', '=', day)
  const taken = await add(count).where('sent', '<', dailyMessages).returning('sent').executeTakeFirst()
  return {
    isTaken: taken !== undefined,
    giveBack: async () => {
      if (taken && count > 0) await add(-count).where('sent', '>', 0).execute()
    },
  }
}
