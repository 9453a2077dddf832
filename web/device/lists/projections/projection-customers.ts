import { lastFourDigits } from '#schema/values/customer-match.ts'
import { isNobodysPhone } from '#schema/values/phone.ts'
import { findWords, matchesSearch, readSearch, type Search, type WordBits } from '#schema/rules/text/search-words.ts'
import { dayRange, isWithinRange } from '../../rows/day-range.ts'
import type { BuildTurns } from './build-turns.ts'
import type { CustomersQuery } from '../list-queries.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { Projection, shopSource } from './projection.ts'
import type { Row } from '../../rows/rows.ts'
import { type ColumnSheet, textAt } from '../../storage/packed/columns/column-sheet.ts'
import { readListed, toCustomerTexts, toMatchedPhones } from '../../storage/rows/list-columns.ts'

export type CustomerEntry = {
  id: string
  sortKey: string
  /** Folded for search. */
  name: string
  /** E-mail address, company, city and tax ID, one per line. */
  further: string
  /** Digits of both phones in the spellings that find them, one per line; '' without any. */
  phones: string
  phone: string | null
  /** Null for an unconfirmed one from a registration: it must not identify a customer. */
  alternatePhone: string | null
  createdAt: string
  taxExempt: boolean
}

export type CustomersProjection = Projection<CustomerEntry>

export const createCustomersProjection = (database: LocalDatabase, shopId: string, turns?: BuildTurns): CustomersProjection =>
  new Projection(shopSource(database, 'customers', shopId, rowToEntry, sheetToEntries), turns)

const rowToEntry = (row: Row): CustomerEntry => ({
  id: row.id,
  sortKey: String(row['sortKey']),
  ...toCustomerTexts(row),
  ...toMatchedPhones(row),
  createdAt: row.createdAt,
  taxExempt: row['taxExempt'] === true,
})

function sheetToEntries(sheet: ColumnSheet): CustomerEntry[] {
  const sortPrefix = sheet.texts('sortPrefix')
  const [name, further, phones] = [sheet.texts('name'), sheet.texts('further'), sheet.texts('phones')]
  const [phone, alternatePhone, createdAt] = [sheet.texts('phone'), sheet.texts('alternatePhone'), sheet.texts('createdAt')]
  const exempt = sheet.numbers('taxExempt')
  return sheet.places().map((place) => {
    return {
      ...readListed(sheet, sortPrefix, place),
      taxExempt: exempt[place] === 1,
      name: textAt(name, place),
      further: textAt(further, place),
      phones: textAt(phones, place),
      phone: textAt(phone, place) || null,
      alternatePhone: textAt(alternatePhone, place) || null,
      createdAt: textAt(createdAt, place),
    }
  })
}

type CustomerMatcher = (entry: CustomerEntry) => boolean

/** Every word occurs in the name, the e-mail address, company, city, tax ID or a phone. */
export function customerSearchMatcher(search: string): CustomerMatcher {
  const wanted = readSearch(search)
  if (wanted.words.length === 0) return () => true
  return ({ name, further, phones }) => matchesSearch(wanted, [name, further], phones)
}

/** The search words that match the customer as an order shows them, including phones; none for a missing customer. */
export const findCustomerWords = (search: Search, customer: CustomerEntry | undefined): WordBits =>
  customer === undefined ? 0 : findWords(search, [customer.name], customer.phones)

export function customersQueryMatcher({ search, from, to }: CustomersQuery, timeZone: string): CustomerMatcher {
  const isFound = customerSearchMatcher(search)
  const range = dayRange(from, to, timeZone)
  return (entry) => isWithinRange(entry.createdAt, range) && isFound(entry)
}

/** One customer, none in an empty shop. */
export function findLongestName(entries: readonly CustomerEntry[]): CustomerEntry[] {
  let longest: CustomerEntry | undefined
  for (const entry of entries) if (longest === undefined || entry.name.length > longest.name.length) longest = entry
  return longest === undefined ? [] : [longest]
}

/** Customers with a phone that ends with the last four typed digits. */
export function findPhoneMatches(entries: readonly CustomerEntry[], typedPhone: string, limit: number): CustomerEntry[] {
  const ending = lastFourDigits(typedPhone)
  if (ending === null) return []
  const matches: CustomerEntry[] = []
  for (const entry of entries) {
    if (matches.length >= limit) break
    if ([entry.phone, entry.alternatePhone].some((phone) => phone?.endsWith(ending) === true && !isNobodysPhone(phone))) matches.push(entry)
  }
  return matches
}
