import { z } from 'zod'
import { apiTokens } from '../collections/users.ts'
import { privilegeNames } from '../privileges.ts'
import { currentPasswordSchema } from './administration.ts'

/** A person's API tokens (`/api/profile/tokens`), which programs send as `Authorization: Bearer`. An addition to the documents. */

export const apiTokenPrefix = 'mst_'

export const apiTokensMax = 20

export const apiTokenCreateBody = z.strictObject({
  name: apiTokens.fields.name.schema,
  privileges: z
    .array(z.enum(privilegeNames, { error: 'There is no such privilege' }), { error: 'Privileges must be a list of names' })
    .transform((chosen) => privilegeNames.filter((name) => chosen.includes(name))),
  currentPassword: currentPasswordSchema,
})

export const apiTokenAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  privileges: z.array(z.enum(privilegeNames)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export const apiTokensAnswer = z.array(apiTokenAnswer)

/** With the token itself: the one moment at which it can be read. */
export const apiTokenCreatedAnswer = apiTokenAnswer.extend({ token: z.string() })

export type ApiTokenCreate = z.input<typeof apiTokenCreateBody>
export type ApiTokenAnswer = z.output<typeof apiTokenAnswer>
export type ApiTokenCreatedAnswer = z.output<typeof apiTokenCreatedAnswer>
