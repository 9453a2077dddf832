import { allWords, findWordsIn, type FindQuery, isExactly } from '#schema/rules/find/find-query.ts'
import type { MatchKind } from '#schema/rules/find/rank.ts'
import { keepDigits } from '#schema/values/phone.ts'
import type { WordBits } from '#schema/rules/text/search-words.ts'
import type { CustomerEntry } from '../projections/projection-customers.ts'
import type { AssetsProjection } from '../projections/projection-finds.ts'
import type { Asked, Queries, RowRanker } from './group-finder.ts'

/** Matches name, phone in any spelling, e-mail address, company, city, tax ID, and the customer's devices. */
export function createCustomerRanker({ plain, readNear }: Asked, assets: AssetsProjection): RowRanker<CustomerEntry> {
  const missPlain = createMisses(plain, assets)
  let missNear: typeof missPlain | undefined
  const owners = findOwners(plain, assets)
  const toMatch = (entry: CustomerEntry, isNear: boolean): MatchKind | undefined => {
    // Erased customers are not found.
    if (entry.name === '') return undefined
    const miss = isNear ? (missNear ??= createMisses(readNear(), assets)) : missPlain
    if (miss(entry) !== 0) return undefined
    if (owners.has(entry.id) || isCustomerExactly(plain.customers, entry)) return 'exact'
    return isNear ? 'near' : 'words'
  }
  return { match: toMatch, isFinished: () => false, toOrder: ({ name }) => ({ at: '', sortKey: toNameKey(plain.customers, name) }) }
}

/** Names that begin with the words sort before those that contain them. */
export function toNameKey({ words }: FindQuery, name: string): string {
  const spaced = ` ${name}`
  return `${words.every(({ text }) => spaced.includes(` ${text}`)) ? 0 : 1}${name}`
}

export const isCustomerExactly = (query: FindQuery, customer: CustomerEntry | undefined): boolean =>
  customer !== undefined &&
  query.phones.length > 0 &&
  isExactly(query, { phones: [customer.phones, keepDigits(customer.phone ?? ''), keepDigits(customer.alternatePhone ?? '')].join('\n') })

export const findInCustomer = (query: FindQuery, customer: CustomerEntry | undefined): WordBits =>
  customer === undefined ? 0 : findWordsIn(query, { text: `${customer.name}\n${customer.further}`, phones: customer.phones })

/** Owners of a device whose serial number or IMEI is the whole query. */
function findOwners({ assets: query }: Queries, assets: AssetsProjection): ReadonlySet<string> {
  const owners = new Set<string>()
  if (query.code !== '' && assets.isReady) for (const asset of assets.values()) if (isExactly(query, { codes: asset.codes })) owners.add(asset.customerId)
  return owners
}

/** Words that match neither the customer nor their devices. */
function createMisses({ customers, assets: ofAssets }: Queries, assets: AssetsProjection): (entry: CustomerEntry) => WordBits {
  let inDevices: Map<string, WordBits> | undefined
  const readDevices = (): Map<string, WordBits> => {
    const found = new Map<string, WordBits>()
    for (const asset of assets.values()) {
      const words = findWordsIn(ofAssets, asset)
      if (words !== 0) found.set(asset.customerId, (found.get(asset.customerId) ?? 0) | words)
    }
    return found
  }
  const all = allWords(customers)
  return (entry) => {
    const missing = all & ~findInCustomer(customers, entry)
    if (missing === 0) return missing
    inDevices ??= readDevices()
    return missing & ~(inDevices.get(entry.id) ?? 0)
  }
}
