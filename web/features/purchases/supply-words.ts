import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import type { PurchaseState, SupplyState } from '#schema/values/stock/supply-states.ts'

export const supplyTexts: Readonly<Record<SupplyState, string>> = {
  none: 'Nothing to order',
  'to-order': 'To order',
  ordered: 'Ordered',
  arrived: 'Arrived',
  returned: 'Sent back',
}

export const purchaseStateTexts: Readonly<Record<PurchaseState, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  received: 'Received',
  cancelled: 'Cancelled',
}

type Words = { timeZone: string; day: (day: string) => string }

/** Where the part is: 'Ordered, expected Fri, Dec 4 · PO-7'; '' where nothing is to order. */
export function supplyToText({ supply, expectedAt, reference }: OrderLine, { timeZone, day }: Words): string {
  if (supply === 'none') return ''
  const expected = supply === 'ordered' && expectedAt !== null ? `, expected ${day(localDay(expectedAt, timeZone))}` : ''
  return [`${supplyTexts[supply]}${expected}`, supply === 'ordered' ? reference : null].filter((text) => text !== null).join(' · ')
}
