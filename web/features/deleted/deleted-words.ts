import type { RestorableCollection, WentWith } from '#schema/api/deleted.ts'
import { type CollectionName, collectionByName } from '#schema/collections/index.ts'

export const kindLabels: Readonly<Record<RestorableCollection, string>> = {
  orders: 'Order',
  customers: 'Customer',
  tasks: 'Task',
  payments: 'Payment',
  costs: 'Cost',
  assets: 'Device',
  order_lines: 'Line',
  estimates: 'Estimate',
  order_notes: 'Note',
}

export const kindPlurals: Readonly<Record<RestorableCollection, string>> = {
  orders: 'Orders',
  customers: 'Customers',
  tasks: 'Tasks',
  payments: 'Payments',
  costs: 'Costs',
  assets: 'Devices',
  order_lines: 'Parts and labour',
  estimates: 'Estimates',
  order_notes: 'Notes',
}

/** A no-break space keeps the count with its noun. */
const countToText = (collection: CollectionName, count: number): string => `${count}\u00a0${collectionByName[collection].audit.noun}${count === 1 ? '' : 's'}`

/** '2 payments, 1 task'; '' for none. */
export const wentWithToText = (wentWith: readonly WentWith[]): string => wentWith.map(({ collection, count }) => countToText(collection, count)).join(', ')

/** Shown when another row must be restored first. */
export function needsToText(collection: RestorableCollection, title: string | null): string {
  const noun = kindLabels[collection].toLowerCase()
  return title === null ? `Its ${noun} is deleted too` : `Its ${noun} is deleted too: “${title}”`
}
