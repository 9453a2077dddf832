import { z } from 'zod'
import type { ApiTokenCreate } from '#schema/api/tokens.ts'
import { apiTokens } from '#schema/collections/people/users.ts'
import { type Privilege, privilegeNames } from '#schema/privileges.ts'
import { privilegesBeyondShops } from '#schema/rules/access/administration.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { t } from './profile-texts.ts'

const forEachPrivilege = <Value>(value: Value) => Object.fromEntries(privilegeNames.map((name) => [name, value])) as Record<Privilege, Value>

/** One checkbox per privilege. */
export const apiTokenSchema = z
  .object({
    name: checkedBy(apiTokens.fields.name.schema),
    currentPassword: z.string().min(1, { error: t.currentPasswordNeeded() }),
    access: z.enum(['write', 'read']),
    reach: z.enum(['all', 'chosen']),
    /** Ids separated by spaces: drafts compare values, and equal arrays would differ. */
    shopIds: z.string(),
    /** The last valid day, '' for no end. */
    expiresAt: z.string(),
    ...forEachPrivilege(z.boolean()),
  })
  .refine(({ reach, shopIds }) => reach === 'all' || textToShopIds(shopIds).length > 0, { path: ['shopIds'], error: t.chooseShops() })

export type ApiTokenForm = z.input<typeof apiTokenSchema>

export const emptyApiTokenForm: Readonly<ApiTokenForm> = {
  name: '',
  currentPassword: '',
  access: 'write',
  reach: 'all',
  shopIds: '',
  expiresAt: '',
  ...forEachPrivilege(false),
}

export const textToShopIds = (text: string): string[] => text.split(' ').filter((id) => id !== '')

export const toggleShopId = (text: string, shopId: string, isChosen: boolean): string =>
  [...textToShopIds(text).filter((id) => id !== shopId), ...(isChosen ? [shopId] : [])].join(' ')

type Offered = {
  /** The offered privileges; an old draft may hold more. */
  privileges: readonly Privilege[]
  shopIds: readonly string[]
  /** The end of a day in the user's time zone. */
  dayToEnd: (day: string) => string
}

/** Privileges a token may carry; one limited to shops gets none that reach beyond them. */
export const listTokenPrivileges = (held: readonly Privilege[], reach: ApiTokenForm['reach']): Privilege[] =>
  held.filter((name) => reach === 'all' || !privilegesBeyondShops.includes(name))

export const apiTokenToBody = (form: ApiTokenForm, offered: Offered): ApiTokenCreate => ({
  name: form.name.trim(),
  currentPassword: form.currentPassword,
  privileges: listTokenPrivileges(offered.privileges, form.reach).filter((name) => form[name]),
  readOnly: form.access === 'read',
  shopIds: form.reach === 'all' ? null : textToShopIds(form.shopIds).filter((id) => offered.shopIds.includes(id)),
  expiresAt: form.expiresAt === '' ? null : offered.dayToEnd(form.expiresAt),
})
