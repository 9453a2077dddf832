import { collectionByName, type CollectionName } from '../../collections/index.ts'
import { formatMoney, sumAmounts } from '../../values/money.ts'
import { type ActivityEntry, type ActivityPart, tell } from '../text/activity-entry.ts'

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
export function describeSince(facts: readonly SinceFact[], money: Money = formatMoney): ActivityPart {
  const root = facts.find(({ isRoot }) => isRoot)
  // Dependents restored together with the row are not listed.
  const dependents = facts.filter(({ isRoot, how }) => !isRoot && !(how === 'restored' && root?.how === 'restored'))
  const nouns = Map.groupBy(dependents, toNoun)
  const describe = (noun: Noun): ActivityPart[] => describeDependents(noun, nouns.get(noun) ?? [], money)
  const parts = [...describePaid(dependents, money), ...moneyNouns.flatMap(describe), ...describeRoot(root), ...otherNouns.flatMap(describe)]
  return joinParts(parts.length === 0 ? [tell('sinceSomething', {})] : parts)
}

export const tellSince = (facts: readonly SinceFact[], money: Money = formatMoney): ActivityEntry => tell('since', { work: describeSince(facts, money) })

type Noun = CollectionName | 'refunds'

const moneyNouns: readonly Noun[] = ['payments', 'refunds', 'costs']
const otherNouns: readonly Noun[] = [
  'tasks',
  'assets',
  'order_lines',
  'order_notes',
  'test_results',
  'estimates',
  'invoices',
  'messages',
  'attachments',
  'checklist_selections',
]

const toNoun = ({ collection, isRefund }: SinceFact): Noun => (isRefund === true ? 'refunds' : collection)

const toMoney = (facts: readonly SinceFact[], money: Money): string => money(sumAmounts(facts.map(({ amount = 0 }) => amount))).replace(/\.00$/, '')

function describePaid(facts: readonly SinceFact[], money: Money): ActivityPart[] {
  const added = facts.filter(({ collection, how }) => collection === 'payments' && how === 'added')
  const { refunded = [], paid = [] } = Object.groupBy(added, ({ isRefund }) => (isRefund === true ? 'refunded' : 'paid'))
  return [
    ...(paid.length === 0 ? [] : [tell('sincePaid', { amount: toMoney(paid, money), count: paid.length })]),
    ...(refunded.length === 0 ? [] : [tell('sinceRefunded', { amount: toMoney(refunded, money), count: refunded.length })]),
  ]
}

function describeDependents(noun: Noun, facts: readonly SinceFact[], money: Money): ActivityPart[] {
  return (['added', 'restored', 'changed'] as const).flatMap((how) => {
    const some = facts.filter((fact) => fact.how === how)
    const count = some.length
    if (count === 0 || (some[0]?.collection === 'payments' && how === 'added')) return []
    const named = tell('sinceRows', { noun, count })
    const rows = some[0]?.amount === undefined || how === 'changed' ? named : tell('sinceRowsOf', { rows: named, amount: toMoney(some, money) })
    if (how === 'changed') return [tell('sinceChanged', { rows, count })]
    // A tick that came back is a tick.
    return [how === 'added' || noun === 'checklist_selections' ? tell('sinceAdded', { rows, count, noun }) : tell('sinceRestored', { rows, count })]
  })
}

function describeRoot(root: SinceFact | undefined): ActivityPart[] {
  if (root === undefined) return []
  if (root.how === 'restored') return [tell('sinceItRestored', {})]
  const { status } = root
  const labels = root.fields.flatMap((name) => (name === 'orderStatusId' && status !== undefined ? [] : labelOf(root.collection, name)))
  const parts: ActivityPart[] =
    status === undefined || !root.fields.includes('orderStatusId') ? [] : [tell('sinceStatus', { status: { list: 'order_statuses', name: status } })]
  if (labels.length > 0) parts.push(tell('sinceFields', { fields: joinParts(labels) }))
  return parts.length === 0 ? [tell('sinceItChanged', {})] : parts
}

function labelOf(collection: CollectionName, name: string): ActivityPart[] {
  if (name === 'createdAt') return [{ field: 'date' }]
  const label = (collectionByName[collection].fields as Readonly<Record<string, { label: string }>>)[name]?.label
  return label === undefined ? [] : [{ field: label.toLowerCase() }]
}

const joinParts = (parts: readonly ActivityPart[]): ActivityPart =>
  parts.length < 2 ? [...parts] : tell('sinceAnd', { list: parts.slice(0, -1), last: parts.slice(-1) })
