import { z } from 'zod'
import { apiTokens } from '../collections/people/users.ts'
import { uuidSchema } from '../fields.ts'
import { privilegeNames } from '../privileges.ts'
import { currentPasswordSchema } from './administration.ts'

/** API tokens (`/api/profile/tokens`), sent as `Authorization: Bearer`. */

export const apiTokenPrefix = 'mst_'

export const apiTokensMax = 20

export const apiTokenCreateBody = z.strictObject({
  name: apiTokens.fields.name.schema,
  privileges: z
    .array(z.enum(privilegeNames, { error: 'There is no such privilege' }), { error: 'Privileges must be a list of names' })
    .transform((chosen) => privilegeNames.filter((name) => chosen.includes(name))),
  /** Allows only GET and HEAD. */
  readOnly: z.boolean({ error: 'Read only must be true or false' }).default(false),
  /** Shops it is limited to; null for all of the owner's, including future ones. */
  shopIds: z
    .array(uuidSchema('Shop is not valid'), { error: 'Shops must be a list of ids' })
    .min(1, { error: 'Please choose at least one shop.' })
    .max(1000, { error: 'These are too many shops.' })
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .default(null),
  /** Null: never. */
  expiresAt: apiTokens.fields.expiresAt.schema.default(null),
  currentPassword: currentPasswordSchema,
})

export type ApiTokenCreate = z.input<typeof apiTokenCreateBody>

export type { ApiTokenAnswer, ApiTokenCreatedAnswer } from './answers/token-answers.ts'
