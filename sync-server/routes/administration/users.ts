import { z } from 'zod'
import { createdUserAnswer, privilegeAnswer, userEntityAnswer, userShopAnswer } from '#schema/api/answers/administration-answers.ts'
import { ownPasswordBody, passwordResetBody, profileBody, userCreateBody, userPrivilegeBody, userUpdateBody } from '#schema/api/administration.ts'
import { userAnswer } from '#schema/api/answers/sync-answers.ts'
import { listEntitiesOfOther, listPrivileges, listPrivilegesOfUser, listShopsOfOther } from '../../queries/people/users.ts'
import { grantPrivilege, removePrivilege } from '../../commands/administration/grant-privilege.ts'
import { changeOwnPassword, resetPassword } from '../../commands/administration/set-password.ts'
import { addUser, updateProfile, updateUser } from '../../commands/administration/write-user.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { readId, readParam } from '../shop-data/row-routes.ts'
import { takeSignInTry } from '../../session/limits/sign-in-tries.ts'

const administrators = { who: 'holder', anyOf: ['view_app_setting'] } as const
/** By session only, because rights granted by a program would outlive its token. */
const administratorsInPerson = { ...administrators, by: 'session' } as const

export const userRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/users/create-with-optional-credentials',
    summary: 'Create a user; a login ID or password that is left empty is made up, and answered this once (AMB-151)',
    access: administratorsInPerson,
    body: userCreateBody,
    answer: createdUserAnswer,
    handler: ({ services, caller, body }) => addUser(services, caller, body),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/users/:id',
    summary: 'Change the given fields of a user who holds no privilege that the caller lacks',
    access: administratorsInPerson,
    body: userUpdateBody,
    answer: userAnswer,
    handler: ({ services, caller, params, body }) => updateUser(services, caller, readId(params), body),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/users/:id/password',
    summary: 'Reset the password of a user who holds no privilege that the caller lacks; their sessions end',
    access: administratorsInPerson,
    body: passwordResetBody,
    answer: emptyAnswer,
    handler: ({ services, caller, session, params, body }) => resetPassword(services, caller, session, readId(params), body.newPassword),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/privileges',
    summary: 'The privileges that there are',
    access: administrators,
    answer: z.array(privilegeAnswer),
    handler: async () => listPrivileges(),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/:id/privileges',
    summary: 'Privileges of a user',
    access: administrators,
    answer: z.array(privilegeAnswer),
    handler: ({ services, params }) => listPrivilegesOfUser(services.reader, readId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/:id/privileges',
    summary: 'Give a user a privilege (AMB-26)',
    access: administratorsInPerson,
    body: userPrivilegeBody,
    answer: privilegeAnswer,
    handler: ({ services, caller, params, body }) => grantPrivilege(services, caller, readId(params), body.privilegeId),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/:id/privileges/:privilegeId',
    summary: 'Take a privilege from a user; its last holder keeps it (AMB-36)',
    access: administratorsInPerson,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => removePrivilege(services, caller, readId(params), readParam(params, 'privilegeId')),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/:id/shops',
    summary: 'Shops that a user belongs to',
    access: administrators,
    answer: z.array(userShopAnswer),
    handler: ({ services, params }) => listShopsOfOther(services.reader, readId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/:id/entities',
    summary: 'Entities that a user is assigned to',
    access: administrators,
    answer: z.array(userEntityAnswer),
    handler: ({ services, params }) => listEntitiesOfOther(services.reader, readId(params)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/profile',
    summary: "Change the given fields of the caller's own data",
    access: { who: 'signed-in', by: 'session' },
    body: profileBody,
    answer: userAnswer,
    handler: ({ services, caller, body }) => updateProfile(services, caller, body),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/profile/password',
    summary: 'Change the own password; the other sessions end (AMB-11)',
    access: { who: 'signed-in', by: 'session' },
    body: ownPasswordBody,
    answer: emptyAnswer,
    handler: async ({ c, services, config, limiter, session, body }) => {
      // Limits guesses as at sign-in: a stolen session must not allow faster guessing of the password.
      const attempt = await takeSignInTry(limiter, { loginId: session.user.login_id, remoteAddress: readClientAddress(c, config) })
      await changeOwnPassword(services, session, body)
      await attempt.succeed()
    },
  }),
]
