import { services, type Service } from '../../collections/stock/services.ts'
import { type AssetKind, assetKinds, assetKindToText } from '../../values/assets/asset-title.ts'
import { foldText } from '../../values/customer-match.ts'
import type { CsvLine } from '../import/csv-lines.ts'
import { foldHeader } from '../import/import-fields.ts'
import { findValueIssues } from '../import/shape-issues.ts'
import { readYesOrNo } from '../import/yes-or-no.ts'
import { type CsvCell, unguardText } from '../money/csv.ts'
import { type DecimalMark, readAmount, readCount } from '../money/written-amount.ts'

/** The price list as a table: what is written is read again, and changes prices of services that the shop has. */

const columns = [
  ['kind', 'Kind of device', 'kind | type | category | gerateart | kategorie | categorie | categoria'],
  ['brand', 'Brand', 'make | manufacturer | marke | hersteller | marque | marca | merk'],
  ['model', 'Model', 'device | model name | modell | gerat | modele | modelo | modello | toestel'],
  [
    'name',
    'Repair',
    'service | name | service name | repair name | reparatur | leistung | reparation | reparacion | reparo | servico | riparazione | reparatie',
  ],
  ['price', 'Price', 'amount | sale price | retail price | preis | prix | precio | preco | prezzo | prijs'],
  ['minutes', 'Minutes', 'duration | time | dauer | minuten | duree | duracion | duracao | durata | duur'],
  ['warrantyDays', 'Warranty days', 'warranty | garantie | garantietage | garantia | garanzia'],
  ['product', 'Part', 'sku | product | part sku | part number | teil | artikel | piece | pieza | peca | ricambio | onderdeel'],
  ['taxRate', 'Tax rate', 'tax | vat | steuer | mwst | tva | iva | btw'],
  ['archived', 'Archived', 'archiviert | archive | archivado | arquivado | archiviato | gearchiveerd'],
] as const

type ColumnName = (typeof columns)[number][0]

export const serviceHeader: readonly string[] = columns.map(([, label]) => label)

type Shelf = {
  services: readonly Service[]
  products: readonly (Named & { sku: string | null })[]
  rates: readonly Named[]
}

type Named = { id: string; name: string; archived: boolean }

export function servicesToCells({ services: rows, products, rates }: Shelf): CsvCell[][] {
  const productById = new Map(products.map((product) => [product.id, product]))
  const rateById = new Map(rates.map((rate) => [rate.id, rate]))
  return rows.map(({ kind, brand, model, name, price, minutes, warrantyDays, productId, taxRateId, archived }) => {
    const product = productById.get(productId ?? '')
    return [
      kind === null ? null : assetKindToText(kind),
      brand,
      model,
      name,
      price,
      minutes === null ? null : BigInt(minutes),
      warrantyDays === null ? null : BigInt(warrantyDays),
      product?.sku ?? product?.name ?? null,
      rateById.get(taxRateId ?? '')?.name ?? null,
      archived ? 'yes' : null,
    ]
  })
}

type ServiceValues = Pick<Service, 'kind' | 'brand' | 'model' | 'name' | 'price' | 'minutes' | 'warrantyDays' | 'productId' | 'taxRateId' | 'archived'>

/** `changes`: of the service with this id, which has the same brand, model and name. */
export type ServiceAct = { values: ServiceValues } | { id: string; changes: Partial<ServiceValues> }

export type ReadServices = { acts: ServiceAct[]; same: number; refused: { line: number; reason: string }[] }

type NamedValues = Partial<ServiceValues> & { name: string }

/** The parts and rates with the name in the line. A service keeps its own if it is one of them. */
type Among = Partial<Record<'productId' | 'taxRateId', readonly string[]>>

type ReadLine = { line: number; values: NamedValues; among: Among; like: readonly Service[] }

/** The columns that a header has; the first of each name. @throws Error with a message for the user */
export function findServiceColumns(header: readonly string[]): ReadonlyMap<ColumnName, number> {
  const folded = header.map(foldHeader)
  const places = columns.flatMap(([name, label, others]): [ColumnName, number][] => {
    const place = [label, ...others.split(' | ')].map((known) => folded.indexOf(foldHeader(known))).find((at) => at >= 0)
    return place === undefined ? [] : [[name, place]]
  })
  const found = new Map(places)
  if (!found.has('name')) throw new Error('The file has no column “Repair”. Name its columns as in the CSV of this list.')
  return found
}

/** What a table changes. A column that it lacks stays as it is. */
export function readServiceRows(
  header: readonly string[],
  lines: readonly CsvLine[],
  { services: held, products, rates }: Shelf,
  mark: DecimalMark,
): ReadServices {
  const places = findServiceColumns(header)
  const keyNames = (['brand', 'model', 'name'] as const).filter((name) => places.has(name))
  const toKey = (service: Partial<ServiceValues>): string => JSON.stringify(keyNames.map((name) => foldText(service[name] ?? '')))
  const heldByKey = Map.groupBy(held, toKey)
  const [bySku, byName, rateByName] = [
    groupByText(products, ({ sku }) => sku),
    groupByText(products, ({ name }) => name),
    groupByText(rates, ({ name }) => name),
  ]
  const refused: ReadServices['refused'] = []
  const read: ReadLine[] = []
  for (const line of lines) {
    const found = 'refusal' in line ? { reason: line.refusal } : readLine(line.cells)
    if ('reason' in found) refused.push({ line: line.line, reason: found.reason })
    else read.push({ ...found, line: line.line })
  }
  const groups = Map.groupBy(read, ({ like, values }) => (like.length === 0 ? toKey(values) : like.map(({ id }) => id).join(' ')))
  const found = [...groups.values()].map(toActs)
  refused.push(...found.flatMap((one) => one.refused))
  return {
    acts: found.flatMap(({ acts }) => acts),
    same: found.reduce((sum, one) => sum + one.same, 0),
    refused: refused.toSorted((one, other) => one.line - other.line),
  }

  /** `like`: the services with the line's brand, model and name. */
  function readLine(cells: readonly string[]): Omit<ReadLine, 'line'> | { reason: string } {
    const { brand = '', model = '', name = '' } = readTexts(cells)
    const named = heldByKey.get(toKey({ brand, model, name })) ?? []
    const found = readValues(cells, named)
    if ('reason' in found) return found
    const ofKind = named.filter(({ kind }) => kind === found.values.kind)
    return { ...found, like: ofKind.length > 0 ? ofKind : named }
  }

  function readTexts(cells: readonly string[]): Partial<Record<ColumnName, string>> {
    return Object.fromEntries([...places].map(([name, place]) => [name, unguardText(cells[place] ?? '').trim()]))
  }

  function readValues(cells: readonly string[], like: readonly Service[]): Pick<ReadLine, 'values' | 'among'> | { reason: string } {
    const texts = readTexts(cells)
    const { kind, price, minutes, warrantyDays, product, taxRate, archived } = texts
    const problems: string[] = []
    const among: Among = {}
    const look = <Value>(text: string, find: (text: string) => Value | null | undefined, problem: string): Value | null => {
      const found = text === '' ? null : (find(text) ?? undefined)
      if (found === undefined) problems.push(problem)
      return found ?? null
    }
    const pick = (rows: readonly Named[] | undefined, heldId: 'productId' | 'taxRateId', noun: string, text: string): string | undefined => {
      if (rows === undefined) return undefined
      among[heldId] = rows.map(({ id }) => id)
      const one = rows.find(({ id }) => like.some((service) => service[heldId] === id)) ?? onlyOne(rows)
      if (one === undefined) problems.push(`${noun}: several are named ${text}`)
      return one?.id ?? ''
    }
    const values = {
      ...(kind !== undefined && { kind: look(kind, findKind, `Kind of device: ${kind} is none of ${assetKinds.map(assetKindToText).join(', ')}`) }),
      ...(texts.brand !== undefined && { brand: texts.brand || null }),
      ...(texts.model !== undefined && { model: texts.model || null }),
      name: texts.name ?? '',
      ...(price !== undefined && { price: look(price, (text) => readAmount(text, mark), `Price: ${price} is no amount`) }),
      ...(minutes !== undefined && { minutes: look(minutes, (text) => readCount(text, mark), `Minutes: ${minutes} is no whole number`) }),
      ...(warrantyDays !== undefined && {
        warrantyDays: look(warrantyDays, (text) => readCount(text, mark), `Warranty days: ${warrantyDays} is no whole number`),
      }),
      ...(product !== undefined && {
        productId: look(
          product,
          (text) => pick(bySku.get(foldText(text)) ?? byName.get(foldText(text)), 'productId', 'Part', text),
          `Part: ${product} is not in the inventory`,
        ),
      }),
      ...(taxRate !== undefined && {
        taxRateId: look(taxRate, (text) => pick(rateByName.get(foldText(text)), 'taxRateId', 'Tax rate', text), `Tax rate: there is none named ${taxRate}`),
      }),
      ...(archived !== undefined && { archived: look(archived, readYesOrNo, `Archived: ${archived} is neither yes nor no`) ?? false }),
    }
    const issues = problems.length > 0 ? problems : findValueIssues(services, values)
    return issues.length > 0 ? { reason: issues.join('; ') } : { values, among }
  }
}

/** The changes of lines that name the same services. A service that a line repeats unchanged stays; of several lines about one service, the last counts. */
function toActs(lines: readonly ReadLine[]): ReadServices {
  const [{ like } = { like: [] }, last] = [lines[0], lines.at(-1)]
  if (last === undefined) return { acts: [], same: 0, refused: [] }
  if (like.length === 0) return { acts: [{ values: { ...emptyService, ...last.values } }], same: 0, refused: [] }
  const about = like.length === 1 ? [last] : lines
  const sameOf = (line: ReadLine): Service | undefined => like.find((service) => Object.keys(changesOf(service, line)).length === 0)
  const stay = new Set(about.map(sameOf))
  const rest = about.filter((line) => sameOf(line) === undefined)
  const one = onlyOne(like.filter((service) => !stay.has(service)))
  const same = like.filter((service) => stay.has(service)).length
  const [line] = rest
  if (line === undefined) return { acts: [], same, refused: [] }
  if (one === undefined || rest.length > 1)
    return { acts: [], same, refused: rest.map(({ line: at, values }) => ({ line: at, reason: `Repair: several are named ${values.name}` })) }
  return { acts: [{ id: one.id, changes: changesOf(one, line) }], same, refused: [] }
}

const emptyService = { kind: null, brand: null, model: null, price: null, minutes: null, warrantyDays: null, productId: null, taxRateId: null, archived: false }

const groupByText = <Row>(rows: readonly Row[], textOf: (row: Row) => string | null): ReadonlyMap<string, Row[]> =>
  Map.groupBy(
    rows.filter((row) => textOf(row) !== null),
    (row) => foldText(textOf(row) ?? ''),
  )

/** The only one, else the only one that is not archived. */
function onlyOne<Row extends { archived: boolean }>(rows: readonly Row[]): Row | undefined {
  const some = rows.length > 1 ? rows.filter(({ archived }) => !archived) : rows
  return some.length === 1 ? some[0] : undefined
}

const findKind = (text: string): AssetKind | undefined =>
  assetKinds.find((kind) => kind === text.toLowerCase() || assetKindToText(kind).toLowerCase() === text.toLowerCase())

const changesOf = (held: ServiceValues, { values, among }: Pick<ReadLine, 'values' | 'among'>): Partial<ServiceValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const own = held[name as keyof ServiceValues]
      return own !== value && !(typeof value === 'string' && isKeyPart(name)) && among[name as keyof Among]?.includes(String(own)) !== true
    }),
  )

/** Words that found the service stay as the shop wrote them. */
const isKeyPart = (name: string): boolean => name === 'brand' || name === 'model' || name === 'name'
