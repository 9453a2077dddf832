import type { Collection, DocumentOf } from '../collection.ts'
import { activities } from './people/activities.ts'
import { attachments } from './work/attachments.ts'
import { assets } from './work/assets.ts'
import { categories } from './stock/categories.ts'
import { checklistItems } from './work/checklist-items.ts'
import { checklistSelections } from './work/checklist-selections.ts'
import { costs } from './work/costs.ts'
import { customers } from './work/customers.ts'
import { employees } from './people/employees.ts'
import { orderLines } from './work/order-lines.ts'
import { orderNotes } from './work/order-notes.ts'
import { estimates } from './work/estimates.ts'
import { invoices } from './work/invoices.ts'
import { messages } from './work/messages.ts'
import { orders } from './work/orders.ts'
import { passcodeViews } from './work/passcode-views.ts'
import { payments } from './work/payments.ts'
import { products } from './stock/products.ts'
import { purchaseLines } from './stock/purchase-lines.ts'
import { purchases } from './stock/purchases.ts'
import { stockCounts } from './stock/stock-counts.ts'
import { services } from './stock/services.ts'
import { suppliers } from './stock/suppliers.ts'
import { tillDays } from './work/till-days.ts'
import { tasks } from './work/tasks.ts'
import { taxRates } from './stock/tax-rates.ts'
import { testResults } from './work/results-of-tests.ts'
import { tests } from './work/tests.ts'

export const collectionByName = {
  customers,
  orders,
  employees,
  payments,
  costs,
  tasks,
  products,
  categories,
  suppliers,
  tax_rates: taxRates,
  checklist_items: checklistItems,
  checklist_selections: checklistSelections,
  attachments,
  assets,
  passcode_views: passcodeViews,
  order_lines: orderLines,
  order_notes: orderNotes,
  services,
  tests,
  test_results: testResults,
  till_days: tillDays,
  estimates,
  invoices,
  purchases,
  purchase_lines: purchaseLines,
  stock_counts: stockCounts,
  messages,
  activities,
} as const satisfies Record<string, Collection>

export type CollectionName = keyof typeof collectionByName
export type DocumentByCollection = { [N in CollectionName]: DocumentOf<(typeof collectionByName)[N]> }

/** In the order in which a new device fetches them: rows of the first screens come first. */
export const collectionNames = Object.keys(collectionByName) as CollectionName[]

export const isCollectionName = (name: string): name is CollectionName => Object.hasOwn(collectionByName, name)

export type Dependant = {
  collection: CollectionName
  field: string
  onParentDelete: 'refuse' | 'cascade' | 'keep'
  message: string | undefined
  /** For 'refuse': name of the referring row's flag that permits the deletion. */
  unless: string | undefined
}

export function collectionToDependants(parent: string): Dependant[] {
  return collectionNames.flatMap((name) =>
    Object.entries(collectionByName[name].fields).flatMap(([field, { reference }]) => {
      if (reference?.collection !== parent) return []
      const { onParentDelete } = reference
      const { message, unless } = onParentDelete.action === 'refuse' ? onParentDelete : {}
      return [{ collection: name, field, onParentDelete: onParentDelete.action, message, unless }]
    }),
  )
}
