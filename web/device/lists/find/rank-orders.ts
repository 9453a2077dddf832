import { foldText } from '#schema/values/customer-match.ts'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import { findWordsIn, isExactly, missWordsIn } from '#schema/rules/find/find-query.ts'
import type { MatchKind } from '#schema/rules/find/rank.ts'
import { isShortCode } from '#schema/rules/orders/ticket-search.ts'
import { readTicket } from '#schema/rules/orders/ticket.ts'
import type { WordBits } from '#schema/rules/text/search-words.ts'
import { toNumberMark } from '../../storage/rows/list-columns.ts'
import { orderNameFinder } from '../projections/order-names.ts'
import type { CustomersProjection } from '../projections/projection-customers.ts'
import type { AssetsProjection } from '../projections/projection-finds.ts'
import { type OrderEntry, rememberByPlace } from '../projections/projection-orders.ts'
import { findInCustomer, isCustomerExactly } from './rank-customers.ts'
import type { Asked, Queries, RowRanker } from './group-finder.ts'

type OrderSurroundings = { customers: CustomersProjection; assets: AssetsProjection; ticketPrefixes: readonly string[] }

/** Matches ticket, former numbers, short code, customer and phones, device, serial number, IMEI, and words of issue and notes. */
export function createOrderRanker({ typed, plain, readNear }: Asked, around: OrderSurroundings): RowRanker<OrderEntry> {
  const { customers, assets, ticketPrefixes } = around
  const readName = wholeNameReader(typed, ticketPrefixes)
  const missPlain = createMisses(plain, around)
  let missNear: typeof missPlain | undefined
  const { code, phones } = plain.orders
  const mayBeExact = code !== '' || phones.length > 0
  const isExact = ({ customer, asset }: OrderEntry): boolean =>
    isCustomerExactly(plain.customers, customers.get(customer.id)) || (asset !== null && isExactly(plain.assets, assets.get(asset.id) ?? {}))

  const toMatch = (entry: OrderEntry, isNear: boolean): MatchKind | undefined => {
    const name = readName?.(entry)
    if (name !== undefined && name !== 'former') return name
    const miss = isNear ? (missNear ??= createMisses(readNear(), around)) : missPlain
    if (miss(entry) !== 0) return name
    if (mayBeExact && isExact(entry)) return 'exact'
    return name ?? (isNear ? 'near' : 'words')
  }
  return { match: toMatch, isFinished: ({ status }) => isFinishedStatus(status.id), toOrder: ({ createdAt }) => ({ at: createdAt, sortKey: '' }) }
}

/** Matches the whole query as an order's number or code; undefined where it cannot be one. 'former': by a former number or prefix. */
function wholeNameReader(typed: string, prefixes: readonly string[]): ((entry: OrderEntry) => MatchKind | undefined) | undefined {
  const text = foldText(typed.trim())
  const likeliest = readTicket(text, prefixes.slice(0, 1)).map(toNumberMark)[0] ?? ''
  const marks = readTicket(text, prefixes).map(toNumberMark)
  const code = isShortCode(text) ? text : undefined
  if (marks.length === 0 && code === undefined) return undefined
  return (entry) => {
    const { text: own } = entry
    if (likeliest !== '' && own.startsWith(likeliest, own.lastIndexOf('\n') + 1)) return 'ticket'
    if (code !== undefined && entry.endsWith(code)) return 'exact'
    return marks.some((mark) => own.includes(mark)) ? 'former' : undefined
  }
}

/** Words that match neither the order nor its customer nor its device. */
function createMisses(queries: Queries, { customers, assets, ticketPrefixes }: OrderSurroundings): (entry: OrderEntry) => WordBits {
  const { words } = queries.orders
  const findNames = orderNameFinder(
    words.map(({ text }) => text),
    ticketPrefixes,
  )
  // A single word matches the beginning of a ticket while it is typed; beside other words a number need not be a
  // ticket.
  const beginnings = words.length === 1 ? readTicket(words[0]?.text ?? '', ticketPrefixes).map((number) => toNumberMark(number).slice(0, -1)) : []
  const inCustomer = rememberByPlace((id) => findInCustomer(queries.customers, customers.get(id)))
  const inAsset = rememberByPlace((id) => {
    const asset = assets.get(id)
    return asset === undefined ? 0 : findWordsIn(queries.assets, asset)
  })
  return (entry) => {
    const { text, customer, asset } = entry
    // Cheapest first: shared lookups are cached, and most rows have no notes.
    let missing = missWordsIn(queries.orders, text)
    if (missing !== 0) missing &= ~inCustomer(customer)
    if (missing !== 0 && asset !== null) missing &= ~inAsset(asset)
    if (missing !== 0 && findNames !== undefined) missing &= ~findNames(missing, text, entry)
    if (missing !== 0 && beginnings.some((beginning) => text.includes(beginning))) missing = 0
    if (missing === 0) return 0
    const { notes } = entry
    return notes === '' ? missing : missing & missWordsIn(queries.orders, notes)
  }
}
