import type { RestorableCollection, WentWith } from '#schema/api/deleted.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { things } from '#web/language/thing-texts.ts'
import { t } from './deleted-texts.ts'

export const kindLabels: Readonly<Record<RestorableCollection, string>> = {
  orders: t.kind.orders(),
  customers: t.kind.customers(),
  tasks: t.kind.tasks(),
  payments: t.kind.payments(),
  costs: t.kind.costs(),
  assets: t.kind.assets(),
  order_lines: t.kind.order_lines(),
  estimates: t.kind.estimates(),
  order_notes: t.kind.order_notes(),
}

export const kindPlurals: Readonly<Record<RestorableCollection, string>> = {
  orders: t.kinds.orders(),
  customers: t.kinds.customers(),
  tasks: t.kinds.tasks(),
  payments: t.kinds.payments(),
  costs: t.kinds.costs(),
  assets: t.kinds.assets(),
  order_lines: t.kinds.order_lines(),
  estimates: t.kinds.estimates(),
  order_notes: t.kinds.order_notes(),
}

/** '2 payments, 1 task'; '' for none. */
export const wentWithToText = (wentWith: readonly WentWith[]): string =>
  // A no-break space keeps the count with its noun.
  wentWith.map(({ collection, count }) => `${countToText(count)}\u00a0${things.many[collection]({ count })}`).join(', ')

/** Shown when another row must be restored first. */
export function needsToText(collection: RestorableCollection, title: string | null): string {
  const noun = things.one[collection]()
  return title === null ? t.needs({ noun }) : t.needsNamed({ noun, title })
}
