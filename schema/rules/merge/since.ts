import { collectionByName, type CollectionName } from '../../collections/index.ts'
import { formatMoney, sumAmounts } from '../../values/money.ts'

/** What a user had seen: `seq` by row id, or one seq up to which they had seen everything. */
export type Seen = number | Readonly<Record<string, number>>

export const seenSeqOf = (seen: Seen, id: string): number => (typeof seen === 'number' ? seen : (seen[id] ?? 0))

export type SinceFact = {
  collection: CollectionName
  isRoot: boolean
  how: 'added' | 'restored' | 'changed'
  fields: readonly string[]
  /** Amount of a payment or cost, in whole units of money. */
  amount?: number | undefined
  isRefund?: boolean | undefined
  status?: string | undefined
}

type Money = (amount: number) => string

/** "$250 was paid and the status was set to Picked up": money first. Never empty. */
export function describeSince(facts: readonly SinceFact[], money: Money = formatMoney): string {
  const root = facts.find(({ isRoot }) => isRoot)
  // Dependents restored together with the row are not listed.
  const dependents = facts.filter(({ isRoot, how }) => !isRoot && !(how === 'restored' && root?.how === 'restored'))
  const parts = [
    ...describePaid(dependents, money),
    ...moneyWords.flatMap((words) => describeDependents(dependents, words, money)),
    ...describeRoot(root),
    ...otherWords.flatMap((words) => describeDependents(dependents, words, money)),
  ]
  return joinWords(parts.length === 0 ? ['something was changed'] : parts)
}

export const toSinceMessage = (facts: readonly SinceFact[], money: Money = formatMoney): string => `Since then ${describeSince(facts, money)}. Delete anyway?`

type Words = { collection: CollectionName; isRefund?: boolean; one: string; many: string; added: string }

const moneyWords: readonly Words[] = [
  { collection: 'payments', one: 'a payment', many: 'payments', added: 'added' },
  { collection: 'payments', isRefund: true, one: 'a refund', many: 'refunds', added: 'added' },
  { collection: 'costs', one: 'a cost', many: 'costs', added: 'added' },
]
const otherWords: readonly Words[] = [
  { collection: 'tasks', one: 'a task', many: 'tasks', added: 'added' },
  { collection: 'assets', one: 'a device', many: 'devices', added: 'added' },
  { collection: 'order_lines', one: 'a line', many: 'lines', added: 'added' },
  { collection: 'order_notes', one: 'a note', many: 'notes', added: 'written' },
  { collection: 'test_results', one: 'a test result', many: 'test results', added: 'written' },
  { collection: 'estimates', one: 'an estimate', many: 'estimates', added: 'made' },
  { collection: 'invoices', one: 'an invoice', many: 'invoices', added: 'drafted' },
  { collection: 'messages', one: 'a message', many: 'messages', added: 'written' },
  { collection: 'attachments', one: 'a file', many: 'files', added: 'added' },
  { collection: 'checklist_selections', one: 'a checklist item', many: 'checklist items', added: 'ticked' },
]

const toMoney = (facts: readonly SinceFact[], money: Money): string => money(sumAmounts(facts.map(({ amount = 0 }) => amount))).replace(/\.00$/, '')

function describePaid(facts: readonly SinceFact[], money: Money): string[] {
  const added = facts.filter(({ collection, how }) => collection === 'payments' && how === 'added')
  const { refunded = [], paid = [] } = Object.groupBy(added, ({ isRefund }) => (isRefund === true ? 'refunded' : 'paid'))
  return [...toPaid(paid, 'paid', 'payments', money), ...toPaid(refunded, 'refunded', 'refunds', money)]
}

const toPaid = (facts: readonly SinceFact[], verb: string, many: string, money: Money): string[] =>
  facts.length === 0 ? [] : [`${toMoney(facts, money)} was ${verb}${facts.length === 1 ? '' : ` in ${facts.length} ${many}`}`]

function describeDependents(facts: readonly SinceFact[], { collection, isRefund = false, one, many, added }: Words, money: Money): string[] {
  const verbs = { added, restored: collection === 'checklist_selections' ? added : 'brought back', changed: 'changed' } as const
  return (['added', 'restored', 'changed'] as const).flatMap((how) => {
    const rows = facts.filter((fact) => fact.collection === collection && fact.how === how && (fact.isRefund ?? false) === isRefund)
    if (rows.length === 0 || (collection === 'payments' && how === 'added')) return []
    const sum = rows[0]?.amount === undefined || how === 'changed' ? '' : ` of ${toMoney(rows, money)}`
    return [rows.length === 1 ? `${one}${sum} was ${verbs[how]}` : `${rows.length} ${many}${sum} were ${verbs[how]}`]
  })
}

function describeRoot(root: SinceFact | undefined): string[] {
  if (root === undefined) return []
  if (root.how === 'restored') return ['it was brought back']
  const labels = root.fields.flatMap((name) => (name === 'orderStatusId' && root.status !== undefined ? [] : labelOf(root.collection, name)))
  const parts = root.status === undefined || !root.fields.includes('orderStatusId') ? [] : [`the status was set to ${root.status}`]
  if (labels.length > 0) parts.push(`${joinWords(labels)} changed`)
  return parts.length === 0 ? ['it was changed'] : parts
}

function labelOf(collection: CollectionName, name: string): string[] {
  if (name === 'createdAt') return ['date']
  const label = (collectionByName[collection].fields as Readonly<Record<string, { label: string }>>)[name]?.label
  return label === undefined ? [] : [label.toLowerCase()]
}

const joinWords = (parts: readonly string[]): string => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`)
