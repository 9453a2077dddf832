import { v5 } from 'uuid'
import type { Op } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Json } from '#schema/values/merge.ts'
import type { RefusedChange } from '#web/device/outbox/refused.ts'
import { looseToInput, type OpInput } from '#web/device/rows/op-input.ts'
import type { Step } from '../plan.ts'
import type { ActReport, AddedFile, StepOutcome, DeletedRow, Intent, TypedForm } from '../protocol.ts'
import { linesOf, policyOf } from '../oracle/oracle-facts.ts'
import { planAtBench } from '../bench/bench-hand.ts'
import { type BulkRun, planBulkActs, writeActs } from '../bench/bulk-hand.ts'
import { type BulkKind, bulkKinds } from '../bench/plan-bulk.ts'
import { planEstimate } from '../bench/estimate-hand.ts'
import { planMessage } from '../messages/message-hand.ts'
import { planAtCounter, type Tools } from './counter-hand.ts'
import { planForCustomers } from './customer-hand.ts'
import { addFile } from './file-hand.ts'
import { FormDesk } from './typed-form.ts'
import type { Device } from '#web/device/device-types.ts'

/** Turns a step of the plan into what a person at this tablet would do with the rows that it shows at that moment. */

type Row = { id: string; shopId: string } & Record<string, Json>
type Done = { discardedRefusedId?: string | undefined }
type Attempt = {
  shopId: string
  intents: Intent[]
  discardedRefusedId?: string
  form?: TypedForm | undefined
  undoes?: string | undefined
  file?: AddedFile | undefined
  acts?: ActReport[] | undefined
}
/** What a toast still offers to undo. */
type Deletion = { id: string; shopId: string; collection: string; rowId: string; back: Intent[] }
type Outcome = Attempt & StepOutcome

const statusIds = Object.values(orderStatusIdByName)
const noteFields: [collection: CollectionName, field: string][] = [
  ['orders', 'orderNotes'],
  ['orders', 'orderNotes'],
  ['orders', 'additionalRequests'],
  ['orders', 'issueDescription'],
  ['customers', 'customerNotes'],
  ['tasks', 'description'],
  ['products', 'description'],
  ['suppliers', 'notes'],
]
/** What everybody writes again and again; nobody takes it away, so that it need only be counted. */
const commonLine = '1x screw M3'
/** A person may set the day of these. */
const dated = new Set(['payments', 'costs'])
const deletable: CollectionName[] = ['orders', 'orders', 'customers', 'payments', 'costs', 'tasks', 'suppliers', 'categories']

export function createStepWriter() {
  let attempt: Attempt = { shopId: '', intents: [] }
  /** Rows as forms show them that somebody left open. */
  const openForms = new Map<string, Row>()
  const desk = new FormDesk()
  let lastDeletion: Deletion | undefined
  let lastBulk: BulkRun | undefined

  async function perform(device: Device, step: Step, deletedRows: readonly DeletedRow[]): Promise<Outcome & Done> {
    attempt = { shopId: '', intents: [] }
    const shops = device.sync.bootstrap.get()?.shops ?? []
    const shop = pick(shops.map(({ id }) => id).sort(), step.rolls[0])
    if (shop === undefined) return { ...attempt, state: 'none' }
    attempt = { shopId: shop, intents: [] }
    desk.current = undefined
    if (step.kind === 'finish-form') return finishForm(device)
    if (step.kind === 'retry' || step.kind === 'discard') return dealWithRefused(device, step)
    if (step.kind === 'undo') return undo(device)
    const hand = new Hand(device, shop, step, openForms, deletedRows)
    if (step.kind === 'photo' || step.kind === 'photo-drop-off') return addPhoto(device, hand, step)
    if (isBulk(step.kind)) return doBulk(device, hand, step.kind, shop)
    const intents = await withSeen(device, await hand.plan())
    attempt = { shopId: shop, intents }
    if (intents.length === 0) return { ...attempt, state: 'none' }
    const [first] = intents
    if (first?.action === 'restore') return writeRestore(device)
    const inputs = intents.map(intentToInput)
    // Half of what people do is typed into forms; a deletion never is: the app asks, and by what it shows at that moment.
    const deleted = intents.find(({ action }) => action === 'delete')
    const outcome = await write(() =>
      step.token % 2 === 0 || deleted !== undefined
        ? device.write(shop, inputs)
        : desk.fill(device, { token: step.token, shop, intents }, (form) => device.write(shop, inputs, form)),
    )
    if (outcome.state === 'written' && outcome.mutationId !== null && deleted !== undefined)
      lastDeletion = { id: outcome.mutationId, shopId: shop, collection: deleted.collection, rowId: deleted.id, back: intents.flatMap(toBack) }
    return outcome
  }

  /** An act for each of several orders, or one Undo for all of them. */
  async function doBulk(device: Device, hand: Hand, kind: BulkKind, shop: string): Promise<Outcome> {
    const former = kind === 'bulk-undo' ? lastBulk : undefined
    const shopId = former?.shopId ?? shop
    if (kind === 'bulk-undo') lastBulk = undefined
    const intents = await withSeen(device, await hand.planBulk(kind, former))
    attempt = { shopId, intents, acts: intents.map((intent) => ({ intents: [intent], state: 'unknown' })) }
    if (intents.length === 0) return { ...attempt, state: 'none' }
    try {
      const acts = await writeActs(device, shopId, intents, intentToInput)
      const done = acts.flatMap((act) =>
        act.state === 'written' && act.mutationId !== null ? act.intents.map((intent) => ({ mutationId: String(act.mutationId), intent })) : [],
      )
      if (kind !== 'bulk-undo') lastBulk = { shopId, done }
      return { ...attempt, acts, state: 'none' }
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') return { ...attempt, state: 'unknown' }
      throw error
    }
  }

  /** A picture of an order that is here, or of one whose form is saved with it. */
  async function addPhoto(device: Device, hand: Hand, step: Step): Promise<Outcome> {
    const { shopId } = attempt
    const { orderId, id, order } = await hand.planPhoto()
    if (orderId === undefined) return { ...attempt, state: 'none' }
    if (order !== undefined) attempt.intents = [order]
    let mutationId: string | null = null
    const save = async (): Promise<void> => void ({ mutationId } = await device.write(shopId, attempt.intents.map(intentToInput)))
    const place = { id, shopId, orderId, draftKey: `photos/${step.token}` }
    return write(async () => {
      await addFile(device, step, place, order && save, (file) => void (attempt.file = file))
      return { mutationId }
    })
  }

  /** Somebody saves what the app offered again; by what was on the screen when it was typed. */
  async function finishForm(device: Device): Promise<Outcome & Done> {
    const found = await desk.takeUp(device)
    if (found === undefined) return { ...attempt, state: 'none' }
    const { shop, intents } = found.form
    attempt = { shopId: shop, intents }
    const inputs = intents.map((intent) => intentToInput(intent.action === 'update' ? ({ ...intent, isStale: true } as Intent) : intent))
    return write(() => found.save((form) => device.write(shop, inputs, form)))
  }

  async function undo(device: Device): Promise<Outcome> {
    const deletion = lastDeletion
    lastDeletion = undefined
    if (deletion === undefined) return { ...attempt, state: 'none' }
    const { id, shopId, collection, rowId, back } = deletion
    attempt = { shopId, intents: [{ action: 'restore', collection, id: rowId, deletion: id }, ...back] }
    return writeRestore(device)
  }

  /** Whoever brings back what this tablet deleted and has not sent takes the deletion back. */
  async function writeRestore(device: Device): Promise<Outcome> {
    const { shopId, intents } = attempt
    const ids = new Set(intents.map((intent) => intent.id))
    const findWaiting = (): string | undefined =>
      device.outbox.waiting.get().findLast(({ ops }) => ops.some((op) => op.action === 'delete' && ids.has(op.id)))?.mutationId
    const waiting = findWaiting()
    attempt.undoes = waiting
    // Where the tablet's own deletion waits, that is the one that goes back.
    attempt.intents = intents.map((intent) => (intent.action === 'restore' && intent.deletion === undefined ? { ...intent, deletion: waiting } : intent))
    // Who is here again already comes back once: what else an undone merge says stays.
    if (intents.length > 1 && (await isShown(device, intents[0]))) attempt.intents = attempt.intents.slice(1)
    const outcome = await write(() => device.write(shopId, intents.map(intentToInput)))
    const isTakenBack = outcome.state === 'written' && outcome.mutationId === null && findWaiting() !== waiting
    return isTakenBack || outcome.state === 'unknown' ? outcome : { ...outcome, undoes: undefined }
  }

  async function write(run: () => Promise<{ mutationId: string | null }>): Promise<Outcome> {
    try {
      const { mutationId } = await run()
      return { ...attempt, state: 'written', mutationId }
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') return { ...attempt, state: 'refused-here', code: error.code }
      if (error instanceof AppError) return { ...attempt, state: 'unknown' }
      throw error
    }
  }

  async function dealWithRefused(device: Device, step: Step): Promise<Outcome & Done> {
    const refused = (await device.refused.list()).sort((a, b) => (a.id < b.id ? -1 : 1))
    const chosen = meantAnyway(pick(refused, step.rolls[1]))
    if (chosen === undefined) return { ...attempt, state: 'none' }
    attempt = { shopId: chosen.shopId, intents: [], discardedRefusedId: chosen.id }
    if (step.kind === 'discard') {
      try {
        await device.refused.discard(chosen.id)
      } catch (error) {
        // The storage is full: it stays on the list, or went from it when only reading it again failed.
        if (error instanceof AppError && error.code === 'UNAVAILABLE') return { ...attempt, state: 'unknown' }
        throw error
      }
      return { ...attempt, state: 'none' }
    }
    const intents = chosen.ops.map((op) => opToIntent(op, chosen.at))
    attempt = { ...attempt, intents: await withSeen(device, chosen.isStripped === true ? await withForgotten(device, intents) : intents) }
    const outcome = await write(() => device.refused.retry(chosen.id))
    return outcome.state === 'refused-here' ? { ...outcome, discardedRefusedId: undefined } : outcome
  }

  return {
    perform,
    /** What was begun when the page died. */
    lastAttempt: (): Outcome & Done => ({ ...attempt, form: desk.current, state: 'unknown' }),
    /** The page is gone. */
    leave: () => desk.leave(),
  }
}

/** What came since was read under the refusal; what they had seen when they first asked tells whose work goes along. */
function meantAnyway(refused: RefusedChange | undefined): RefusedChange | undefined {
  if (refused?.error.code !== 'CHANGED_SINCE') return refused
  return { ...refused, ops: refused.ops.map((op) => (op.action === 'delete' ? { ...op, anyway: op.anyway ?? op.seen } : op)) }
}

/** Whoever undoes a merge puts back what it had set, as they saw it then. */
const toBack = (intent: Intent): Intent[] =>
  intent.action === 'update' ? [{ ...intent, seen: intent.values, values: intent.seen, isStale: true } as Intent] : []

/** No order of the simulation has so many rows that a device sends one number for all. */
const recordOf = (seen: Extract<Op, { action: 'delete' }>['seen']): Record<string, number> | undefined => (typeof seen === 'number' ? undefined : seen)

/** Who tries again means what was meant at first: the same difference, the same lines, money of the same moment. */
function opToIntent(op: Op, at: string): Intent {
  if (op.action === 'create')
    return { action: 'create', collection: op.collection, id: op.id, values: dated.has(op.collection) ? { createdAt: at, ...op.values } : op.values }
  if (op.action === 'delete') return { action: 'delete', collection: op.collection, id: op.id, anyway: recordOf(op.anyway), into: op.into }
  if (op.action === 'restore') return { action: 'restore', collection: op.collection, id: op.id, deletion: op.deletion }
  const sides = (side: 'from' | 'to'): Record<string, Json> => Object.fromEntries(Object.entries(op.changes).map(([field, change]) => [field, change[side]]))
  return { action: 'update', collection: op.collection, id: op.id, seen: sides('from'), values: sides('to') }
}

/**
 * A shop was lost, and with it what the person had seen. Of a plain field they then saw nothing: whoever set what it holds must be
 * told. Of a text they saw the lines that it still has, so that no line of others goes; of a count, what lies there. Who emptied a
 * field, adds no line, or finds it as they wanted it, saw what it holds.
 */
async function withForgotten(device: Device, intents: readonly Intent[]): Promise<Intent[]> {
  const told: Intent[] = []
  for (const intent of intents) {
    if (intent.action !== 'update') {
      told.push(intent)
      continue
    }
    const row = (await device.rows.read(intent.collection as CollectionName, intent.id)) as Record<string, Json> | undefined
    const seen = Object.fromEntries(
      Object.entries(intent.values).map(([field, typed]) => [field, seenOfForgotten(policyOf(intent.collection, field), row?.[field] ?? null, typed)]),
    )
    told.push({ ...intent, seen })
  }
  return told
}

function seenOfForgotten(policy: string, shown: Json, typed: Json): Json {
  if (policy === 'sum' || typed === null || typed === '' || shown === typed) return shown
  if (policy !== 'text') return null
  const wanted = linesOf(typed)
  const common = linesOf(shown).filter((line) => {
    const place = wanted.indexOf(line)
    if (place >= 0) wanted.splice(place, 1)
    return place >= 0
  })
  if (wanted.length === 0) return shown
  return common.length === 0 ? null : common.join('\n')
}

/** What the screen shows of rows that somebody is about to delete: deletions of these kinds say so. */
async function withSeen(device: Device, intents: readonly Intent[]): Promise<Intent[]> {
  const told: Intent[] = []
  for (const intent of intents) {
    if (intent.action !== 'delete' || !sayWhatWasSeen.has(intent.collection)) {
      told.push(intent)
      continue
    }
    const row = await device.rows.read(intent.collection as CollectionName, intent.id)
    // Who goes by a merge that is tried again is gone already: what else the merge says stays.
    if (row === undefined && intent.into !== undefined) continue
    const seen: Record<string, number> = row === undefined ? {} : { [row.id]: row.seq }
    if (intent.collection === 'orders') {
      for (const collection of ['payments', 'costs', 'tasks', 'checklist_selections', 'attachments', 'order_lines', 'estimates', 'messages'] as const) {
        for (const { id, seq } of await device.rows.listOf(collection, 'orderId', intent.id)) seen[id] = seq
      }
    }
    if (intent.collection === 'customers') for (const { id, seq } of await device.rows.listOf('assets', 'customerId', intent.id)) seen[id] = seq
    told.push({ ...intent, seen })
  }
  return told
}

const isBulk = (kind: Step['kind']): kind is BulkKind => (bulkKinds as readonly string[]).includes(kind)

const isShown = async (device: Device, intent: Intent | undefined): Promise<boolean> =>
  intent !== undefined && (await device.rows.read(intent.collection as CollectionName, intent.id)) !== undefined

const sayWhatWasSeen = new Set(['orders', 'customers', 'payments', 'costs', 'tasks', 'assets', 'order_lines', 'estimates'])

function pick<T>(items: readonly T[], roll = 0): T | undefined {
  return items[Math.floor(roll * items.length)]
}

/** `seen` is left to the device where the person looked at the stored row: so its own choice of the base is tried too. */
function intentToInput(intent: Intent): OpInput {
  const collection = intent.collection as CollectionName
  switch (intent.action) {
    case 'create':
      return looseToInput({ action: 'create', collection, id: intent.id, values: intent.values })
    case 'update':
      return looseToInput({ action: 'update', collection, id: intent.id, values: intent.values, ...('isStale' in intent && { seen: intent.seen }) })
    case 'delete':
      return { action: 'delete', collection, id: intent.id, into: intent.into }
    case 'restore':
      return { action: 'restore', collection, id: intent.id, deletion: intent.deletion }
  }
}

class Hand {
  readonly #device: Device
  readonly #shop: string
  readonly #step: Step
  readonly #forms: Map<string, Row>
  readonly #deleted: readonly DeletedRow[]
  #ids = 0

  constructor(device: Device, shop: string, step: Step, forms: Map<string, Row>, deleted: readonly DeletedRow[]) {
    this.#device = device
    this.#shop = shop
    this.#step = step
    this.#forms = forms
    this.#deleted = deleted
  }

  #roll(index: number): number {
    return this.#step.rolls[index] ?? 0
  }

  #word(stem: string): string {
    return `${stem} t${this.#step.token}`
  }

  /** Unique per step and tablet: a token belongs to one step of the plan. */
  #newId(): string {
    return v5(`${this.#device.userId}/${this.#step.token}/${++this.#ids}`, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')
  }

  async #rows(collection: CollectionName, shop = this.#shop): Promise<Row[]> {
    const rows = (await this.#device.rows.list(collection, shop)) as unknown as Row[]
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  async #some(collection: CollectionName, roll: number): Promise<Row | undefined> {
    // Some rows are everybody's work of the day.
    return pick(await this.#rows(collection), this.#roll(roll) ** 2)
  }

  /** A form that was left open shows the row as it was then. */
  #update(collection: CollectionName, row: Row, values: (shown: Row) => Record<string, Json>): Intent[] {
    const form = this.#roll(7) < 0.5 ? this.#forms.get(`${collection}/${row.id}`) : undefined
    const shown = form ?? row
    const typed = values(shown)
    const seen = Object.fromEntries(Object.keys(typed).map((field) => [field, shown[field] ?? null]))
    const intent: Intent = { action: 'update', collection, id: row.id, seen, values: typed }
    return [form === undefined ? intent : ({ ...intent, isStale: true } as Intent)]
  }

  async plan(): Promise<Intent[]> {
    switch (this.#step.kind) {
      case 'drop-off':
        return this.#dropOff()
      case 'customer':
        return [{ action: 'create', collection: 'customers', id: this.#newId(), values: { name: this.#word('Customer') } }]
      case 'order': {
        const customer = await this.#some('customers', 1)
        return customer === undefined ? this.#dropOff() : [this.#order(customer.id)]
      }
      case 'edit-order':
        return this.#on('orders', (row) => this.#editOrder(row))
      case 'note':
        return this.#note()
      case 'status':
        return this.#on('orders', (row) => this.#update('orders', row, () => ({ orderStatusId: pick(statusIds, this.#roll(2)) ?? null })))
      case 'payment':
        return this.#on('orders', (row) => this.#payment(row))
      case 'edit-payment':
        return this.#on('payments', (row) => this.#update('payments', row, () => ({ paymentAmount: this.#amount() })))
      case 'cost':
        return this.#on('orders', ({ id }) => [
          { action: 'create', collection: 'costs', id: this.#newId(), values: { orderId: id, costAmount: this.#amount(), costText: this.#word('part') } },
        ])
      case 'product':
        return this.#product()
      case 'stock':
        return this.#on('products', (row) => this.#update('products', row, (shown) => this.#stock(shown)))
      case 'task':
        return this.#task()
      case 'edit-task':
        return this.#on('tasks', (row) => this.#update('tasks', row, (shown) => ({ completed: shown['completed'] !== true })))
      case 'tick':
        return this.#tick()
      case 'untick':
        return this.#on('checklist_selections', ({ id }) => [{ action: 'delete', collection: 'checklist_selections', id }])
      case 'category': {
        const parent = await this.#some('categories', 1)
        const parentId = this.#roll(2) < 0.7 ? (parent?.id ?? null) : null
        return [{ action: 'create', collection: 'categories', id: this.#newId(), values: { name: this.#word('shelf'), parentId } }]
      }
      case 'move-category': {
        const target = await this.#some('categories', 2)
        return this.#on('categories', (row) =>
          this.#update('categories', row, () => ({ parentId: this.#roll(3) < 0.15 || target === undefined ? null : target.id })),
        )
      }
      case 'supplier':
        return [{ action: 'create', collection: 'suppliers', id: this.#newId(), values: { supplierName: this.#word('supplier') } }]
      case 'edit-customer':
        return this.#on('customers', (row) =>
          this.#update('customers', row, (): Record<string, Json> =>
            this.#roll(2) < 0.5 ? { name: this.#word('Customer') } : { email: `t${this.#step.token}@example.com` },
          ),
        )
      case 'assign': {
        const employee = await this.#some('employees', 2)
        return this.#on('orders', (row) => this.#update('orders', row, () => ({ assignedEmployeeId: this.#roll(3) < 0.2 ? null : (employee?.id ?? null) })))
      }
      case 'delete': {
        const collection = pick(deletable, this.#roll(2)) ?? 'tasks'
        return this.#on(collection, ({ id }) => [{ action: 'delete', collection, id }])
      }
      case 'delete-customer': {
        const customer = pick(await this.#idleCustomers(), this.#roll(1))
        return customer === undefined ? [] : [{ action: 'delete', collection: 'customers', id: customer.id }]
      }
      case 'order-of-idle-customer': {
        const customer = pick(await this.#idleCustomers(), this.#roll(1))
        return customer === undefined ? [] : [this.#order(customer.id)]
      }
      case 'restore': {
        const rows = this.#deleted.filter(({ shopId }) => shopId === this.#shop)
        const orders = rows.filter(({ collection }) => collection === 'orders')
        const row = pick(this.#roll(2) < 0.5 && orders.length > 0 ? orders : rows, this.#roll(1))
        // From the list of what was deleted, as it was read before somebody else deleted the row too.
        return row === undefined
          ? []
          : [
              {
                action: 'restore',
                collection: row.collection,
                id: row.id,
                deletion: this.#roll(3) < 0.7 && /-.*-/.test(row.deletions[0] ?? '') ? row.deletions[0] : undefined,
              },
            ]
      }
      case 'open-form':
        return this.#openForms()
      case 'device':
      case 'edit-device':
      case 'choose-device':
      case 'delete-device':
      case 'passcode':
      case 'show-passcode':
      case 'finish-order':
      case 'caption':
      case 'delete-file':
        return planAtCounter(this.#step.kind, this.#tools())
      case 'merge':
      case 'customer-phone':
      case 'customer-device':
      case 'order-of-device':
        return planForCustomers(this.#step.kind, this.#tools())
      case 'line':
      case 'line-quantity':
      case 'line-product':
      case 'line-switch':
      case 'line-price':
      case 'delete-line':
      case 'count-part':
      case 'quote':
      case 'refund':
        return planAtBench(this.#step.kind, this.#tools())
      case 'estimate':
      case 'edit-estimate':
      case 'wait-for-approval':
      case 'answer-estimate':
      case 'withdraw-estimate':
      case 'delete-estimate':
        return planEstimate(this.#step.kind, this.#tools())
      case 'message':
      case 'cancel-message':
      case 'answer-failed':
      case 'delete-message':
      case 'reach':
      case 'opt-out':
        return planMessage(this.#step.kind, this.#tools())
      case 'bulk-status':
      case 'bulk-assign':
      case 'bulk-delete':
      case 'bulk-undo':
      case 'photo':
      case 'photo-drop-off':
      case 'retry':
      case 'discard':
      case 'undo':
      case 'finish-form':
        return []
    }
  }

  /** The order that a picture is for: mostly some, now and then the one that has the most. */
  async planPhoto(): Promise<{ id: string; orderId: string | undefined; order?: Intent }> {
    const id = this.#newId()
    if (this.#step.kind === 'photo-drop-off') {
      const customer = await this.#some('customers', 1)
      const order = customer && this.#order(customer.id)
      return { id, orderId: order?.id, ...(order && { order }) }
    }
    const orders = await this.#rows('orders')
    if (this.#roll(6) < 0.9) return { id, orderId: pick(orders, this.#roll(1) ** 2)?.id }
    const countByOrder = Map.groupBy(await this.#rows('attachments'), (file) => file['orderId'])
    return { id, orderId: orders.toSorted((a, b) => (countByOrder.get(b.id)?.length ?? 0) - (countByOrder.get(a.id)?.length ?? 0))[0]?.id }
  }

  planBulk(kind: BulkKind, former: BulkRun | undefined): Promise<Intent[]> {
    return planBulkActs(kind, this.#tools(former?.shopId), former)
  }

  #tools(shop?: string): Tools {
    return {
      token: this.#step.token,
      roll: (index) => this.#roll(index),
      word: (stem) => this.#word(stem),
      newId: () => this.#newId(),
      order: (customerId, more) => this.#order(customerId, more),
      rows: (collection) => this.#rows(collection, shop),
      update: (collection, row, values) => this.#update(collection, row, values),
      written: (text) => this.#written(text),
      rules: () => this.#device.sync.bootstrap.get()?.shops.find(({ id }) => id === this.#shop)?.messageRules ?? [],
    }
  }

  async #on(collection: CollectionName, make: (row: Row) => Intent[]): Promise<Intent[]> {
    const row = await this.#some(collection, 1)
    return row === undefined ? [] : make(row)
  }

  /** Customers whom nothing keeps from being deleted. */
  async #idleCustomers(): Promise<Row[]> {
    const busy = new Set((await this.#rows('orders')).map((order) => order['customerId']))
    return (await this.#rows('customers')).filter(({ id }) => !busy.has(id))
  }

  async #openForms(): Promise<Intent[]> {
    for (const collection of ['orders', 'products', 'customers', 'categories', 'payments', 'tasks', 'order_lines'] as const) {
      for (const row of await this.#rows(collection)) this.#forms.set(`${collection}/${row.id}`, row)
    }
    return []
  }

  #amount(): number {
    return (Math.floor(this.#roll(3) * 20_000) + 1) / 100
  }

  #order(customerId: string, more: Record<string, Json> = {}): Intent {
    const values = { customerId, orderStatusId: pick(statusIds, this.#roll(3)) ?? '', itemDetails: this.#word('Phone'), issueDescription: this.#word('issue') }
    return { action: 'create', collection: 'orders', id: this.#newId(), values: { ...values, ...more } }
  }

  #dropOff(): Intent[] {
    const customer: Intent = { action: 'create', collection: 'customers', id: this.#newId(), values: { name: this.#word('Customer') } }
    const order = this.#order(customer.id)
    if (this.#roll(4) < 0.6) return [customer, order]
    return [customer, order, { action: 'create', collection: 'payments', id: this.#newId(), values: { orderId: order.id, paymentAmount: this.#amount() } }]
  }

  #editOrder(row: Row): Intent[] {
    const roll = this.#roll(2)
    return this.#update('orders', row, (shown): Record<string, Json> => {
      if (roll < 0.35) return { quotedCost: String(this.#step.token) }
      if (roll < 0.6) return { itemDetails: this.#word('Phone'), quotedCost: String(this.#step.token) }
      if (roll < 0.75) return { priority: shown['priority'] !== true }
      if (roll < 0.85) return { dueTimestamp: new Date(Date.UTC(2026, 3, 1) + this.#step.token * 3_600_000).toISOString() }
      return { itemDetails: this.#word('Phone'), orderNotes: this.#written(shown['orderNotes']) }
    })
  }

  /** Adds a line at the end, at the start or in between, or takes one of somebody away that is not the first. */
  #written(text: Json | undefined): string {
    const lines = typeof text === 'string' && text !== '' ? text.split('\n') : []
    const own = this.#word('line')
    const added = this.#roll(4) < 0.35 ? commonLine : own
    const roll = this.#roll(5)
    if (lines.length === 0) return added
    if (roll < 0.5) return [...lines, added].join('\n')
    if (roll < 0.6) return [added, ...lines].join('\n')
    const place = 1 + Math.floor(this.#roll(6) * (lines.length - 1))
    if (roll < 0.8 || lines.length < 2 || lines[place] === commonLine) return [...lines.slice(0, place), added, ...lines.slice(place)].join('\n')
    const rest = lines.filter((_, index) => index !== place)
    return (roll < 0.9 ? rest : [...rest, own]).join('\n')
  }

  async #note(): Promise<Intent[]> {
    const [collection, field] = pick(noteFields, this.#roll(2)) ?? ['orders', 'orderNotes']
    return this.#on(collection, (row) => this.#update(collection, row, (shown) => ({ [field]: this.#written(shown[field]) })))
  }

  #payment(order: Row): Intent[] {
    const payment: Intent = { action: 'create', collection: 'payments', id: this.#newId(), values: { orderId: order.id, paymentAmount: this.#amount() } }
    if (this.#roll(4) < 0.5) return [payment]
    if (this.#roll(4) < 0.7)
      return [{ action: 'create', collection: 'suppliers', id: this.#newId(), values: { supplierName: this.#word('supplier') } }, payment]
    return [payment, ...this.#update('orders', order, () => ({ quotedCost: String(this.#step.token) }))]
  }

  async #product(): Promise<Intent[]> {
    const category = await this.#some('categories', 1)
    const supplier = await this.#some('suppliers', 2)
    const values = {
      name: this.#word('Screen'),
      inventoryCount: Math.floor(this.#roll(3) * 6),
      supplierId: this.#roll(4) < 0.5 ? (supplier?.id ?? null) : null,
    }
    const make = (categoryId: string): Intent => ({
      action: 'create',
      collection: 'products',
      id: this.#newId(),
      values: { ...values, categoryHierarchyId: categoryId },
    })
    if (category !== undefined) return [make(category.id)]
    const shelf: Intent = { action: 'create', collection: 'categories', id: this.#newId(), values: { name: this.#word('shelf'), parentId: null } }
    return [shelf, make(shelf.id)]
  }

  /** Takes parts, brings parts, or counts what lies on the shelf. */
  #stock(shown: Row): Record<string, Json> {
    const count = Number(shown['inventoryCount'])
    const roll = this.#roll(2)
    // Nobody counts fewer than none, however far lines took it.
    if (roll < 0.6) return { inventoryCount: Math.max(0, count - 1 - Math.floor(this.#roll(3) * 3)) }
    return { inventoryCount: roll < 0.85 ? Math.max(0, count + 1 + Math.floor(this.#roll(3) * 4)) : Math.floor(this.#roll(3) * 12) }
  }

  async #task(): Promise<Intent[]> {
    const order = await this.#some('orders', 1)
    const values = { description: this.#word('task'), orderId: this.#roll(2) < 0.7 ? (order?.id ?? null) : null }
    return [{ action: 'create', collection: 'tasks', id: this.#newId(), values }]
  }

  async #tick(): Promise<Intent[]> {
    const item = await this.#some('checklist_items', 2)
    if (item === undefined) return []
    return this.#on('orders', ({ id }) => [
      { action: 'create', collection: 'checklist_selections', id: v5(item.id, id), values: { orderId: id, dropoffChecklistId: item.id } },
    ])
  }
}
