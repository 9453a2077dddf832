import { z } from 'zod'
import { newPasswordSchema } from '#schema/api/administration.ts'
import { parseInput } from '#schema/api/parse.ts'
import { users } from '#schema/collections/people/users.ts'
import { AppError } from '#schema/errors.ts'
import type { Privilege } from '#schema/privileges.ts'
import { loginIdToKey } from '#schema/values/text/login-key.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Services } from '../../services.ts'
import { hashPassword } from '../../session/passwords.ts'
import { administer } from './administer.ts'
import { isUniqueViolation } from './unique-violation.ts'

const { fields } = users

const newUserSchema = z.object({
  loginId: fields.loginId.schema,
  password: newPasswordSchema,
  name: fields.name.schema.default(null),
  email: fields.email.schema.default(null),
  countryCode: fields.countryCode.schema.default(null),
  phone: fields.phone.schema.default(null),
  alternateCountryCode: fields.alternateCountryCode.schema.default(null),
  alternatePhone: fields.alternatePhone.schema.default(null),
})

export type NewUser = z.input<typeof newUserSchema> & {
  privileges?: readonly Privilege[]
  shopIds?: readonly string[]
  /** The acting user; without one (first administrator, demo data, tests) no activity is written. */
  actorId?: string
}

/** Creates a user who can sign in. Login ids are unique however they are spelled. */
export async function createUser(services: Services, { privileges = [], shopIds = [], actorId, ...input }: NewUser): Promise<{ id: string }> {
  const user = parseInput(newUserSchema, input)
  const passwordHash = await hashPassword(user.password)
  const id = services.newId()
  try {
    await administer(services, actorId ?? null, async ({ trx, at: createdAt, noteIn, noteSecurity }) => {
      await trx
        .insertInto('users')
        .values({
          id,
          login_id: user.loginId,
          login_key: loginIdToKey(user.loginId),
          password_hash: passwordHash,
          name: user.name,
          email: user.email,
          country_code: user.countryCode,
          phone: user.phone,
          alternate_country_code: user.alternateCountryCode,
          alternate_phone: user.alternatePhone,
          created_at: createdAt,
        })
        .execute()
      for (const privilege of privilegeRows) {
        if (!privileges.includes(privilege.privilegeName)) continue
        await trx.insertInto('users_privileges').values({ id: services.newId(), user_id: id, privilege_id: privilege.id }).execute()
      }
      for (const shopId of new Set(shopIds)) {
        await trx.insertInto('shop_users').values({ id: services.newId(), shop_id: shopId, user_id: id, created_at: createdAt }).execute()
      }
      await noteSecurity({ kind: 'user-created', subjectUserId: id, detail: privileges.join(', ') || null })
      if (actorId !== undefined) await noteIn(shopIds, tell('userCreated', { user: user.name ?? user.loginId }))
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw loginIdTaken('loginId')
  }
  return { id }
}

/** @param path the field name as the body spells it */
export function loginIdTaken(path: 'loginId' | 'login_id'): AppError {
  const message = 'This login ID is already taken.'
  return new AppError('UNIQUE_CONSTRAINT_VIOLATION', message, { issues: [{ path, message }] })
}
