import type { Context } from 'hono'
import { ownSessionsAnswer, recoveryCodesAnswer, secondFactorAnswer, secondFactorSetupAnswer, userAccountsAnswer } from '#schema/api/answers/account-answers.ts'
import { codeBody, passwordAndCodeBody, passwordBody, userDisabledBody } from '#schema/api/account.ts'
import { listUserAccounts } from '../../queries/people/people.ts'
import type { AppEnv, StaffSession } from '../../app-env.ts'
import { setUserDisabled } from '../../commands/administration/disable-user.ts'
import { endOtherSessions, endOwnSession } from '../../commands/administration/end-sessions.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOffSecondFactorOf,
  type FactorOwner,
} from '../../commands/second-factor.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { listOwnSessions } from '../../queries/people/own-sessions.ts'
import { readSecondFactor } from '../../queries/people/second-factor.ts'
import { renewCode } from '../../session/second-factor.ts'
import { defineRoute, emptyAnswer, type Route, type RouteTools } from '../../registry/registry.ts'
import { readId } from '../shop-data/row-routes.ts'
import { takeSignInTry } from '../../session/limits/sign-in-tries.ts'

const own = { who: 'signed-in', by: 'session' } as const
const administrators = { who: 'holder', anyOf: ['view_app_setting'], by: 'session' } as const

type Proving = Pick<RouteTools, 'config' | 'limiter'> & { c: Context<AppEnv>; session: StaffSession }

/** Limits guesses as at sign-in: a stolen session must not allow faster guessing of the password or codes. */
async function prove<Result>({ c, config, limiter, session }: Proving, run: (owner: FactorOwner) => Promise<Result>): Promise<Result> {
  const address = readClientAddress(c, config)
  const loginId = session.user.login_id
  const attempt = await takeSignInTry(limiter, { loginId, remoteAddress: address })
  const result = await run({ userId: session.userId, loginId, address, session, limiter })
  await attempt.succeed()
  return result
}

export const accountRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/profile/second-factor/code',
    summary: 'Enter a sign-in code again in this session; acts of administration go on for 15 minutes',
    access: own,
    body: codeBody,
    answer: emptyAnswer,
    handler: (call) => prove(call, (owner) => renewCode(call.services, call.session.id, owner, call.body.code)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/profile/second-factor',
    summary: 'Since when the caller signs in with codes from an app, and how many recovery codes are left',
    access: own,
    answer: secondFactorAnswer,
    handler: ({ services, caller }) => readSecondFactor(services.reader, caller.userId),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/profile/second-factor',
    summary: 'Begin to set up sign-in codes: answers the secret for the app; nothing changes until it is confirmed',
    access: own,
    body: passwordBody,
    answer: secondFactorSetupAnswer,
    handler: (call) => prove(call, (owner) => beginSecondFactor(call.services, owner, call.body.currentPassword)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/profile/second-factor',
    summary: 'Turn sign-in codes on with a right code of the app; answers ten recovery codes this once',
    access: own,
    body: passwordAndCodeBody,
    answer: recoveryCodesAnswer,
    handler: (call) => prove(call, (owner) => confirmSecondFactor(call.services, owner, call.body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/profile/second-factor/recovery-codes',
    summary: 'Ten new recovery codes, answered this once; the old ones end',
    access: own,
    body: passwordAndCodeBody,
    answer: recoveryCodesAnswer,
    handler: (call) => prove(call, (owner) => renewRecoveryCodes(call.services, owner, call.body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/profile/second-factor/off',
    summary: 'Turn sign-in codes off with the password and a code or recovery code',
    access: own,
    body: passwordAndCodeBody,
    answer: emptyAnswer,
    handler: (call) => prove(call, (owner) => turnOffSecondFactor(call.services, owner, call.body)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/profile/sessions',
    summary: 'Where the caller is signed in: this session first, then the last used',
    access: own,
    answer: ownSessionsAnswer,
    handler: ({ services, session }) => listOwnSessions(services, session),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/profile/sessions',
    summary: "End all of the caller's sessions but this one",
    access: own,
    answer: emptyAnswer,
    handler: ({ services, session }) => endOtherSessions(services, session),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/profile/sessions/:id',
    summary: "End one of the caller's sessions",
    access: own,
    answer: emptyAnswer,
    handler: ({ services, session, params }) => endOwnSession(services, session, readId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/accounts',
    summary: 'Which users are disabled, and who signs in with codes from an app',
    access: { who: 'holder', anyOf: ['view_app_setting'] },
    answer: userAccountsAnswer,
    listKey: 'userId',
    handler: ({ services }) => listUserAccounts(services.reader),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/users/:id/disabled',
    summary: 'Disable or enable a user: their sessions end, they cannot sign in, their tokens are refused meanwhile',
    access: administrators,
    body: userDisabledBody,
    answer: emptyAnswer,
    handler: ({ services, caller, params, body }) => setUserDisabled(services, caller, readId(params), body.disabled),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/:id/second-factor',
    summary: 'Turn off the sign-in codes of somebody who has lost their app',
    access: administrators,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => turnOffSecondFactorOf(services, caller, readId(params)),
  }),
]
