import { AppError } from '#schema/errors.ts'
import { loginIdCandidates } from '#schema/rules/access/login-id.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { ask, createUser, reads } from '#web/api/admin-api.ts'
import type { SignIn } from './sign-in-sheet.tsx'

/**
 * Makes somebody who can sign in. The login id is chosen here, so that the same request twice, as after a lost answer, makes one person.
 * @throws AppError at `name` where somebody of this name is there already
 */
export async function addColleague(name: string): Promise<SignIn & { userId: string }> {
  const loginId = await findFreeLoginId(name)
  try {
    const noContact = { email: null, countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null }
    const user = await createUser({ name, login_id: loginId, ...noContact })
    return { userId: user.id, name, loginId: user.login_id, password: user.password ?? '' }
  } catch (error) {
    // The request before this one came late: then it says so.
    if (error instanceof AppError && error.code === 'UNIQUE_CONSTRAINT_VIOLATION') await findFreeLoginId(name)
    throw error
  }
}

async function findFreeLoginId(name: string): Promise<string> {
  const users = await ask(reads.users)
  const same = users.find((user) => foldText(user.name ?? '') === foldText(name))
  if (same !== undefined) {
    const message = `${same.name} is here already, as ${same.login_id}. If the password was not shown, set one in App Settings. For somebody else of this name add an initial.`
    throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', message, { issues: [{ path: 'name', message }] })
  }
  const taken = new Set(users.map(({ login_id }) => login_id.toLowerCase()))
  for (const candidate of loginIdCandidates(name)) if (!taken.has(candidate)) return candidate
  throw new Error('Candidates have no end.')
}
