import fc from 'fast-check'
import { v7 } from 'uuid'
import { jsonEquals } from '#schema/values/merge.ts'
import { documentToRow, keyToRef, type Row, type RowKey, storedToRow } from '../rows/rows.ts'
import { columnsKeysOf } from '../storage/packed/columns/column-keys.ts'
import { ColumnMaker } from '../storage/packed/columns/column-maker.ts'
import { type ColumnSheet, type ColumnsRule, sharedAt, textAt } from '../storage/packed/columns/column-sheet.ts'
import { breathe, PackedCompaction } from '../storage/packed/packed-compaction.ts'
import type { PackedInternals } from '../storage/packed/packed-instance.ts'
import { hashText } from '../storage/packed/packed-segment.ts'
import type { TakeSheets } from '../storage/packed/packed-scan.ts'
import type { PackedSizes } from '../storage/packed/store-sizes.ts'
import { columnsTable } from '../storage/packed/packed-tables.ts'
import { listColumns } from '../storage/rows/list-columns.ts'
import { type LocalDatabase, rowStorage, type LocalStorage, openLocalDatabase } from '../storage/row-database.ts'
import { emptyStoredRows } from '../storage/wipe.ts'
import { smallestPackedSizes, stillPackedSizes } from './packed-sizes.ts'
import type { watchForDeath } from './test-dying-page.ts'

/** For tests: model-based check of the packed store against a map of rows, with any steps in any order. Independent of vitest. */

const collections = ['payments', 'tasks'] as const
type Name = (typeof collections)[number]

const shops = ['shop-a', 'shop-b'] as const
const rowCount = 18

/** Two different texts with the same hash. */
function findColliding(prefix: string): [string, string] {
  const byHash = new Map<number, string>()
  for (let index = 0; ; index++) {
    const text = (Math.imul(index, 2_654_435_761) >>> 0).toString(36)
    const other = byHash.get(hashText(prefix + text))
    if (other !== undefined) return [other, text]
    byHash.set(hashText(prefix + text), text)
  }
}

const idsOf = (name: Name): string[] => [...findColliding(`${name}/`), ...Array.from({ length: rowCount - 2 }, (_, index) => `row-${index}`)]
const ids: Record<Name, string[]> = { payments: idsOf('payments'), tasks: idsOf('tasks') }
const orderIds = [...findColliding(''), 'order-3']

/** Values of a row; `n` is the index of its id. */
type Draft = { n: number; shop: number; order: number; hour: number; amount: number; isDone: boolean }
type Write = Draft & { isDeleted: boolean }

type SimpleStep =
  | { kind: 'page'; tab: number; name: Name; drafts: Draft[] }
  | { kind: 'write'; tab: number; name: Name; writes: Write[] }
  | { kind: 'purge'; tab: number; name: Name }
  | { kind: 'compact'; tab: number; during: SimpleStep[] }

type Step =
  | SimpleStep
  | { kind: 'scan'; tab: number; name: Name; shop: number | undefined; batch: number; during: SimpleStep[] }
  | { kind: 'compact both'; during: SimpleStep[] }
  | { kind: 'kill'; write: number; step: SimpleStep }
  | { kind: 'reopen'; tab: number }
  | { kind: 'empty' }

const tab = fc.nat({ max: 1 })
const name = fc.constantFrom(...collections)
const draft: fc.Arbitrary<Draft> = fc.record({
  n: fc.nat({ max: rowCount - 1 }),
  shop: fc.nat({ max: 1 }),
  order: fc.nat({ max: 2 }),
  hour: fc.nat({ max: 9 }),
  amount: fc.nat({ max: 99 }),
  isDone: fc.boolean(),
})
const write: fc.Arbitrary<Write> = fc.tuple(draft, fc.boolean()).map(([given, isDeleted]) => ({ ...given, isDeleted }))
const unique = { selector: ({ n }: Draft) => n }
const page = fc.record({ kind: fc.constant('page' as const), tab, name, drafts: fc.uniqueArray(draft, { ...unique, minLength: 1, maxLength: 12 }) })
const writes = fc.record({ kind: fc.constant('write' as const), tab, name, writes: fc.uniqueArray(write, { ...unique, minLength: 1, maxLength: 5 }) })
const purge = fc.record({ kind: fc.constant('purge' as const), tab, name })
const compact = fc.record({ kind: fc.constant('compact' as const), tab, during: fc.constant<SimpleStep[]>([]) })
const during = fc.array(fc.oneof({ weight: 4, arbitrary: writes }, { weight: 2, arbitrary: page }, purge, { weight: 2, arbitrary: compact }), { maxLength: 4 })
/** Compacts during a scan, then changes rows already given. */
const compactUnderScan = fc.tuple(compact, writes, writes, writes)
const busyCompact = fc.record({ kind: fc.constant('compact' as const), tab, during })
const simple: fc.Arbitrary<SimpleStep> = fc.oneof({ weight: 3, arbitrary: page }, { weight: 5, arbitrary: writes }, purge, { weight: 2, arbitrary: compact })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: simple },
  { weight: 3, arbitrary: busyCompact },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      tab,
      name,
      shop: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
      batch: fc.integer({ min: 1, max: 3 }),
      during: fc.oneof(during, compactUnderScan),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact both' as const), during }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('kill' as const), write: fc.nat({ max: 9 }), step: simple }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), tab }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' as const }) },
)

type ModelRow = { row: Row; isDeleted: boolean }
type Rows = ReadonlyMap<string, ModelRow>
type Model = { rows: Record<Name, Rows>; checkpoint: Record<Name, number> }

const emptyModel = (): Model => ({ rows: { payments: new Map(), tasks: new Map() }, checkpoint: { payments: 0, tasks: 0 } })

let made = 0

function toRow(collection: Name, { n, shop, order, hour, amount, isDone }: Draft): Row {
  const base = {
    id: ids[collection][n] ?? '',
    shopId: shops[shop] ?? '',
    seq: ++made,
    createdAt: `2026-03-0${1 + (n % 3)}T0${hour}:00:00.000Z`,
    updatedAt: '2026-03-09T00:00:00.000Z',
  }
  const orderId = orderIds[order] ?? ''
  if (collection === 'payments') return documentToRow(collection, { ...base, orderId, paymentAmount: amount, afterTax: isDone })
  return documentToRow(collection, { ...base, orderId: order === 2 ? null : orderId, description: `Task ${amount}`, completed: isDone })
}

/** List order, implemented independently of the store. */
function byList(collection: Name) {
  const keyOf = (row: Row): string => String(row[collection === 'payments' ? 'createdAt' : 'sortKey'])
  return (a: Row, b: Row): number => (keyOf(a) === keyOf(b) ? (a.id < b.id ? -1 : 1) : keyOf(a) < keyOf(b) ? -1 : 1)
}

const livingOf = (rows: Rows): Row[] => [...rows.values()].flatMap(({ row, isDeleted }) => (isDeleted ? [] : [row]))

function assertEqual(got: unknown, expected: unknown, what: string): void {
  if (!jsonEquals(got as never, expected as never)) throw new Error(`${what}: ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`)
}

const toSorted = (valuesById: Iterable<readonly [string, unknown]>): [string, unknown][] =>
  [...valuesById].map(([id, values]): [string, unknown] => [id, values]).sort(([a], [b]) => (a < b ? -1 : 1))

function readSheet({ kinds }: ColumnsRule, sheet: ColumnSheet, valuesById: Map<string, unknown>): void {
  const valueAt = {
    text: (name: string, place: number) => textAt(sheet.texts(name), place),
    shared: (name: string, place: number) => sharedAt(sheet.shared(name), place),
    number: (name: string, place: number) => sheet.numbers(name)[place] ?? null,
  }
  for (const place of sheet.places()) {
    const { id } = keyToRef(sheet.primaryAt(place) as RowKey)
    if (valuesById.has(id)) throw new Error(`${id} stands in two places of the columns`)
    valuesById.set(
      id,
      Object.entries(kinds).map(([name, kind]) => valueAt[kind](name, place)),
    )
  }
}

type Tab = { database: LocalDatabase; internals: PackedInternals }

class World {
  readonly #userId = v7()
  readonly #sizes: PackedSizes
  readonly #page: ReturnType<typeof watchForDeath>
  readonly #tabs: Tab[] = []
  #model = emptyModel()
  #opened = 0
  #checks = 0

  constructor(sizes: PackedSizes, page: ReturnType<typeof watchForDeath>) {
    this.#sizes = sizes
    this.#page = page
  }

  async open(at: number): Promise<void> {
    const storage = { ...rowStorage(1, this.#sizes), name: `tab-${at}-${this.#opened++}` }
    this.#tabs[at] = await openWithInternals({ userId: this.#userId, storage, collections })
  }

  async close(): Promise<void> {
    for (const { database } of this.#tabs) await database.close().catch(() => undefined)
  }

  async run(given: Step): Promise<void> {
    if (given.kind === 'scan') await this.#scan(given)
    else if (given.kind === 'kill') await this.#kill(given)
    else if (given.kind === 'reopen') {
      await this.#tab(given.tab).database.close()
      await this.open(given.tab)
    } else if (given.kind === 'empty') {
      await emptyStoredRows(this.#userId)
      this.#model = emptyModel()
    } else if (given.kind === 'compact both') {
      await Promise.all([this.#compact(0, given.during), this.#compact(1, [])])
    } else await this.#simple(given)
    await this.check(this.#checks++ % 2)
  }

  /** Asserts that every query of the tab matches the model. */
  async check(at: number): Promise<void> {
    const { database } = this.#tab(at)
    for (const collection of collections) {
      const rows = this.#model.rows[collection]
      assertEqual(this.#toRecord(await this.#read(at, collection)), this.#toRecord(rows), `${collection} by id in tab ${at}`)
      const living = livingOf(rows).sort(byList(collection))
      const found: Row[] = []
      for await (const batch of database.scan(collection, { batch: 5 })) found.push(...batch)
      assertEqual(found.sort(byList(collection)), living, `a scan of ${collection} in tab ${at}`)
      for (const shopId of shops) {
        const ofShop = living.filter((row) => row.shopId === shopId)
        assertEqual(await database.count(collection, shopId), ofShop.length, `the count of ${collection} in tab ${at}`)
      }
      await this.#checkMore(database, collection, living)
      await this.#checkColumns(at, collection, living)
    }
  }

  /** Rows and columns of a scan together are the living rows, and no columns are left of removed segments. */
  async #checkColumns(at: number, collection: Name, living: Row[]): Promise<void> {
    const { database, internals } = this.#tab(at)
    const { store } = internals
    const rule = listColumns[collection]
    if (rule === undefined) return
    for (const shopId of shops) {
      const valuesById = new Map<string, unknown>()
      const takeSheets: TakeSheets = (sheets) => {
        for (const sheet of sheets) readSheet(rule, sheet, valuesById)
      }
      for await (const rows of database.scan(collection, {
        shopId,
        takeSheets,
      }))
        for (const row of rows) valuesById.set(row.id, rule.toValues(row))
      const expected = living.filter((row) => row.shopId === shopId).map((row) => [row.id, rule.toValues(row)] as const)
      assertEqual(toSorted(valuesById), toSorted(expected), `columns of ${collection} in tab ${at}`)
    }
    await store.read(async () => {
      const owned = new Set(store.directory.heads().flatMap((head) => columnsKeysOf(store, head)))
      const keys = await columnsTable(store.tables).where('no').startsWith('columns/').primaryKeys()
      assertEqual(
        keys.filter((key) => !owned.has(key)),
        [],
        'columns of segments that have gone',
      )
    })
  }

  /** One of several queries each time. */
  async #checkMore(database: LocalDatabase, collection: Name, living: Row[]): Promise<void> {
    const shopId = shops[this.#checks % 2] ?? ''
    const orderId = orderIds[this.#checks % orderIds.length] ?? ''
    const range = { fromInstant: '2026-03-01T04:00:00.000Z', toInstantExclusive: '2026-03-02T07:00:00.000Z' }
    const found: Row[] = []
    for await (const batch of database.scanCreated(collection, shopId, range)) found.push(...batch)
    const inRange = living.filter((row) => row.shopId === shopId && row.createdAt >= range.fromInstant && row.createdAt < range.toInstantExclusive)
    assertEqual(found.sort(byList(collection)), inRange, `${collection} of some hours`)
    const ofOrder = living.filter((row) => row['orderId'] === orderId)
    assertEqual(await database.findBy(collection, 'orderId', orderId), ofOrder, `${collection} of an order`)
    const reached = (await database.readCheckpoint(collection))[shops[0]]?.seq ?? 0
    assertEqual(reached, this.#model.checkpoint[collection], `the checkpoint of ${collection}`)
  }

  #tab(at: number): Tab {
    const found = this.#tabs[at]
    if (found === undefined) throw new Error(`There is no tab ${at}`)
    return found
  }

  async #read(at: number, collection: Name): Promise<Rows> {
    const stored = await this.#tab(at).database.find(collection, ids[collection])
    return new Map([...stored].map(([id, document]) => [id, { row: storedToRow(document), isDeleted: document._deleted }]))
  }

  #toRecord(rows: Rows): Record<string, ModelRow> {
    return Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #put(collection: Name, rows: Rows, checkpoint = this.#model.checkpoint[collection]): void {
    this.#model = { rows: { ...this.#model.rows, [collection]: rows }, checkpoint: { ...this.#model.checkpoint, [collection]: checkpoint } }
  }

  async #simple(given: SimpleStep): Promise<void> {
    if (given.kind === 'compact') return this.#compact(given.tab, given.during)
    const { database } = this.#tab(given.tab)
    const before = this.#model.rows[given.name]
    if (given.kind === 'page') {
      const { rows, after, reached } = this.#pageOf(given)
      const whole = { [shops[0]]: { epoch: 'one', seq: reached } }
      const refused = await database.insert(
        given.name,
        rows.map((row) => ({ ...row })),
        { whole },
      )
      const known = rows.flatMap(({ id }) => before.get(id)?.row ?? [])
      assertEqual(refused.map(storedToRow), known, 'what an insert met')
      this.#put(given.name, after, known.length === 0 ? reached : undefined)
      if (known.length > 0) await database.write(given.name, [], whole)
      this.#put(given.name, after, reached)
    } else if (given.kind === 'write') {
      const { after, wanted } = this.#writesOf(given)
      const stored = await database.find(
        given.name,
        wanted.map(({ row }) => row.id),
      )
      await database.write(
        given.name,
        wanted.map(({ row, isDeleted }) => ({ previous: stored.get(row.id), row, isDeleted })),
      )
      this.#put(given.name, after)
    } else {
      await database.purge(given.name)
      this.#put(given.name, new Map([...before].filter(([, { isDeleted }]) => !isDeleted)))
    }
  }

  #pageOf({ name: collection, drafts }: Extract<SimpleStep, { kind: 'page' }>) {
    const before = this.#model.rows[collection]
    const rows = drafts.map((given) => toRow(collection, given))
    // `insert` leaves deleted rows alone.
    const fresh = rows.filter(({ id }) => !before.has(id))
    const after: Rows = new Map([...before, ...fresh.map((row) => [row.id, { row, isDeleted: false }] as const)])
    return { rows, after, reached: this.#model.checkpoint[collection] + 1 }
  }

  #writesOf({ name: collection, writes: given }: Extract<SimpleStep, { kind: 'write' }>) {
    const before = this.#model.rows[collection]
    const wanted = given.map((one) => ({ row: toRow(collection, one), isDeleted: one.isDeleted }))
    // Missing rows cannot be deleted.
    const taken = wanted.filter(({ row, isDeleted }) => before.has(row.id) || !isDeleted)
    const after: Rows = new Map([...before, ...taken.map((one) => [one.row.id, one] as const)])
    return { after, wanted: taken }
  }

  /** Runs other steps wherever a compaction yields. */
  async #compact(at: number, during: readonly SimpleStep[]): Promise<void> {
    const coming = [...during]
    const between = async (): Promise<void> => {
      const next = coming.shift()
      if (next !== undefined) await this.#simple(next)
      await breathe()
    }
    const { store } = this.#tab(at).internals
    const { signal } = new AbortController()
    await new PackedCompaction(store, between).run(signal)
    await new ColumnMaker(store, between).run(signal)
  }

  async #scan({ tab: at, name: collection, shop, batch, during }: Extract<Step, { kind: 'scan' }>): Promise<void> {
    const shopId = shop === undefined ? undefined : shops[shop]
    const inScope = (): Map<string, Row> =>
      new Map(livingOf(this.#model.rows[collection]).flatMap((row) => (shopId === undefined || row.shopId === shopId ? [[row.id, row]] : [])))
    const states = [inScope()]
    const given: Row[] = []
    const coming = [...during]
    const inSheets: string[] = []
    const takeSheets: TakeSheets = (sheets) => void inSheets.push(...sheets.flatMap((sheet) => sheet.primaries()).map((key) => keyToRef(key as RowKey).id))
    for await (const rows of this.#tab(at).database.scan(collection, { batch, ...(shopId !== undefined && { shopId }), ...(batch > 1 && { takeSheets }) })) {
      given.push(...rows)
      const next = coming.shift()
      if (next === undefined) continue
      await this.#simple(next)
      states.push(inScope())
    }
    const givenIds = [...inSheets, ...given.map(({ id }) => id)]
    assertEqual([...new Set(givenIds)], givenIds, 'rows of a scan, each once')
    const always = [...(states[0]?.keys() ?? [])].filter((id) => states.every((state) => state.has(id)))
    assertEqual(
      always.filter((id) => !givenIds.includes(id)),
      [],
      'rows that a scan missed',
    )
    for (const row of given) {
      if (!states.some((state) => jsonEquals(state.get(row.id) ?? null, row))) throw new Error(`A scan gave ${JSON.stringify(row)}, which nobody wrote`)
    }
  }

  /** The browser crashes at a write; the step took effect or did not. */
  async #kill({ write: at, step: given }: Extract<Step, { kind: 'kill' }>): Promise<void> {
    const before = this.#model
    this.#page.dieAtWrite(at)
    const failure = await this.#simple(given).then(
      () => undefined,
      (error: unknown) => error,
    )
    // Background work may crash before the step does anything.
    const hasDied = this.#page.isDead
    if (failure !== undefined && !hasDied) throw new Error('A step failed though no page died', { cause: failure })
    await this.close()
    this.#page.revive()
    await this.open(0)
    await this.open(1)
    if (given.kind === 'compact') return
    const read = await this.#read(1, given.name)
    const reached = (await this.#tab(1).database.readCheckpoint(given.name))[shops[0]]?.seq ?? 0
    if (given.kind === 'purge') return this.#settlePurge(given.name, before.rows[given.name], read)
    if (failure === undefined) return assertEqual(this.#toRecord(read), this.#toRecord(this.#model.rows[given.name]), 'what was acknowledged')
    const known = before.rows[given.name]
    if (given.kind === 'page') {
      const { isWhole } = this.#assertPage(given, known, read)
      const isReached = reached > before.checkpoint[given.name]
      if (isReached) assertEqual(isWhole, true, 'a page that its checkpoint says is stored')
    } else if (!jsonEquals(this.#toRecord(read), this.#toRecord(known))) this.#assertWritten(given, known, read)
    this.#put(given.name, read, reached)
  }

  /** A page is stored in two steps, each all or none: new rows, then restored ones. */
  #assertPage({ name: collection, drafts }: Extract<SimpleStep, { kind: 'page' }>, before: Rows, read: Rows): { isWhole: boolean } {
    const idsOfPage = drafts.map(({ n }) => ids[collection][n] ?? '')
    const [fresh, deleted] = [idsOfPage.filter((id) => !before.has(id)), idsOfPage.filter((id) => before.get(id)?.isDeleted === true)]
    const stored = fresh.filter((id) => read.has(id))
    const revived = deleted.filter((id) => read.get(id)?.isDeleted === false)
    if (stored.length > 0 || revived.length > 0) assertEqual(stored, fresh, 'rows of a page, all or none')
    if (revived.length > 0) assertEqual(revived, deleted, 'rows that live again, all or none')
    for (const [id, known] of before) if (!revived.includes(id)) assertEqual(read.get(id), known, 'a row that nobody touched')
    return { isWhole: stored.length === fresh.length && revived.length === deleted.length }
  }

  #assertWritten(given: Extract<SimpleStep, { kind: 'write' }>, before: Rows, read: Rows): void {
    for (const { n, isDeleted } of given.writes) {
      const id = ids[given.name][n] ?? ''
      if (!before.has(id) && isDeleted) continue
      if (jsonEquals(before.get(id)?.row.seq ?? null, read.get(id)?.row.seq ?? null)) throw new Error(`A write was stored in part: ${id} is as it was`)
      assertEqual(read.get(id)?.isDeleted, isDeleted, 'a row that was written')
    }
    const touched = new Set(given.writes.map(({ n }) => ids[given.name][n]))
    for (const [id, known] of before) if (!touched.has(id)) assertEqual(read.get(id), known, 'a row that nobody touched')
  }

  #settlePurge(collection: Name, before: Rows, read: Rows): void {
    for (const [id, known] of before) if (!known.isDeleted || read.has(id)) assertEqual(read.get(id), known, 'a row that no purge may touch')
    this.#put(collection, read)
  }
}

/** `isShrunk`: reduces a failing run to the fewest steps, which takes a while. */
type ModelRuns = { seed?: number; runs: number; isKeeperOn: boolean; isShrunk?: boolean }

/** @throws with the fewest steps after which store and model differ */
export async function checkPackedModel({ seed, runs, isKeeperOn, isShrunk = true }: ModelRuns, page: ReturnType<typeof watchForDeath>): Promise<void> {
  const play = async (steps: Step[]): Promise<void> => {
    const world = new World(isKeeperOn ? smallestPackedSizes : stillPackedSizes, page)
    try {
      await world.open(0)
      await world.open(1)
      for (const given of steps) await world.run(given)
      await world.check(0)
      await world.check(1)
    } finally {
      page.revive()
      await world.close()
    }
  }
  const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 22, size: 'max' }), play)
  await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }), endOnFailure: !isShrunk })
}

export async function openWithInternals(options: Parameters<typeof openLocalDatabase>[0]): Promise<{ database: LocalDatabase; internals: PackedInternals }> {
  const inner = options.storage
  const seen: PackedInternals[] = []
  const storage: LocalStorage = {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      if (params.collectionName === 'rows') seen.push(instance.internals)
      return instance
    },
  }
  const database = await openLocalDatabase({ ...options, storage })
  const [internals] = seen
  if (internals === undefined) throw new Error('The rows were not opened')
  return { database, internals }
}
