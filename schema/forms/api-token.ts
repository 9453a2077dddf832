import { z } from 'zod'
import type { ApiTokenCreate } from '../api/tokens.ts'
import { apiTokens } from '../collections/users.ts'
import { type Privilege, privilegeNames } from '../privileges.ts'
import { checkedBy } from './checked-by.ts'

const forEachPrivilege = <Value>(value: Value) => Object.fromEntries(privilegeNames.map((name) => [name, value])) as Record<Privilege, Value>

/** Create an API token: one box for each privilege. */
export const apiTokenSchema = z.object({
  name: checkedBy(apiTokens.fields.name.schema),
  currentPassword: z.string().min(1, { error: 'Current password is required' }),
  ...forEachPrivilege(z.boolean()),
})

export type ApiTokenForm = z.input<typeof apiTokenSchema>

export const emptyApiTokenForm: Readonly<ApiTokenForm> = { name: '', currentPassword: '', ...forEachPrivilege(false) }

/** `offered`: boxes that were there to see; an old draft may hold more. */
export const apiTokenToBody = (form: ApiTokenForm, offered: readonly Privilege[]): ApiTokenCreate => ({
  name: form.name.trim(),
  currentPassword: form.currentPassword,
  privileges: offered.filter((name) => form[name]),
})
