import type { CreatedUserAnswer } from '#schema/api/answers/administration-answers.ts'
import type { UserCreate, UserUpdate } from '#schema/api/administration.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { users } from '#schema/collections/people/users.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { loginIdCandidates } from '#schema/rules/access/login-id.ts'
import { loginIdToKey } from '#schema/values/text/login-key.ts'
import { findMissingCountryCodes, type PhoneFields, userContactMessages } from '#schema/rules/customers/phone-pairs.ts'
import { assertAdministrator, assertMayAdministerUser } from '../../queries/people/rights.ts'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { assertUncommonPassword } from '../../session/common-passwords.ts'
import { makePassword } from '../../session/passwords.ts'
import { userColumns, userRowToSessionUser } from '../../queries/people/session-user.ts'
import { partToText, tell } from '#schema/rules/text/activity-entry.ts'
import { inEnglish } from '../../store/activity-english.ts'
import { administer, givenOnly, toChanges } from './administer.ts'
import { listGuessableNames, listMemberIds, listShopIdsOfUser } from '../../queries/people/memberships.ts'
import { assertFound } from './assert-found.ts'
import { renameEmployees } from './become-employee.ts'
import { createUser, loginIdTaken } from './create-user.ts'
import { isUniqueViolation } from './unique-violation.ts'

/** Creates a user without shops and privileges; generates an omitted login id and password. */
export async function addUser(services: Services, caller: Caller, { loginId, password, ...values }: UserCreate): Promise<CreatedUserAnswer> {
  assertAdministrator(caller)
  if (password !== undefined)
    assertUncommonPassword(password, 'password', [values.name ?? null, loginId ?? null, ...(await listGuessableNames(services.reader, null))])
  assertCountryCodes({ countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null, ...givenOnly(values) })
  const madeUp = password === undefined ? makePassword() : undefined
  for (let tries = 0; ; tries++) {
    try {
      const user = {
        ...values,
        loginId: loginId ?? (await findFreeLoginId(services.reader, values.name)),
        password: password ?? madeUp ?? '',
        actorId: caller.userId,
      }
      const { id } = await createUser(services, user)
      return { ...assertFound(await findUser(services.reader, id), 'User'), ...(madeUp !== undefined && { password: madeUp }) }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNIQUE_CONSTRAINT_VIOLATION') throw error
      // Another request took the generated login id: try the next one.
      if (loginId !== undefined || tries >= 20) throw loginIdTaken('login_id')
    }
  }
}

export async function updateUser(services: Services, caller: Caller, userId: string, values: UserUpdate): Promise<SessionUser> {
  assertAdministrator(caller)
  return changeUser(services, caller, userId, values, 'login_id')
}

/** Changes the caller's own data, including the login id, and logs it in the activities. */
export const updateProfile = (services: Services, caller: Caller, values: UserUpdate): Promise<SessionUser> =>
  changeUser(services, caller, caller.userId, values, 'loginId')

async function changeUser(services: Services, caller: Caller, userId: string, update: UserUpdate, loginIdPath: 'loginId' | 'login_id'): Promise<SessionUser> {
  try {
    return await administer(services, caller.userId, async (administration) => {
      const { trx, affect, noteIn, noteSecurity } = administration
      const user = assertFound(await findUser(trx, userId), 'User')
      await assertMayAdministerUser(trx, caller, userId)
      const { id: _, login_id: loginId, ...contact } = user
      const before = { loginId, ...contact }
      const after = { ...before, ...givenOnly(update) }
      assertCountryCodes(after)
      await trx
        .updateTable('users')
        .set({
          login_id: after.loginId,
          login_key: loginIdToKey(after.loginId),
          name: after.name,
          email: after.email,
          phone: after.phone,
          country_code: after.countryCode,
          alternate_phone: after.alternatePhone,
          alternate_country_code: after.alternateCountryCode,
          language: after.language,
        })
        .where('id', '=', userId)
        .execute()
      const shopIds = await listShopIdsOfUser(trx, userId)
      const changes = toChanges(users.fields, ['loginId', 'name'], before, after)
      if (changes.length > 0) {
        await noteIn(shopIds, tell('userChanged', { user: before.name ?? before.loginId, changes }))
        await noteSecurity({ kind: 'user-changed', subjectUserId: userId, detail: String(partToText(changes, inEnglish)) })
      }
      await renameEmployees(administration, userId, before.name ?? before.loginId, after.name ?? after.loginId)
      affect([userId, ...(await listMemberIds(trx, shopIds))])
      return assertFound(await findUser(trx, userId), 'User')
    })
  } catch (error) {
    throw isUniqueViolation(error) ? loginIdTaken(loginIdPath) : error
  }
}

async function findUser(db: Db, userId: string): Promise<SessionUser | undefined> {
  const row = await db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()
  return row && userRowToSessionUser(row)
}

async function findFreeLoginId(db: Db, name: string): Promise<string> {
  for (const candidate of loginIdCandidates(name)) {
    if (!(await db.selectFrom('users').select('id').where('login_key', '=', loginIdToKey(candidate)).executeTakeFirst())) return candidate
  }
  throw loginIdTaken('login_id')
}

/** Checks the merged row. */
function assertCountryCodes(user: PhoneFields): void {
  const issues = findMissingCountryCodes(user).map(({ code }) => ({ path: code, message: userContactMessages[code] }))
  if (issues[0] !== undefined) throw new AppError('VALIDATION', issues[0].message, { issues })
}
