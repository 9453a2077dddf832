import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import type { PurchaseState, SupplyState } from '#schema/values/stock/supply-states.ts'
import { t } from './purchases-texts.ts'

export const supplyTexts: Readonly<Record<SupplyState, string>> = {
  none: t.supply.none(),
  'to-order': t.supply['to-order'](),
  ordered: t.supply.ordered(),
  arrived: t.supply.arrived(),
  returned: t.supply.returned(),
}

export const purchaseStateTexts: Readonly<Record<PurchaseState, string>> = {
  draft: t.state.draft(),
  sent: t.state.sent(),
  received: t.state.received(),
  cancelled: t.state.cancelled(),
}

type Words = { timeZone: string; day: (day: string) => string }

/** Where the part is: 'Ordered, expected Fri, Dec 4 · PO-7'; '' where nothing is to order. */
export function supplyToText({ supply, expectedAt, reference }: OrderLine, { timeZone, day }: Words): string {
  if (supply === 'none') return ''
  const place = supply === 'ordered' && expectedAt !== null ? t.orderedFor({ day: day(localDay(expectedAt, timeZone)) }) : supplyTexts[supply]
  return [place, supply === 'ordered' ? reference : null].filter((text) => text !== null).join(' · ')
}
