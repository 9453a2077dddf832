import { drafts as assets } from './assets/drafts.tsx'
import { drafts as customers } from './customers/drafts.tsx'
import { drafts as estimates } from './estimates/drafts.tsx'
import { drafts as flows } from './flows/drafts.tsx'
import { drafts as inventory } from './inventory/drafts.tsx'
import { drafts as invoices } from './invoices/drafts.tsx'
import { drafts as lines } from './lines/drafts.tsx'
import { drafts as messages } from './messages/drafts.tsx'
import { drafts as money } from './money/drafts.tsx'
import { drafts as notes } from './notes/drafts.tsx'
import { drafts as orders } from './orders/drafts.tsx'
import { drafts as sales } from './sales/drafts.tsx'
import { drafts as services } from './services/drafts.tsx'
import { drafts as tasks } from './tasks/drafts.tsx'
import { drafts as taxes } from './taxes/drafts.tsx'
import { drafts as tests } from './tests/drafts.tsx'
import { type CorrectionForm, type Drafts, joinParts, type JointCorrection, type RefusedFormKind, type RowCorrection } from './define-feature.ts'

/** The drafts of every feature once. "Needs attention" and unfinished forms read this list and know no feature by name. */
const declared = [
  customers,
  flows,
  orders,
  sales,
  tasks,
  inventory,
  money,
  assets,
  lines,
  notes,
  estimates,
  invoices,
  messages,
  taxes,
  services,
  tests,
] as const

export const allDrafts: readonly Drafts[] = declared

type FormsOf<D> = D extends { corrects: { forms: infer Own } } ? (Own extends object ? keyof Own & string : never) : never
type CorrectedKind = FormsOf<(typeof declared)[number]> & RefusedFormKind

/** A declared correction kind that no feature shows fails to compile here. */
export const refusedForms: { readonly [K in RefusedFormKind]: CorrectionForm<K> } = joinParts<{ readonly [K in CorrectedKind]: CorrectionForm<K> }>(
  allDrafts.map(({ corrects }) => corrects?.forms),
)

export const rowCorrections = new Map<string, RowCorrection>(allDrafts.flatMap(({ corrects }) => Object.entries(corrects?.rows ?? {})))

export const jointCorrections: readonly JointCorrection[] = allDrafts.flatMap(({ corrects }) => corrects?.joint ?? [])

export const wholeCorrections = allDrafts.flatMap(({ corrects }) => corrects?.whole ?? [])

export const draftKinds = new Map(allDrafts.flatMap(({ draftKinds: own = {} }) => Object.entries(own)))
