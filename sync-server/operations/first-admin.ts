import { privilegeNames } from '#schema/privileges.ts'
import { firstAdminName } from '#schema/rules/access/roles.ts'
import type { Config } from '../config.ts'
import { createUser } from '../commands/administration/create-user.ts'
import type { Services } from '../services.ts'
import { isCommonPassword } from '../session/common-passwords.ts'
import { makePassword } from '../session/passwords.ts'

export type FirstAdmin = {
  loginId: string
  /** Set only when generated now; it cannot be read later. */
  generatedPassword: string | null
}

/** Creates the first administrator, with all seven privileges, in a database without users. */
export async function createFirstAdmin(services: Services, admin: Config['admin']): Promise<FirstAdmin | undefined> {
  const anybody = await services.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return undefined
  const password = admin.password ?? makePassword()
  try {
    await createUser(services, { loginId: admin.loginId, password, name: firstAdminName, privileges: privilegeNames })
  } catch (error) {
    // Another node of the database created one at the same moment.
    if (await services.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return undefined
    throw error
  }
  // Only warn: a server that refuses to start helps nobody.
  if (isCommonPassword(password)) services.log.warn({}, 'ADMIN_PASSWORD is one of the most common passwords: change it after signing in')
  return { loginId: admin.loginId, generatedPassword: admin.password === null ? password : null }
}
