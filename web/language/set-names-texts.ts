import { texts } from '#schema/language/compiled/setNames/setNames-en.ts'
import type { Role } from '#schema/rules/access/roles.ts'
import { soldToText } from '#schema/values/order-kind.ts'
import { assetKinds } from '#schema/values/assets/asset-title.ts'
import { toTexts } from './staff-texts.ts'

/** Small fixed sets, by what is stored. */
export const setNames = toTexts('setNames', texts)

/** Unknown kinds (of newer versions) are shown as 'other'. */
export const deviceKindToText = (kind: unknown): string => setNames.deviceKind[assetKinds.find((known) => known === kind) ?? 'other']()

const toName =
  (names: Readonly<Partial<Record<string, () => string>>>) =>
  (stored: string): string =>
    names[stored]?.() ?? stored

/** Conditions, types and colours, by their stored names. */
export const productWordToText = toName({ ...setNames.productCondition, ...setNames.productType, ...setNames.productColor })

/** Who did what no user did, by what rules call them. */
export const authorToText = toName(setNames.author)

/** What a line of an order is called. */
export const lineToText = (description: string): string => soldToText(description, setNames.sold)

/** A tax rate's own name, and in its place what prices call what has none. */
export const rateNameToText = toName(setNames.noRate)

export const roleToText = (role: Role | undefined): string | undefined => role && setNames.role[role.name]()
