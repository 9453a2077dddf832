import type { DialogKind } from '#web/navigation/dialogs.ts'
import type { DashboardTab } from '#web/navigation/paths.ts'
import { activities } from './activities/feature.tsx'
import { checklist } from './checklist/feature.tsx'
import { customers } from './customers/feature.tsx'
import { type Feature, type FeatureView, joinParts, type ShowDialog } from './define-feature.ts'
import { flows } from './flows/feature.tsx'
import { inventory } from './inventory/feature.tsx'
import { messages } from './messages/feature.tsx'
import { invoices } from './invoices/feature.tsx'
import { orders } from './orders/feature.tsx'
import { papers } from './papers/feature.tsx'
import { purchases } from './purchases/feature.tsx'
import { reports } from './reports/feature.tsx'
import { sales } from './sales/feature.tsx'
import { scan } from './scan/feature.tsx'
import { services } from './services/feature.tsx'
import { stockTake } from './stock-take/feature.tsx'
import { tasks } from './tasks/feature.tsx'
import { tests } from './tests/feature.tsx'
import { taxes } from './taxes/feature.tsx'
import { today } from './today/feature.tsx'

/**
 * Every feature once, in the order of the tabs and of the menu New. The shell reads this list and knows no feature by
 * name.
 */
const declared = [
  flows,
  customers,
  orders,
  sales,
  tasks,
  activities,
  reports,
  inventory,
  checklist,
  papers,
  scan,
  invoices,
  messages,
  taxes,
  services,
  purchases,
  stockTake,
  tests,
  today,
] as const

export const allFeatures: readonly Feature[] = declared

export const views: readonly FeatureView[] = allFeatures.flatMap(({ views: own = [] }) => own)

export const tabs: readonly DashboardTab[] = views.map(({ tab }) => tab)

export const tabToView = (tab: DashboardTab): FeatureView | undefined => views.find((view) => view.tab === tab)

type KeysOf<Part> = Part extends object ? keyof Part & string : never
type DialogsOf<F> = F extends { dialogs: infer Own } ? KeysOf<Own> : never

/** The dialog kinds that features show; a declared kind without a feature fails to compile where dialogs open. */
type ShownKind = DialogsOf<(typeof declared)[number]> & DialogKind

export const dialogs = joinParts<{ readonly [K in ShownKind]: ShowDialog<K> }>(allFeatures.map(({ dialogs: own }) => own))
