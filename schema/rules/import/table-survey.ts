import { foldText } from '../../values/customer-match.ts'
import type { CsvDelimiter, CsvLine } from './csv-lines.ts'
import { type ColumnReading, findField, type ImportColumn } from './import-columns.ts'
import type { ImportKind } from './import-fields.ts'
import { toOwnNumber } from './order-row.ts'
import { amountToMark, type DecimalMark, localeToMark } from '../money/written-amount.ts'
import { type DateOrder, dateToOrder, isMonthFirst } from './read-dates.ts'
import { foldStatus, readStatus } from './status-words.ts'

/** A status of the file with its number of lines and the status that it becomes. */
export type StatusCount = { text: string; count: number; statusId: string; isKnown: boolean }

/** Facts that depend on all lines of a table. */
export type TableFacts = {
  /** With readings. */
  columns: ImportColumn[]
  /** In the order of the file. */
  statuses: StatusCount[]
  /** The highest importable ticket of the file. The shop's own numbers continue after it. */
  numbersAbove: number
  /** Folded SKUs that several articles share. */
  sharedSkus: string[]
}

/** `dateOrder`: the user's choice, for all dates. */
type SurveyRules = { locale: string; delimiter: CsvDelimiter; dateOrder?: DateOrder | undefined; statusIds: ReadonlyMap<string, string> }

const maxStatuses = 200
const maxTextLength = 200

/** How many cells of a column show each reading; `open`: cells that fit both. */
type Votes = { [Reading in ColumnReading | 'dots' | 'open']: number } & { openDots: number }

const noVotes = (): Votes => ({ 'day-first': 0, 'month-first': 0, dots: 0, '.': 0, ',': 0, open: 0, openDots: 0 })

/** First pass over a table, before its rows are parsed. */
export class TableSurvey {
  readonly #kind: ImportKind
  readonly #columns: readonly ImportColumn[]
  readonly #votesByPlace = new Map<number, Votes>()
  readonly #places = new Map<string, number>()
  readonly #statuses = new Map<string, { text: string; count: number }>()
  readonly #nameBySku = new Map<string, string>()
  readonly #sharedSkus = new Set<string>()
  #numbersAbove = 0

  constructor(kind: ImportKind, columns: readonly ImportColumn[]) {
    this.#kind = kind
    this.#columns = columns
    for (const [place, { field }] of columns.entries()) {
      if (field === null) continue
      this.#places.set(field, place)
      if (this.#typeAt(place) !== undefined) this.#votesByPlace.set(place, noVotes())
    }
  }

  #typeAt(place: number): 'date' | 'amount' | 'count' | undefined {
    const type = findField(this.#kind, this.#columns[place]?.field ?? null)?.type
    return type === 'quote' || type === 'price' ? 'amount' : type === 'date' || type === 'amount' || type === 'count' ? type : undefined
  }

  add(line: CsvLine): void {
    if ('refusal' in line) return
    for (const [place, votes] of this.#votesByPlace) {
      const text = (line.cells[place] ?? '').slice(0, maxTextLength)
      const vote = this.#typeAt(place) === 'date' ? dateToOrder(text) : amountToMark(text)
      if (vote === undefined) continue
      votes[vote === 'either' ? 'open' : vote] += 1
      if (vote === 'either' && text.includes('.')) votes.openDots += 1
    }
    const textOf = (field: string): string => (line.cells[this.#places.get(field) ?? -1] ?? '').slice(0, maxTextLength).trim()
    this.#addStatus(textOf('status'))
    this.#numbersAbove = Math.max(this.#numbersAbove, toOwnNumber(textOf('ticket')))
    const [sku, name] = [foldText(textOf('sku')), foldText(`${textOf('name')} ${textOf('variant')}`)]
    if (sku === '') return
    const before = this.#nameBySku.get(sku)
    if (before === undefined) this.#nameBySku.set(sku, name)
    else if (before !== name) this.#sharedSkus.add(sku)
  }

  #addStatus(text: string): void {
    const folded = foldStatus(text)
    const found = this.#statuses.get(folded)
    if (found !== undefined) found.count += 1
    else if (folded !== '' && this.#statuses.size < maxStatuses) this.#statuses.set(folded, { text, count: 1 })
  }

  finish(rules: SurveyRules): TableFacts {
    return {
      columns: this.#columns.map((column, place) => ({ ...column, ...toReading(column.reading ?? this.#decide(place, rules)) })),
      statuses: [...this.#statuses].map(([folded, { text, count }]) => {
        const { id, isKnown } = readStatus(text)
        const chosen = rules.statusIds.get(folded)
        return { text, count, statusId: chosen ?? id, isKnown: isKnown || chosen !== undefined }
      }),
      numbersAbove: this.#numbersAbove,
      sharedSkus: [...this.#sharedSkus],
    }
  }

  /** By the majority of the column's cells, else of all columns of the same type, else by the shop's locale. */
  #decide(place: number, rules: SurveyRules): ColumnReading | undefined {
    const type = this.#typeAt(place)
    const own = this.#votesByPlace.get(place)
    if (type === undefined || own === undefined) return undefined
    const others = [...this.#votesByPlace].flatMap(([at, votes]) => (this.#typeAt(at) === type ? [votes] : []))
    const all = others.reduce(addVotes, noVotes())
    if (type === 'date') {
      if (own['day-first'] + own['month-first'] + own.dots + own.open === 0) return undefined
      const locale = isMonthFirst(rules.locale) ? 'month-first' : 'day-first'
      return rules.dateOrder ?? toOrder(own) ?? toOrder(all) ?? locale
    }
    if (own['.'] + own[','] + own.open === 0) return undefined
    // Programs write 1.000 for one piece; counts of thousands are rarer.
    if (type === 'count' && own['.'] + own[','] === 0 && own.openDots > 0) return '.'
    // Files separated by commas hardly ever have decimal commas.
    return toMark(own) ?? toMark(all) ?? (rules.delimiter === ',' ? '.' : localeToMark(rules.locale))
  }
}

const toReading = (reading: ColumnReading | undefined) => (reading === undefined ? {} : { reading })

const addVotes = (one: Votes, other: Votes): Votes => ({
  'day-first': one['day-first'] + other['day-first'],
  'month-first': one['month-first'] + other['month-first'],
  dots: one.dots + other.dots,
  '.': one['.'] + other['.'],
  ',': one[','] + other[','],
  open: one.open + other.open,
  openDots: one.openDots + other.openDots,
})

/** Dots hint at day first. */
const toOrder = (votes: Votes): DateOrder | undefined =>
  votes['day-first'] === votes['month-first']
    ? votes.dots > 0
      ? 'day-first'
      : undefined
    : votes['day-first'] > votes['month-first']
      ? 'day-first'
      : 'month-first'

const toMark = (votes: Votes): DecimalMark | undefined => (votes['.'] === votes[','] ? undefined : votes['.'] > votes[','] ? '.' : ',')
