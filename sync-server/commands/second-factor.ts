import { Secret } from 'otpauth'
import type { RecoveryCodesAnswer, SecondFactorSetupAnswer } from '#schema/api/answers/account-answers.ts'
import type { PasswordAndCode } from '#schema/api/account.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertAdministrator, assertMayAdministerUser } from '../queries/people/rights.ts'
import type { StaffSession } from '../app-env.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { createTotp, findStep, hashRecoveryCode, hasSecondFactor, proveCode, refuseCode, type CodeTry } from '../session/second-factor.ts'
import { noteSecurityEvent } from '../session/security-log.ts'
import { administer, type Administration } from './administration/administer.ts'
import { findUserTitle, listShopIdsOfUser } from '../queries/people/memberships.ts'
import { assertFound } from './administration/assert-found.ts'
import { assertPasswordUnchanged, checkOwnPassword } from './administration/set-password.ts'

/** Turns sign-in codes (TOTP) on and off. The routes throttle each check, as at sign-in. */

const recoveryCodeCount = 10

export type FactorOwner = CodeTry & { session: StaffSession }

/**
 * Creates a TOTP secret, replacing an unconfirmed one. It takes effect once `confirmSecondFactor` gets a code.
 * @throws AppError CONFLICT when codes are on
 */
export async function beginSecondFactor(services: Services, { userId, session }: FactorOwner, currentPassword: string): Promise<SecondFactorSetupAnswer> {
  const checked = await checkOwnPassword(services, userId, currentPassword)
  const secret = new Secret({ size: 20 }).base32
  await administer(services, userId, async ({ trx, at }) => {
    await assertPasswordUnchanged(trx, checked)
    await assertOff(trx, userId)
    await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
    await trx.insertInto('second_factors').values({ id: services.newId(), user_id: userId, secret, created_at: at, confirmed_at: null, last_step: 0 }).execute()
  })
  return { secret, uri: createTotp(secret, session.user.login_id).toString() }
}

/** Turns codes on for future sign-ins; existing sessions stay. */
export async function confirmSecondFactor(
  services: Services,
  { userId, session }: FactorOwner,
  { currentPassword, code }: PasswordAndCode,
): Promise<RecoveryCodesAnswer> {
  const checked = await checkOwnPassword(services, userId, currentPassword)
  return administer(services, userId, async (administration) => {
    const { trx, at } = administration
    await assertPasswordUnchanged(trx, checked)
    await assertOff(trx, userId)
    const begun = await trx.selectFrom('second_factors').select('secret').where('user_id', '=', userId).executeTakeFirst()
    if (!begun) throw new AppError('CONFLICT', 'Begin with setting up the app.')
    const step = findStep(begun.secret, code, Date.parse(at))
    if (step === undefined) throw refuseCode('This code is not right. Enter the one that your app shows now.')
    await trx.updateTable('second_factors').set({ confirmed_at: at, last_step: step }).where('user_id', '=', userId).execute()
    await trx.updateTable('sessions').set({ code_at: at }).where('id', '=', session.id).execute()
    await noteFactor(services, administration, { userId, subjectUserId: userId, isOn: true })
    return { recoveryCodes: await replaceRecoveryCodes(services, trx, userId) }
  })
}

export async function renewRecoveryCodes(services: Services, owner: FactorOwner, { currentPassword, code }: PasswordAndCode): Promise<RecoveryCodesAnswer> {
  const checked = await checkOwnPassword(services, owner.userId, currentPassword)
  await proveCode(services, owner, code)
  return administer(services, owner.userId, async ({ trx }) => {
    await assertPasswordUnchanged(trx, checked)
    if (!(await hasSecondFactor(trx, owner.userId))) throw refuseCode()
    return { recoveryCodes: await replaceRecoveryCodes(services, trx, owner.userId) }
  })
}

export async function turnOffSecondFactor(services: Services, owner: FactorOwner, { currentPassword, code }: PasswordAndCode): Promise<void> {
  const checked = await checkOwnPassword(services, owner.userId, currentPassword)
  await proveCode(services, owner, code)
  await administer(services, owner.userId, async (administration) => {
    await assertPasswordUnchanged(administration.trx, checked)
    await removeFactor(services, administration, { userId: owner.userId, subjectUserId: owner.userId })
  })
}

/**
 * Turns off the codes of a user who lost the app and the recovery codes.
 * @throws AppError FORBIDDEN for a user with privileges that the caller lacks
 */
export async function turnOffSecondFactorOf(services: Services, caller: Caller, userId: string): Promise<void> {
  assertAdministrator(caller)
  await administer(services, caller.userId, async (administration) => {
    assertFound(await findUserTitle(administration.trx, userId), 'User')
    await assertMayAdministerUser(administration.trx, caller, userId)
    // Turning off one's own codes requires the password and a code.
    if (userId === caller.userId) throw new AppError('CONFLICT', 'Turn off your own sign-in codes in your profile.')
    await removeFactor(services, administration, { userId: caller.userId, subjectUserId: userId })
  })
}

async function removeFactor(services: Services, administration: Administration, people: { userId: string; subjectUserId: string }): Promise<void> {
  const { trx } = administration
  const wasOn = await hasSecondFactor(trx, people.subjectUserId)
  await trx.deleteFrom('second_factors').where('user_id', '=', people.subjectUserId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', people.subjectUserId).execute()
  if (wasOn) await noteFactor(services, administration, { ...people, isOn: false })
}

async function noteFactor(
  services: Services,
  { trx, noteIn }: Administration,
  { userId, subjectUserId, isOn }: { userId: string; subjectUserId: string; isOn: boolean },
): Promise<void> {
  await noteIn(
    await listShopIdsOfUser(trx, subjectUserId),
    tell(isOn ? 'codesOn' : 'codesOff', { user: (await findUserTitle(trx, subjectUserId)) ?? subjectUserId }),
  )
  await noteSecurityEvent(services, trx, { kind: isOn ? 'second-factor-on' : 'second-factor-off', userId, subjectUserId })
}

async function assertOff(trx: Tx, userId: string): Promise<void> {
  if (await hasSecondFactor(trx, userId)) throw new AppError('CONFLICT', 'Sign-in codes are on already.')
}

async function replaceRecoveryCodes(services: Services, trx: Tx, userId: string): Promise<string[]> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  // 80 random bits each, in groups of four for reading aloud.
  const codes = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: 10 }).base32.replace(/.{4}(?=.)/g, '$&-'))
  for (const code of codes)
    await trx
      .insertInto('recovery_codes')
      .values({ id: services.newId(), user_id: userId, code_hash: hashRecoveryCode(code) })
      .execute()
  return codes
}
