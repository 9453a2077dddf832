import type { DuplicateReason } from '#schema/rules/customers/find-duplicates.ts'
import type { MergeField } from '#schema/rules/customers/plan-merge.ts'

const reasonTexts: Readonly<Record<DuplicateReason, string>> = { phone: 'phone', email: 'email', name: 'name' }

/** 'Same phone and name'. */
export function reasonsToText(reasons: readonly DuplicateReason[]): string {
  const texts = reasons.map((reason) => reasonTexts[reason])
  const last = texts.at(-1) ?? ''
  return `Same ${texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`}`
}

export const mergeFieldLabels: Readonly<Record<MergeField, string>> = {
  name: 'Name',
  phone: 'Phone',
  alternatePhone: 'Alternate phone',
  email: 'Email',
  company: 'Company',
  address: 'Address',
  taxId: 'Tax ID',
  language: 'Language',
}

/** What moves along, such as '2 orders and 1 device'; undefined for nothing. */
export function movedToText(orders: number, devices: number): string | undefined {
  const parts = [
    ...(orders === 0 ? [] : [`${orders} order${orders === 1 ? '' : 's'}`]),
    ...(devices === 0 ? [] : [`${devices} device${devices === 1 ? '' : 's'}`]),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}
