import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectionName } from '#schema/collections/index.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { isFinishedStatus, orderStatuses } from '#schema/values/order-status.ts'
import { orderSortKey } from '#schema/values/order-sort.ts'
import { toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import type { Row, StoredRow } from '../../rows/rows.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import type { RowChange } from '../../storage/rows/row-news.ts'
import { BuildTurns } from '../projections/build-turns.ts'
import { createCustomersProjection } from '../projections/projection-customers.ts'
import { createOrdersProjection } from '../projections/projection-orders.ts'
import { type Finder, findLimits, openFinder } from './finder.ts'

const shopId = 'shop'
const prefix = 'H-'
const formerPrefix = 'B-'
const names = ['orders', 'customers', 'assets', 'products'] as const
type Name = (typeof names)[number]
type Tables = Record<Name, Map<string, Row>>

const base = { shopId, updatedAt: '2026-03-01T10:00:00.000Z', seq: 1 }
const open = orderStatuses.find(({ id }) => !isFinishedStatus(id))?.id ?? ''
const finished = orderStatuses.find(({ id }) => isFinishedStatus(id))?.id ?? ''

const toOrder = (id: string, values: Partial<Record<string, unknown>>): Row => {
  const row = {
    ...base,
    id,
    createdAt: '2026-03-01T10:00:00.000Z',
    itemDetails: '',
    issueDescription: '',
    customerId: 'nobody',
    orderStatusId: open,
    priority: false,
    repeat: false,
    dueTimestamp: null,
    number: null,
    formerNumbers: '[]',
    assetId: null,
    ...values,
  }
  return { ...row, sortKey: orderSortKey(row) }
}
const toCustomer = (id: string, values: Partial<Record<string, unknown>>): Row => ({
  ...base,
  id,
  createdAt: base.updatedAt,
  name: 'Nobody',
  countryCode: '+1',
  phone: null,
  sortKey: `${String(values['name'])}\u0001${id}`,
  ...values,
})
const toRow = (id: string, values: Partial<Record<string, unknown>>): Row => ({ ...base, id, createdAt: base.updatedAt, ...values })

const toTables = (rows: Partial<Record<Name, readonly Row[]>>): Tables => {
  const tableOf = (name: Name): Map<string, Row> => new Map((rows[name] ?? []).map((row) => [row.id, row]))
  return { orders: tableOf('orders'), customers: tableOf('customers'), assets: tableOf('assets'), products: tableOf('products') }
}

type Write = (name: Name, id: string, row: Row | undefined) => void

async function openOver(tables: Tables): Promise<{ finder: Finder; write: Write; listened: () => CollectionName[] }> {
  const database = {
    async *scan(collection: CollectionName) {
      yield [...tables[collection as Name].values()]
    },
  } as unknown as LocalDatabase
  const turns = new BuildTurns()
  const [orders, customers] = [createOrdersProjection(database, shopId, turns), createCustomersProjection(database, shopId, turns)]
  const listeners = new Map<CollectionName, (changes: readonly RowChange[], isRepeat: boolean) => void>()
  const finder = openFinder(
    {
      database,
      turns,
      orders,
      customers,
      readRows: () => Promise.resolve([]),
      onChanges: (collection, listener) => {
        listeners.set(collection, listener)
        return () => void listeners.delete(collection)
      },
      ticketPrefixesOf: () => [prefix, formerPrefix],
    },
    shopId,
  )
  const write: Write = (name, id, row) => {
    const changes: RowChange[] = [{ id, row: row as StoredRow | undefined, previous: undefined }]
    if (row === undefined) tables[name].delete(id)
    else tables[name].set(id, row)
    if (name === 'orders') orders.apply(changes)
    else if (name === 'customers') customers.apply(changes)
    else listeners.get(name)?.(changes, false)
  }
  await finder.whenRead()
  return { finder, write, listened: () => [...listeners.keys()] }
}

const person = toCustomer('c1', { name: 'Élodie Smith', phone: '4155550199' })
const other = toCustomer('c2', { name: 'Bob Jones', phone: '2125550000' })

describe('finding anything of a shop', () => {
  it.each([
    ['a ticket', 'h-1042'],
    ['a number', '1042'],
    ['a ticket without its stroke', 'h1042'],
    ['a ticket with a blank', 'H 1042'],
    ['a ticket of an earlier prefix', 'b-1042'],
    ['the beginning of a ticket', 'H-10'],
    ['a former number', 'H-97'],
    ['the short code of its paper', 'abc123'],
    ['a name without accents', 'elodie'],
    ['a phone in another spelling', '+1 (415) 555-0199'],
    ['the end of a phone', '0199'],
    ['the brand and model of the device', 'galaxy s21'],
    ['a serial number', 'r58 n91-xyz'],
    ['an IMEI in groups', '35 693803 564380 9'],
    ['a word of the issue', 'SCREEN'],
    ['a word of the notes', 'schlussel'],
    ['a word of the requests', 'sunday'],
    ['words of different places', 'smith screen schlussel galaxy'],
    ['a letter too few', 'scren'],
    ['a letter too many', 'elodiee'],
    ['another letter', 'galaxi'],
    ['letters in each other’s place', 'smiht screen'],
  ])('finds an order by %s', async (_, typed) => {
    const tables = toTables({
      customers: [person, other],
      assets: [toRow('a1', { customerId: 'c1', brand: 'Samsung', model: 'Galaxy S21', serial: 'R58N91XYZ', imei: '356938035643809' })],
      orders: [
        toOrder('11111111-0000-0000-0000-000000abc123', {
          customerId: 'c1',
          assetId: 'a1',
          itemDetails: 'Phone',
          issueDescription: 'Broken screen',
          orderNotes: 'Schlüssel dabei',
          additionalRequests: 'not on Sunday',
          number: 1042,
          formerNumbers: '[97]',
        }),
        toOrder('22222222-0000-0000-0000-000000000000', { customerId: 'c2', itemDetails: 'Kettle', number: 7 }),
      ],
    })
    const { finder } = await openOver(tables)
    expect(finder.find(typed).orders).toMatchObject({ ids: ['11111111-0000-0000-0000-000000abc123'], total: 1, isComplete: true })
    finder.close()
  })

  it('finds customers by name, phone and their devices, and products by name and SKU, without what is no longer there to be found', async () => {
    const tables = toTables({
      customers: [person, other, toCustomer('c3', { name: 'Élodie Erased', erasedAt: base.updatedAt })],
      assets: [toRow('a1', { customerId: 'c2', brand: 'Samsung', serial: 'R58N91XYZ' })],
      products: [toRow('p1', { name: 'Display 6 inch', sku: 'DS-6/A', archived: false }), toRow('p2', { name: 'Display 5 inch', sku: 'DS-5', archived: true })],
    })
    const { finder } = await openOver(tables)
    const idsOf = (typed: string) => ({ customers: finder.find(typed).customers.ids, products: finder.find(typed).products.ids })
    expect(idsOf('elodie')).toEqual({ customers: ['c1'], products: [] })
    expect(idsOf('212 555')).toEqual({ customers: ['c2'], products: [] })
    expect(idsOf('r58n91xyz')).toEqual({ customers: ['c2'], products: [] })
    expect(idsOf('ds6a')).toEqual({ customers: [], products: ['p1'] })
    expect(idsOf('dispaly')).toEqual({ customers: [], products: ['p1'] })
    expect(idsOf(' & ')).toEqual({ customers: [], products: [] })
    finder.close()
  })

  it('has the exact ahead of the rest, the open ahead of the finished, the recent ahead of the old', async () => {
    const at = (day: number): string => `2026-03-0${day}T10:00:00.000Z`
    const tables = toTables({
      orders: [
        toOrder('old', { issueDescription: 'case 1042', createdAt: at(1) }),
        toOrder('new', { issueDescription: 'case 1042', createdAt: at(2) }),
        toOrder('done', { issueDescription: 'case 1042', createdAt: at(3), orderStatusId: finished }),
        toOrder('had', { formerNumbers: '[1042]', number: 3, createdAt: at(4) }),
        toOrder('has', { number: 1042, createdAt: at(1), orderStatusId: finished }),
      ],
    })
    const { finder } = await openOver(tables)
    expect(finder.find('1042').orders.ids).toEqual(['has', 'had', 'new', 'old', 'done'])
    finder.close()
  })

  it('has a phone ahead of a former number, and takes no prefix that the shop never had', async () => {
    const tables = toTables({
      customers: [toCustomer('c1', { name: 'Ann', phone: '5550199' })],
      orders: [
        toOrder('phone', { customerId: 'c1', number: 3, orderStatusId: finished }),
        toOrder('had', { number: 4, formerNumbers: '[5550199]' }),
        toOrder('other', { number: 199 }),
      ],
    })
    const { finder } = await openOver(tables)
    expect(finder.find('5550199').orders.ids).toEqual(['phone', 'had'])
    expect(finder.find('555-0199').orders.ids).toEqual(['phone'])
    finder.close()
  })

  it('tells of more rows than it hands out, and looks for wrong letters only where it finds few', async () => {
    const orders = Array.from({ length: 12 }, (_, index) => toOrder(`o${index}`, { issueDescription: 'smart watch' }))
    const { finder } = await openOver(toTables({ orders: [...orders, toOrder('near', { issueDescription: 'smrat watch' })] }))
    expect(finder.find('smart')).toMatchObject({ orders: { total: 12 } })
    expect(finder.find('smart').orders.ids).toHaveLength(findLimits.orders)
    expect(finder.find('smrat').orders).toMatchObject({ total: 13, isComplete: true })
    expect(finder.find('smrat').orders.ids[0]).toBe('near')
    finder.close()
  })

  it('tells of changes, also of those that are not sent, until it is closed', async () => {
    const { finder, write } = await openOver(toTables({}))
    let told = 0
    finder.subscribe(() => told++)
    write('products', 'p1', toRow('p1', { name: 'Display', sku: null, archived: false }))
    write('assets', 'a1', toRow('a1', { customerId: 'c1', serial: 'XYZ99' }))
    write('customers', 'c1', person)
    write('orders', 'o1', toOrder('o1', { assetId: 'a1', customerId: 'c1' }))
    expect(told).toBe(4)
    expect(finder.find('xyz99')).toMatchObject({ orders: { ids: ['o1'] }, customers: { ids: ['c1'] } })
    expect(finder.find('display').products.ids).toEqual(['p1'])
    expect(finder.find('elodei').orders.ids).toEqual([])
    await finder.whenRead()
    for (const again of [1, 2]) {
      expect(finder.find('elodei'), `asked ${again} times`).toMatchObject({ orders: { ids: ['o1'] }, query: { words: [{ text: 'elodei', near: ['elodie'] }] } })
    }
    const before = told
    finder.close()
    write('products', 'p2', toRow('p2', { name: 'Display', sku: null, archived: false }))
    expect(told).toBe(before)
  })

  it('hears of nothing once it is closed, as with another shop, and opened anew finds what changed meanwhile', async () => {
    const tables = toTables({ products: [toRow('p1', { name: 'Display', sku: null, archived: false })] })
    const { finder, write, listened } = await openOver(tables)
    expect(listened()).toEqual(['products', 'assets'])
    finder.close()
    expect(listened()).toEqual([])
    write('products', 'p1', undefined)
    write('products', 'p2', toRow('p2', { name: 'Displays, used', sku: null, archived: false }))
    const anew = await openOver(tables)
    expect(anew.finder.find('display').products.ids).toEqual(['p2'])
    anew.finder.close()
  })

  it('finds at every key what a look at each row finds, while rows change', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const tables = toTables({})
        const { finder, write } = await openOver(tables)
        let typed = ''
        for (const step of given) {
          if ('type' in step) typed += step.type
          else if ('clear' in step) typed = ''
          else write(step.write, step.row?.id ?? step.id, step.row)
          const answer = finder.find(typed)
          const expected = findByRule(tables, typed)
          expect(answer.orders).toMatchObject({ total: expected.orders.length, ids: expected.orders.slice(0, findLimits.orders) })
          expect(answer.customers.total).toBe(expected.customers.length)
          expect(answer.products.total).toBe(expected.products.length)
        }
        finder.close()
      }),
      { numRuns: 300 },
    )
  })
})

// Words are shorter than five letters, so no typos are matched; those have their own test.
const unit = fc.constantFrom(...'aé15 -')
const text = fc.string({ unit, maxLength: 4 })
const id = fc.nat({ max: 3 }).map((place) => `id-${place}`)
const rowOf: Record<Name, fc.Arbitrary<Row>> = {
  orders: fc
    .record({
      id,
      itemDetails: text,
      issueDescription: text,
      orderNotes: text,
      customerId: id,
      assetId: fc.option(id),
      number: fc.option(fc.constantFrom(1, 15, 51)),
      formerNumbers: fc.constantFrom('[]', '[5]'),
      orderStatusId: fc.constantFrom(open, finished),
      createdAt: fc.constantFrom('2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z'),
    })
    // An order with another number has its former one recorded.
    .map(({ id: own, ...values }) => toOrder(own, values.number === null ? { ...values, formerNumbers: '[]' } : values)),
  customers: fc.record({ id, name: text, phone: fc.option(fc.constantFrom('5151', '11555')) }).map(({ id: own, ...values }) => toCustomer(own, values)),
  assets: fc
    .record({ id, customerId: id, brand: text, serial: fc.option(fc.constantFrom('a1-5a', '1155')) })
    .map(({ id: own, ...values }) => toRow(own, values)),
  products: fc.record({ id, name: text, sku: fc.option(text), archived: fc.boolean() }).map(({ id: own, ...values }) => toRow(own, values)),
}
type Step = { type: string } | { clear: true } | { write: Name; id: string; row: Row | undefined }
const steps = fc.array(
  fc.oneof(
    ...names.map((name) => fc.record({ write: fc.constant(name), id, row: fc.option(rowOf[name], { nil: undefined }) })),
    { weight: 6, arbitrary: unit.map((type): Step => ({ type })) },
    { weight: 1, arbitrary: fc.constant<Step>({ clear: true }) },
  ),
  { maxLength: 30 },
)

const codeOf = (value: unknown): string => foldText(typeof value === 'string' ? value : '').replaceAll(/[^a-z0-9]/g, '')

/** The rule, row by row: every word matches somewhere, or the whole text is a number, phone or code. */
function findByRule(tables: Tables, typed: string): Record<'orders' | 'customers' | 'products', string[]> {
  const parts = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  const plain = parts.filter((word) => !/^-+$/.test(word))
  const words = plain.length === 0 ? parts : plain
  if (words.length === 0) return { orders: [], customers: [], products: [] }
  const code = codeOf(typed)
  const digits = /^[\d\s-]*\d[\d\s-]*$/.test(typed) ? typed.replaceAll(/\D/g, '') : ''
  const dialled = digits.startsWith('0') ? digits.replace(/^0+/, '') : ''
  type Part = { texts: string[]; phones: string[]; codes: string[] }
  const isWhole = ({ phones, codes }: Part): boolean =>
    [digits, dialled.length >= 4 ? dialled : ''].some((number) => number !== '' && phones.some((phone) => phone.includes(number))) ||
    (code.length >= 4 && codes.some((one) => one.includes(code)))
  const holds = (part: Part, word: string): boolean => {
    const number = /^[\d-]*\d[\d-]*$/.test(word) ? word.replaceAll('-', '') : ''
    return (
      isWhole(part) ||
      part.texts.some((one) => foldText(one).includes(word)) ||
      (number !== '' && part.phones.some((phone) => phone.includes(number))) ||
      part.codes.some((one) => one.includes(word))
    )
  }
  const phonesOf = (row: Row | undefined): string[] => (typeof row?.['phone'] === 'string' ? [`1${row['phone']}`] : [])
  const customerPart = (row: Row | undefined): Part => ({ texts: row === undefined ? [] : [String(row['name'])], phones: phonesOf(row), codes: [] })
  const assetPart = (row: Row | undefined): Part => ({
    texts: [String(row?.['brand'] ?? ''), String(row?.['serial'] ?? '')],
    phones: [],
    codes: row === undefined ? [] : [codeOf(row['serial'])],
  })
  const numbersOf = (row: Row): number[] => [...(typeof row['number'] === 'number' ? [row['number']] : []), ...toFormerNumbers(String(row['formerNumbers']))]
  const toNumber = (word: string): string | undefined => /^(\d{1,10})$/.exec(word)?.[1]
  const named = (row: Row, word: string): boolean => {
    const number = toNumber(word)
    return number !== undefined && numbersOf(row).includes(Number(number))
  }

  const places = [...tables.orders.values()].flatMap((row) => {
    const customer = tables.customers.get(String(row['customerId']))
    const asset = tables.assets.get(String(row['assetId']))
    const own: Part = { texts: ['itemDetails', 'issueDescription', 'orderNotes'].map((name) => String(row[name])), phones: [], codes: [] }
    const begins = (word: string): boolean => {
      const number = words.length === 1 ? toNumber(word) : undefined
      return number !== undefined && Number(number) > 0 && numbersOf(row).some((one) => String(one).startsWith(String(Number(number))))
    }
    const isNamed = named(row, foldText(typed.trim()))
    const around = [own, customerPart(customer), assetPart(asset)]
    if (!isNamed && !words.every((word) => around.some((part) => holds(part, word)) || named(row, word) || begins(word))) return []
    const isPhone = [...phonesOf(customer), ...(customer?.['phone'] == null ? [] : [String(customer['phone'])])].some(
      (phone) => [digits, dialled].includes(phone) && phone.length > 3,
    )
    const isCode = code.length >= 4 && asset !== undefined && codeOf(asset['serial']) === code
    const isNow = isNamed && row['number'] === Number(toNumber(foldText(typed.trim())))
    return [{ row, place: isNow ? 0 : isPhone || isCode ? 1 : isNamed ? 2 : 3 }]
  })
  const orders = places.sort(
    (one, two) =>
      one.place - two.place ||
      Number(isFinishedStatus(String(one.row['orderStatusId']))) - Number(isFinishedStatus(String(two.row['orderStatusId']))) ||
      (one.row.createdAt < two.row.createdAt
        ? 1
        : one.row.createdAt > two.row.createdAt
          ? -1
          : String(one.row['sortKey']) < String(two.row['sortKey'])
            ? -1
            : 1),
  )
  const customers = [...tables.customers.values()].filter((row) => {
    const devices = [...tables.assets.values()].filter((asset) => asset['customerId'] === row.id)
    return row['name'] !== '' && words.every((word) => [customerPart(row), ...devices.map(assetPart)].some((part) => holds(part, word)))
  })
  const products = [...tables.products.values()].filter((row) => {
    const part: Part = { texts: [String(row['name']), String(row['sku'] ?? '')], phones: [], codes: [codeOf(row['sku'])] }
    return row['archived'] !== true && words.every((word) => holds(part, word))
  })
  return { orders: orders.map(({ row }) => row.id), customers: customers.map((row) => row.id), products: products.map((row) => row.id) }
}
