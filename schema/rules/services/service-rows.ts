import { services, type Service } from '../../collections/stock/services.ts'
import { type AssetKind, assetKinds, assetKindToText } from '../../values/assets/asset-title.ts'
import { foldText } from '../../values/customer-match.ts'
import type { CsvLine } from '../import/csv-lines.ts'
import { foldHeader } from '../import/import-fields.ts'
import { findValueIssues } from '../import/shape-issues.ts'
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
  products: readonly { id: string; name: string; sku: string | null }[]
  rates: readonly { id: string; name: string }[]
}

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

/** What a table changes. A column that it lacks stays as it is; of a repair that stands twice the last line holds. */
export function readServiceRows(
  header: readonly string[],
  lines: readonly CsvLine[],
  { services: held, products, rates }: Shelf,
  mark: DecimalMark,
): ReadServices {
  const places = findServiceColumns(header)
  const keyNames = (['brand', 'model', 'name'] as const).filter((name) => places.has(name))
  const toKey = (service: Partial<ServiceValues>): string => JSON.stringify(keyNames.map((name) => foldText(service[name] ?? '')))
  const heldByKey = new Map(held.map((service) => [toKey(service), service]))
  const productIds = new Map(products.flatMap(({ id, name, sku }) => [name, sku].flatMap((text) => (text === null ? [] : [[foldText(text), id] as const]))))
  const rateIds = new Map(rates.map(({ id, name }) => [foldText(name), id]))
  const refused: ReadServices['refused'] = []
  const valuesByKey = new Map<string, Partial<ServiceValues> & { name: string }>()
  for (const line of lines) {
    const read = 'refusal' in line ? { reason: line.refusal } : readLine(line.cells)
    if ('reason' in read) refused.push({ line: line.line, reason: read.reason })
    else valuesByKey.set(toKey(read.values), read.values)
  }
  const acts: ServiceAct[] = []
  let same = 0
  for (const [key, values] of valuesByKey) {
    const service = heldByKey.get(key)
    const changes = service && changesOf(service, values)
    if (service === undefined || changes === undefined) acts.push({ values: { ...emptyService, ...values } })
    else if (Object.keys(changes).length === 0) same += 1
    else acts.push({ id: service.id, changes })
  }
  return { acts, same, refused }

  function readLine(cells: readonly string[]): { values: Partial<ServiceValues> & { name: string } } | { reason: string } {
    const texts = Object.fromEntries([...places].map(([name, place]) => [name, unguardText(cells[place] ?? '').trim()])) as Partial<Record<ColumnName, string>>
    const { kind, price, minutes, warrantyDays, product, taxRate, archived } = texts
    const problems: string[] = []
    const look = <Value>(text: string, find: (text: string) => Value | null | undefined, problem: string): Value | null => {
      const found = text === '' ? null : (find(text) ?? undefined)
      if (found === undefined) problems.push(problem)
      return found ?? null
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
      ...(product !== undefined && { productId: look(product, (text) => productIds.get(foldText(text)), `Part: ${product} is not in the inventory`) }),
      ...(taxRate !== undefined && { taxRateId: look(taxRate, (text) => rateIds.get(foldText(text)), `Tax rate: there is none named ${taxRate}`) }),
      ...(archived !== undefined && { archived: /^(?:y|yes|true|1|x|ja|oui|si|sí|sim)$/i.test(archived) }),
    }
    const issues = problems.length > 0 ? problems : findValueIssues(services, values)
    return issues.length > 0 ? { reason: issues.join('; ') } : { values }
  }
}

const emptyService = { kind: null, brand: null, model: null, price: null, minutes: null, warrantyDays: null, productId: null, taxRateId: null, archived: false }

const findKind = (text: string): AssetKind | undefined =>
  assetKinds.find((kind) => kind === text.toLowerCase() || assetKindToText(kind).toLowerCase() === text.toLowerCase())

const changesOf = (held: ServiceValues, values: Partial<ServiceValues>): Partial<ServiceValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => held[name as keyof ServiceValues] !== value && !(typeof value === 'string' && isKeyPart(name))),
  )

/** Words that found the service stay as the shop wrote them. */
const isKeyPart = (name: string): boolean => name === 'brand' || name === 'model' || name === 'name'
