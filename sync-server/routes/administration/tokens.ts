import { apiTokenCreatedAnswer, apiTokensAnswer } from '#schema/api/answers/token-answers.ts'
import { apiTokenCreateBody } from '#schema/api/tokens.ts'
import { createApiToken, revokeApiToken } from '../../commands/api-tokens.ts'
import { checkOwnPassword } from '../../commands/administration/set-password.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { listApiTokens } from '../../queries/people/api-tokens.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { readId } from '../shop-data/row-routes.ts'
import { takeSignInTry } from '../../session/limits/sign-in-tries.ts'

/** By session only: a leaked token must not create further tokens. */
const ownSession = { who: 'signed-in', by: 'session' } as const

export const tokenRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/profile/tokens',
    summary: "The caller's own API tokens, the newest first",
    access: ownSession,
    answer: apiTokensAnswer,
    handler: ({ services, caller }) => listApiTokens(services.reader, caller.userId),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/profile/tokens',
    summary: 'Create an API token with some of the own privileges; answers its text this once',
    access: ownSession,
    body: apiTokenCreateBody,
    answer: apiTokenCreatedAnswer,
    handler: async ({ c, services, config, limiter, caller, user, body }) => {
      const attempt = await takeSignInTry(limiter, { loginId: user.login_id, remoteAddress: readClientAddress(c, config) })
      const checked = await checkOwnPassword(services, caller.userId, body.currentPassword)
      await attempt.succeed()
      return createApiToken(services, caller, checked, body)
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/profile/tokens/:id',
    summary: 'Revoke one of the own API tokens',
    access: ownSession,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => revokeApiToken(services, caller, readId(params)),
  }),
]
