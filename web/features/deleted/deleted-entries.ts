import { type DeletedRow, isRestorableCollection, type RestorableCollection, type WentWith } from '#schema/api/deleted.ts'
import { assetToTitle } from '#schema/values/assets/asset-title.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { isRefund } from '#schema/values/payments/payment-kind.ts'
import { formatPhone } from '#schema/values/phone.ts'
import { toPhoneLines } from '#schema/rules/customers/customer-search.ts'
import { deletedMatcher, type SearchedRow } from '#schema/rules/merge/deleted-search.ts'
import { toFormerNumbers, toTicket } from '#schema/rules/orders/ticket.ts'
import type { UnsentDelete, UnsentDeletes } from '#web/device/outbox/unsent/unsent-deletes.ts'
import type { DeletedFilters } from './deleted-filters.ts'
import { t } from './deleted-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

/** 'unsent': deleted here, not sent yet. 'returning': restore requested, no answer yet. */
type EntryState = 'deleted' | 'unsent' | 'returning'

export type DeletedEntry = {
  collection: RestorableCollection
  id: string
  title: string
  details: string[]
  deletedAt: string
  deletedBy: string | null
  wentWith: WentWith[]
  needs: DeletedRow['needs']
  /** Id of the deletion; a restore names it so that it undoes no other. */
  deletion: string | undefined
  mayRestore: boolean
  state: EntryState
}

/** The shop's money format and ticket prefixes, the current one first. */
type ShopWords = { money: (amount: number) => string; prefixes: readonly string[] }

type Named = { title: string; details: string[] }

/** Order titles and customer names that deleted rows refer to, by id. */
export type NameById = ReadonlyMap<string, string>

/** The server's list with this device's unsent changes applied; each row occurs once. */
export function toDeletedEntries(
  rows: readonly DeletedRow[],
  unsent: UnsentDeletes,
  nameById: NameById,
  filters: DeletedFilters,
  self: string,
  words: ShopWords,
): DeletedEntry[] {
  const isSearched = deletedMatcher(filters.search, words.prefixes)
  const own = unsent.deletes.flatMap((deletion): DeletedEntry[] => {
    const entry = unsentToEntry(deletion, nameById, self, words)
    if (entry === undefined || (filters.collection !== null && filters.collection !== entry.collection)) return []
    return isSearched(toSearched(entry, deletion.row)) ? [entry] : []
  })
  const ownIds = new Set(own.map(({ id }) => id))
  const returningIds = new Set(unsent.restoring.map(({ id }) => id))
  const known = rows
    .filter(({ id }) => !ownIds.has(id))
    .map((row): DeletedEntry => ({ ...row, deletion: row.deletion ?? undefined, state: returningIds.has(row.id) ? 'returning' : 'deleted' }))
  return [...own, ...known]
}

function toSearched({ collection, title, details }: DeletedEntry, row: UnsentDelete['row']): SearchedRow {
  const [countryCode, phone] = [textOf(row?.['countryCode']), textOf(row?.['phone'])]
  const [alternateCountryCode, alternatePhone] = [textOf(row?.['alternateCountryCode']), textOf(row?.['alternatePhone'])]
  return {
    text: foldText([title, ...details].join(' ')),
    phones: collection === 'customers' ? toPhoneLines({ countryCode, phone, alternateCountryCode, alternatePhone }) : '',
    numbers: [...(typeof row?.['number'] === 'number' ? [row['number']] : []), ...toFormerNumbers(textOf(row?.['formerNumbers']))],
  }
}

function unsentToEntry(
  { collection, id, at, deletion, row, wentWith }: UnsentDelete,
  nameById: NameById,
  self: string,
  words: ShopWords,
): DeletedEntry | undefined {
  if (!isRestorableCollection(collection)) return undefined
  return {
    collection,
    id,
    ...rowToNames(collection, row ?? {}, nameById, words),
    deletedAt: at,
    deletedBy: self,
    wentWith,
    needs: null,
    deletion,
    mayRestore: true,
    state: 'unsent',
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function rowToNames(
  collection: RestorableCollection,
  row: Readonly<Record<string, unknown>>,
  nameById: NameById,
  { money, prefixes: [prefix = ''] }: ShopWords,
): Named {
  const parent = nameById.get(textOf(row['customerId'] ?? row['orderId'])) ?? ''
  const moneyOf = (amount: unknown): string => (typeof amount === 'number' ? money(amount) : '')
  const named = (title: string, ...details: string[]): Named => ({ title, details: details.filter((text) => text !== '') })
  switch (collection) {
    case 'orders':
      return named(textOf(row['itemDetails']), typeof row['number'] === 'number' ? toTicket(prefix, row['number']) : '', parent)
    case 'customers':
      return named(textOf(row['name']), formatPhone(textOf(row['countryCode']), textOf(row['phone'])))
    case 'tasks':
    case 'order_lines':
      return named(textOf(row['description']), parent)
    case 'payments':
      return named(moneyOf(row['paymentAmount']), isRefund(row) ? t.refund() : '', parent, textOf(row['paymentText']))
    case 'costs':
      return named(moneyOf(row['costAmount']), parent, textOf(row['costText']))
    case 'assets':
      return named(assetToTitle(row, deviceKindToText), parent, textOf(row['serial']))
    case 'order_notes':
      return named(textOf(row['text']), parent)
    case 'estimates':
      return named(moneyOf(row['total']), parent)
  }
}
