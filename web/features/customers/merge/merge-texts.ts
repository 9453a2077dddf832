import type { DuplicateReason } from '#schema/rules/customers/find-duplicates.ts'
import type { MergeField } from '#schema/rules/customers/plan-merge.ts'
import { t } from './customer-merge-texts.ts'

/** 'Same phone and name'. */
export function reasonsToText(reasons: readonly DuplicateReason[]): string {
  const [one = '', two, three] = reasons.map((reason) => t.reason[reason]())
  if (two === undefined) return t.sameOne({ one })
  return three === undefined ? t.sameTwo({ one, two }) : t.sameThree({ one, two, three })
}

export const mergeFieldLabels: Readonly<Record<MergeField, string>> = {
  name: t.field.name(),
  phone: t.field.phone(),
  alternatePhone: t.field.alternatePhone(),
  email: t.field.email(),
  company: t.field.company(),
  address: t.field.address(),
  taxId: t.field.taxId(),
  language: t.field.language(),
}

/** What moves along, such as '2 orders and 1 device'; undefined for nothing. */
export function movedToText(orders: number, devices: number): string | undefined {
  if (orders === 0) return devices === 0 ? undefined : t.movedDevices({ count: devices })
  if (devices === 0) return t.movedOrders({ count: orders })
  return t.movedBoth({ orders: t.movedOrders({ count: orders }), devices: t.movedDevices({ count: devices }) })
}
