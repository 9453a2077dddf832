import { texts as englishWords } from '#schema/language/compiled/activityWords/activityWords-en.ts'
import { type ActivityEntry, type ActivityWriting, entryToText } from '#schema/rules/text/activity-entry.ts'
import { toFieldLabel } from './field-label.ts'
import { productWordToText } from './set-names-texts.ts'
import { findTexts, toTexts } from './staff-texts.ts'
import { things } from './thing-texts.ts'

type Names = Partial<Record<string, (() => string) | undefined>>

const nouns: Names = things.one
const statuses: Names = findTexts('words')?.status ?? {}

/** The names of choices as forms and lists show them; none in English, which tells what is stored. */
const choices: Partial<Record<string, Names | undefined>> = {
  'payments.method': findTexts('paymentMethods'),
  'tax_rates.category': findTexts('taxes')?.category,
  'assets.kind': findTexts('setNames')?.deviceKind,
  'services.kind': findTexts('setNames')?.deviceKind,
  'tests.deviceKind': findTexts('setNames')?.deviceKind,
  'order_lines.kind': findTexts('lines')?.kind,
  'order_lines.supply': findTexts('purchases')?.supply,
  'test_results.phase': findTexts('tests')?.at,
  'test_results.result': findTexts('setNames')?.outcome,
  'till_days.state': { open: findTexts('orders')?.view.open, closed: findTexts('tillCount')?.closed },
  'estimates.state': findTexts('estimates')?.state,
  'estimates.decidedBy': { customer: findTexts('common')?.customer, staff: findTexts('things')?.one.employees },
  'purchases.state': findTexts('purchases')?.state,
  'messages.channel': findTexts('messaging')?.channel,
  'messages.state': findTexts('messaging')?.state,
}

/** The reader's words for what the server tells as entries. */
export const entryWords: Pick<ActivityWriting, 'texts' | 'thing' | 'field' | 'listed' | 'choice'> = {
  texts: toTexts('activityWords', englishWords),
  thing: (name) => nouns[name]?.() ?? name,
  field: toFieldLabel,
  listed: (list, name) => (list === 'order_statuses' ? (statuses[name]?.() ?? name) : productWordToText(name)),
  choice: (choice, of) => choices[of]?.[choice]?.() ?? choice,
}

/** For entries whose amounts and times are texts already. */
export const plainWriting: ActivityWriting = { ...entryWords, amount: String, instant: String }

/** What a refusal tells; undefined without an entry, and for a kind that this version does not know. */
export const toldToText = (told: { kind: string; values: object } | undefined): string | undefined =>
  // Safe: only the server writes entries.
  told && entryToText(told as ActivityEntry, plainWriting)
