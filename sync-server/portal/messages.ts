import type { Customer } from '#schema/collections/work/customers.ts'
import { addressToE164, phoneToE164 } from '#schema/rules/customers/international-phone.ts'
import { portalDailyMessagesDefault } from '#schema/rules/customers/portal.ts'
import type { Services } from '../services.ts'
import { readMessageRules, type MessageRules } from '../queries/portal/message-rules.ts'
import type { PhoneNumber, PhoneOwner } from '../queries/portal/phone-owners.ts'

const dayMs = 86_400_000

type Numbers = Pick<Customer, 'countryCode' | 'phone' | 'alternateCountryCode' | 'alternatePhone'>

/** Self-registered numbers get messages only in allowed countries, since the shop pays; numbers that staff entered always do. */
export const mayReceive = (owners: readonly PhoneOwner[], { countryCodes }: MessageRules, { countryCode }: PhoneNumber): boolean =>
  owners.some(({ isUnconfirmed }) => !isUnconfirmed || countryCodes.includes(countryCode))

type Kind = 'sent' | 'texts'

/** Texts to customers that a shop may send in a day: the budget of codes, but a shop without a portal sends too. */
const toDailyTexts = ({ dailyMessages }: MessageRules): number => Math.max(dailyMessages, portalDailyMessagesDefault)

/** Counts a text to a customer. False when the shop's budget of the day (UTC) is used up. */
export const takeText = async (services: Services, shopId: string): Promise<boolean> => {
  const rules = await readMessageRules(services.reader, shopId)
  return (await takeOf(services, shopId, { kind: 'texts', most: toDailyTexts(rules), count: 1 })).isTaken
}

/** When the next day's budget begins. */
export const toNextDay = (now: Date): Date => new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs)

/** Texts to others than the customer go to the shop's countries only, since the shop pays. */
export async function mayBeWrittenTo(services: Services, shopId: string, to: string, customer?: Numbers): Promise<boolean> {
  if (customer !== undefined && toNumbers(customer).includes(addressToE164(to))) return true
  const { countryCodes } = await readMessageRules(services.reader, shopId)
  return countryCodes.some((code) => to.startsWith(code))
}

const toNumbers = ({ countryCode, phone, alternateCountryCode, alternatePhone }: Numbers): string[] =>
  [
    [countryCode, phone],
    [alternateCountryCode, alternatePhone],
  ].flatMap(([code, number]) => (typeof code === 'string' && typeof number === 'string' ? [phoneToE164(code, number)] : []))

/**
 * Counts today's messages (UTC); adds 0 for a number that gets none, so that both do the same work. False when the
 * shop's budget is used up. `giveBack` uncounts an unsent message.
 */
export const takeMessage = (services: Services, shopId: string, { dailyMessages }: MessageRules, count: 0 | 1): Promise<Taken> =>
  takeOf(services, shopId, { kind: 'sent', most: dailyMessages, count })

type Taken = { isTaken: boolean; giveBack: () => Promise<void> }

async function takeOf({ db, clock, newId }: Services, shopId: string, { kind, most, count }: { kind: Kind; most: number; count: 0 | 1 }): Promise<Taken> {
  const day = clock().toISOString().slice(0, 10)
  await db.deleteFrom('portal_message_days').where('shop_id', '=', shopId).where('day', '<', day).execute()
  await db
    .insertInto('portal_message_days')
    .values({ id: newId(), shop_id: shopId, day, sent: 0, texts: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const add = (amount: number) =>
    db
      .updateTable('portal_message_days')
      .set((set) => ({ [kind]: set(kind, '+', amount) }))
      .where('shop_id', '=', shopId)
      .where('day', '=', day)
  const taken = await add(count).where(kind, '<', most).returning(kind).executeTakeFirst()
  return {
    isTaken: taken !== undefined,
    giveBack: async () => {
      if (taken && count > 0) await add(-count).where(kind, '>', 0).execute()
    },
  }
}
