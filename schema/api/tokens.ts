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

export type ApiTokenCreate = z.input<typeof apiTokenCreateBody>

/** Types only, so that no page loads the shapes that describe the answers. */
export type { ApiTokenAnswer, ApiTokenCreatedAnswer } from './token-answers.ts'
