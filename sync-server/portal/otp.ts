import { createHmac, randomInt } from 'node:crypto'
import { AppError } from '#schema/errors.ts'
import { otpLength, otpMaxTries, otpMinutes, otpResendSeconds, portalTexts } from '#schema/rules/customers/portal.ts'
import { toGsmText } from '#schema/values/messages/text-parts.ts'
import { findShop } from '../queries/shops.ts'
import type { Services } from '../services.ts'
import { isCountryKnown, readMessageRules } from '../queries/portal/message-rules.ts'
import { mayReceive, takeMessage } from './messages.ts'
import { findPhoneOwners, type PhoneNumber, type PhoneOwner } from '../queries/portal/phone-owners.ts'
import type { Portal } from './portal.ts'
import { wrongDetails } from './wrong-details.ts'
import { allMessagesTexts } from '#schema/language/compiled/messages/all-messages.ts'
import { defaultLanguage } from '#schema/language/pick-language.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { findShopProfile } from '../queries/shop-profiles.ts'

export type OtpAsker = PhoneNumber & { shopId: string; remoteAddress: string }

export const toWho = ({ shopId, countryCode, phone, remoteAddress }: OtpAsker) => ({ shop: shopId, phone: countryCode + phone, address: remoteAddress })

/** HMAC with the server's key over code and number, so that equal codes of two customers have different hashes. */
const hashOtp = async ({ readOtpKey }: Portal, { shopId, countryCode, phone }: OtpAsker, code: string): Promise<string> =>
  createHmac('sha256', await readOtpKey())
    .update([shopId, countryCode, phone, code].join('\n'))
    .digest('hex')

/**
 * Creates a code for any number, but sends it only if the shop knows the number; otherwise waits as long.
 * Self-registered numbers get codes only in allowed countries.
 * @throws AppError TOO_MANY_REQUESTS within 60 seconds of the last code or over a limit; UNAVAILABLE when the carrier
 *   fails, the shop has no customers in the country, or its daily messages are used up
 */
export async function sendOtp(services: Services, portal: Portal, asker: OtpAsker): Promise<void> {
  const { giveBack } = await portal.limiter.take('send code', toWho(asker))
  const { shopId } = asker
  const rules = await readMessageRules(services.reader, shopId)
  if (!(await isCountryKnown(services.reader, shopId, rules, asker))) throw notSent()
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
  const storing = hashOtp(portal, asker, code).then((otpCode) => storeOtp(services, asker, otpCode))
  const id = await storing.catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  const owners = await findPhoneOwners(services.reader, shopId, asker)
  const isReceiver = mayReceive(owners, rules, asker)
  const message = await takeMessage(services, shopId, rules, isReceiver ? 1 : 0)
  const shop = await findShop(services.reader, shopId)
  const profile = await findShopProfile(services.reader, shopId)
  const language = toCustomerLanguage(owners[0], { language: profile?.language ?? defaultLanguage })
  const text = toGsmText(allMessagesTexts[language].code({ shop: shop?.name.slice(0, 60) ?? '', code, minutes: otpMinutes }))
  const sms = { id, at: services.clock(), to: asker.countryCode + asker.phone, text }
  if (message.isTaken && (await (isReceiver ? portal.dispatch.deliver(sms) : portal.dispatch.pretend()))) return
  // Not sent: do not count it, and allow a new try at once.
  await giveBack()
  await message.giveBack()
  await services.db.deleteFrom('otps').where('id', '=', id).execute()
  throw notSent()
}

const notSent = (): AppError => new AppError('UNAVAILABLE', portalTexts.sendFailed)

/** One row per number, which a new code replaces; the same statement refuses a second one within 60 seconds. */
async function storeOtp({ db, reader, clock, newId }: Services, { shopId, countryCode, phone }: OtpAsker, otpCode: string): Promise<string> {
  const now = clock()
  const at = (offsetSeconds: number) => new Date(now.getTime() + offsetSeconds * 1000).toISOString()
  const fresh = { id: newId(), otp_code: otpCode, created_at: at(0), expires_at: at(otpMinutes * 60), tries: 0, verified: 0 }
  await db.deleteFrom('otps').where('expires_at', '<=', at(-otpResendSeconds)).execute()
  const stored = await db
    .insertInto('otps')
    .values({ ...fresh, shop_id: shopId, country_code: countryCode, phone })
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'country_code', 'phone'])
        .doUpdateSet(fresh)
        // A row from the future was written before the clock was set back.
        .where((where) => where.or([where('otps.created_at', '<=', at(-otpResendSeconds)), where('otps.created_at', '>', at(0))])),
    )
    .returning('id')
    .executeTakeFirst()
  if (stored) return stored.id
  const row = await reader
    .selectFrom('otps')
    .select('created_at')
    .where('shop_id', '=', shopId)
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .executeTakeFirst()
  const waitMs = row ? Date.parse(row.created_at) + otpResendSeconds * 1000 - now.getTime() : 1000
  throw new AppError('TOO_MANY_REQUESTS', portalTexts.resendTooSoon, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Allows a new code at once after registering. Known numbers are treated alike; hourly limits still apply. */
export async function allowResend({ db, clock }: Services, { shopId, countryCode, phone }: PhoneNumber & { shopId: string }): Promise<void> {
  const resendableAt = new Date(clock().getTime() - otpResendSeconds * 1000).toISOString()
  await db
    .updateTable('otps')
    .set({ created_at: resendableAt })
    .where('shop_id', '=', shopId)
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .where('created_at', '>', resendableAt)
    .execute()
}

/**
 * Returns the customers with the number, at least one. One statement counts the try, compares and consumes the code, so
 * that concurrent guesses cannot share a try.
 * @throws AppError UNAUTHENTICATED for a wrong, used, expired or unsent code alike; TOO_MANY_REQUESTS after five tries
 */
export async function verifyOtp(services: Services, portal: Portal, asker: OtpAsker, code: string): Promise<[PhoneOwner, ...PhoneOwner[]]> {
  const guess = await portal.limiter.take('one-time code', toWho(asker))
  const { shopId, countryCode, phone } = asker
  const now = services.clock().toISOString()
  const otpCode = await hashOtp(portal, asker, code)
  const tried = await services.db
    .updateTable('otps')
    .set((set) => ({ tries: set('tries', '+', 1), verified: set.case().when('otp_code', '=', otpCode).then(set.lit(1)).else(set.lit(0)).end() }))
    .where('shop_id', '=', shopId)
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .where('verified', '=', 0)
    .where('tries', '<', otpMaxTries)
    .where('expires_at', '>', now)
    .returning('verified')
    .executeTakeFirst()
  const [owner, ...others] = await findPhoneOwners(services.reader, shopId, asker)
  if (tried?.verified === 1 && owner) {
    await guess.succeed()
    return [owner, ...others]
  }
  if (!tried && (await isUsedUp(services, asker, now)))
    throw new AppError('TOO_MANY_REQUESTS', portalTexts.tooManyTries, { retryAfterSeconds: otpResendSeconds })
  throw wrongDetails()
}

async function isUsedUp({ reader }: Services, { shopId, countryCode, phone }: OtpAsker, now: string): Promise<boolean> {
  const row = await reader
    .selectFrom('otps')
    .select(['tries', 'verified', 'expires_at'])
    .where('shop_id', '=', shopId)
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row !== undefined && row.verified === 0 && row.tries >= otpMaxTries && row.expires_at > now
}
