import { v5 } from 'uuid'
import type { Op } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Device } from '#web/device/device-types.ts'
import { looseToInput, type OpInput } from '#web/device/rows/op-input.ts'
import type { Step } from '../plan.ts'
import type { AddedFile, Intent, StepOutcome } from '../protocol.ts'
import { createHash } from 'node:crypto'
import type { FileFacts } from '#web/device/files/files-store.ts'

/** Turns a step of the plan into what a person at this tablet would do with the rows that it shows at that moment. */

type Row = { id: string; shopId: string } & Record<string, Json>
type Attempt = { shopId: string; intents: Intent[]; discardedRefusedId?: string | undefined; file?: AddedFile }
type Outcome = Attempt & StepOutcome

// An order that was Fixed keeps since when, also where that is heard late.
const statusIds = Object.entries(orderStatusIdByName).flatMap(([name, id]) => (name === 'Fixed' ? [] : [id]))
const noteFields: [collection: CollectionName, field: string][] = [
  ['orders', 'orderNotes'],
  ['orders', 'orderNotes'],
  ['orders', 'additionalRequests'],
  ['orders', 'issueDescription'],
  ['customers', 'customerNotes'],
  ['products', 'description'],
]
/** What everybody writes again and again; nobody takes it away, so that it need only be counted. */
const commonLine = '1x screw M3'
const deletable: CollectionName[] = ['orders', 'orders', 'customers', 'payments', 'attachments', 'categories']

export function createStepWriter() {
  let attempt: Attempt = { shopId: '', intents: [] }
  /** Rows as forms show them that somebody left open. */
  const openForms = new Map<string, Row>()

  async function perform(device: Device, step: Step): Promise<Outcome> {
    const shopId = pick((device.sync.bootstrap.get()?.shops ?? []).map(({ id }) => id).sort(), step.rolls[0])
    attempt = { shopId: shopId ?? '', intents: [] }
    if (shopId === undefined) return { ...attempt, state: 'none' }
    if (step.kind === 'retry' || step.kind === 'discard') return dealWithRefused(device, step)
    const hand = new IntentWriter(device, shopId, step, openForms)
    if (step.kind === 'photo') {
      const photo = await hand.planPhoto()
      if (photo === undefined) return { ...attempt, state: 'none' }
      return write(async () => {
        await addPhoto(device, photo, (file) => void (attempt.file = file))
        return { mutationId: null }
      })
    }
    attempt.intents = await hand.plan(step.kind)
    if (attempt.intents.length === 0) return { ...attempt, state: 'none' }
    return write(() => device.write(shopId, attempt.intents.map(intentToInput)))
  }

  async function write(run: () => Promise<{ mutationId: string | null }>): Promise<Outcome> {
    try {
      const { mutationId } = await run()
      return { ...attempt, state: 'written', mutationId }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...attempt, state: error.code === 'UNAVAILABLE' ? 'unknown' : 'refused-here' }
    }
  }

  async function dealWithRefused(device: Device, step: Step): Promise<Outcome> {
    const refused = (await device.refused.list()).sort((a, b) => (a.id < b.id ? -1 : 1))
    const chosen = pick(refused, step.rolls[1])
    if (chosen === undefined) return { ...attempt, state: 'none' }
    attempt = { shopId: chosen.shopId, intents: [], discardedRefusedId: chosen.id }
    if (step.kind === 'discard') {
      await device.refused.discard(chosen.id)
      return { ...attempt, state: 'none' }
    }
    attempt.intents = chosen.ops.map((op) => opToIntent(op, chosen.at))
    const outcome = await write(() => device.refused.retry(chosen.id))
    return outcome.state === 'refused-here' ? { ...outcome, discardedRefusedId: undefined } : outcome
  }

  /** `lastAttempt`: what was begun when the page died. */
  return { perform, lastAttempt: (): Outcome => ({ ...attempt, state: 'unknown' }) }
}

/** Who tries again means what was meant at first: the same difference, the same lines, money of the same moment. */
function opToIntent(op: Op, at: string): Intent {
  const { collection, id } = op
  if (op.action === 'create') return { action: 'create', collection, id, values: collection === 'payments' ? { createdAt: at, ...op.values } : op.values }
  if (op.action !== 'update') return { action: 'delete', collection, id }
  const sides = (side: 'from' | 'to'): Record<string, Json> => Object.fromEntries(Object.entries(op.changes).map(([field, change]) => [field, change[side]]))
  return { action: 'update', collection, id, seen: sides('from'), values: sides('to') }
}

function pick<T>(items: readonly T[], roll = 0): T | undefined {
  return items[Math.floor(roll * items.length)]
}

/** `seen` is left to the device where the person looked at the stored row: so its own choice of the base is tried too. */
function intentToInput(intent: Intent): OpInput {
  const { id } = intent
  const collection = intent.collection as CollectionName
  if (intent.action === 'delete') return { action: 'delete', collection, id }
  if (intent.action === 'create') return looseToInput({ action: 'create', collection, id, values: intent.values })
  return looseToInput({ action: 'update', collection, id, values: intent.values, ...(intent.isStale === true && { seen: intent.seen }) })
}

class IntentWriter {
  readonly #device: Device
  readonly #shop: string
  readonly #step: Step
  readonly #forms: Map<string, Row>
  #ids = 0

  constructor(device: Device, shop: string, step: Step, forms: Map<string, Row>) {
    this.#device = device
    this.#shop = shop
    this.#step = step
    this.#forms = forms
  }

  #roll(index: number): number {
    return this.#step.rolls[index] ?? 0
  }

  /** Words that no other step types. */
  #word(stem: string): string {
    return `${stem} t${this.#step.token}`
  }

  /** Unique per step and tablet: a token belongs to one step of the plan. */
  #newId(): string {
    return v5(`${this.#device.userId}/${this.#step.token}/${++this.#ids}`, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')
  }

  async #rows(collection: CollectionName): Promise<Row[]> {
    const rows = (await this.#device.rows.list(collection, this.#shop)) as unknown as Row[]
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Some rows are everybody's work of the day. */
  async #on(collection: CollectionName, make: (row: Row) => Intent[]): Promise<Intent[]> {
    const row = pick(await this.#rows(collection), this.#roll(1) ** 2)
    return row === undefined ? [] : make(row)
  }

  #create(collection: CollectionName, values: Record<string, Json>): Intent {
    return { action: 'create', collection, id: this.#newId(), values }
  }

  /** A form that was left open shows the row as it was then. */
  #update(collection: CollectionName, row: Row, values: (shown: Row) => Record<string, Json>): Intent[] {
    const form = this.#roll(7) < 0.5 ? this.#forms.get(`${collection}/${row.id}`) : undefined
    const shown = form ?? row
    const typed = values(shown)
    const seen = Object.fromEntries(Object.keys(typed).map((field) => [field, shown[field] ?? null]))
    return [{ action: 'update', collection, id: row.id, seen, values: typed, isStale: form !== undefined }]
  }

  async plan(kind: Exclude<Step['kind'], 'photo' | 'retry' | 'discard'>): Promise<Intent[]> {
    switch (kind) {
      case 'drop-off':
        return this.#dropOff()
      case 'customer':
        return [this.#create('customers', { name: this.#word('Customer') })]
      case 'order':
        return this.#on('customers', ({ id }) => [this.#order(id)])
      case 'edit-order':
        return this.#on('orders', (row) => this.#editOrder(row))
      case 'note': {
        const [collection, field] = pick(noteFields, this.#roll(2)) ?? ['orders', 'orderNotes']
        return this.#on(collection, (row) => this.#update(collection, row, (shown) => ({ [field]: this.#written(shown[field]) })))
      }
      case 'status':
        return this.#on('orders', (row) => this.#update('orders', row, () => ({ orderStatusId: pick(statusIds, this.#roll(2)) ?? null })))
      case 'payment':
        return this.#on('orders', (row) => {
          const payment = this.#create('payments', { orderId: row.id, paymentAmount: this.#amount() })
          return this.#roll(4) < 0.7 ? [payment] : [payment, ...this.#update('orders', row, () => ({ quotedCost: String(this.#step.token) }))]
        })
      case 'edit-payment':
        return this.#on('payments', (row) => this.#update('payments', row, () => ({ paymentAmount: this.#amount() })))
      case 'product':
        return this.#product()
      case 'stock':
        return this.#on('products', (row) => this.#update('products', row, (shown) => this.#stock(shown)))
      case 'edit-customer':
        return this.#on('customers', (row) =>
          this.#update('customers', row, (): Record<string, Json> =>
            this.#roll(2) < 0.5 ? { name: this.#word('Customer') } : { email: `t${this.#step.token}@example.com` },
          ),
        )
      case 'delete': {
        const collection = pick(deletable, this.#roll(2)) ?? 'orders'
        return this.#on(collection, ({ id }) => [{ action: 'delete', collection, id }])
      }
      case 'delete-customer':
      case 'order-of-idle-customer': {
        // Customers whom nothing keeps from being deleted.
        const busy = new Set((await this.#rows('orders')).map((order) => order['customerId']))
        const idle = (await this.#rows('customers')).filter(({ id }) => !busy.has(id))
        const customer = pick(idle, this.#roll(1))
        if (customer === undefined) return []
        return [kind === 'delete-customer' ? { action: 'delete', collection: 'customers', id: customer.id } : this.#order(customer.id)]
      }
      case 'open-form':
        for (const collection of ['orders', 'products', 'customers', 'payments'] as const)
          for (const row of await this.#rows(collection)) this.#forms.set(`${collection}/${row.id}`, row)
        return []
    }
  }

  async planPhoto(): Promise<{ id: string; shopId: string; orderId: string; word: string } | undefined> {
    const order = pick(await this.#rows('orders'), this.#roll(1) ** 2)
    return order && { id: this.#newId(), shopId: this.#shop, orderId: order.id, word: this.#word('photo') }
  }

  #amount(): number {
    return (Math.floor(this.#roll(3) * 20_000) + 1) / 100
  }

  #order(customerId: string): Intent {
    const values = { customerId, orderStatusId: pick(statusIds, this.#roll(3)) ?? '', itemDetails: this.#word('Phone'), issueDescription: this.#word('issue') }
    return this.#create('orders', values)
  }

  #dropOff(): Intent[] {
    const customer = this.#create('customers', { name: this.#word('Customer') })
    const order = this.#order(customer.id)
    if (this.#roll(4) < 0.6) return [customer, order]
    return [customer, order, this.#create('payments', { orderId: order.id, paymentAmount: this.#amount() })]
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

  /** On a shelf that is there, or with one of its own. */
  async #product(): Promise<Intent[]> {
    const values = { name: this.#word('Screen'), inventoryCount: Math.floor(this.#roll(3) * 6) }
    const shelf = this.#create('categories', { name: this.#word('shelf'), parentId: null })
    if (this.#roll(4) < 0.3) return this.#roll(5) < 0.5 ? [shelf] : [shelf, this.#create('products', { ...values, categoryHierarchyId: shelf.id })]
    return this.#on('categories', ({ id }) => [this.#create('products', { ...values, categoryHierarchyId: id })])
  }

  /** Takes parts, brings parts, or counts what lies on the shelf. */
  #stock(shown: Row): Record<string, Json> {
    const count = Number(shown['inventoryCount'])
    const roll = this.#roll(2)
    if (roll < 0.6) return { inventoryCount: Math.max(0, count - 1 - Math.floor(this.#roll(3) * 3)) }
    return { inventoryCount: roll < 0.85 ? count + 1 + Math.floor(this.#roll(3) * 4) : Math.floor(this.#roll(3) * 12) }
  }
}

const photoBytes = [0xff, 0xd8, 0xff]

/** Adds a picture of a few bytes to an order. `onBegun` hears what is about to be kept. */
async function addPhoto(
  device: Device,
  { id, shopId, orderId, word }: { id: string; shopId: string; orderId: string; word: string },
  onBegun: (file: AddedFile) => void,
): Promise<void> {
  const content = new Uint8Array([...photoBytes, ...Buffer.from(word)])
  const facts: FileFacts = {
    kind: 'photo',
    fileName: word,
    mimeType: 'image/jpeg',
    byteSize: content.length,
    width: null,
    height: null,
    sha256: createHash('sha256').update(content).digest('hex'),
    caption: word,
    forCustomer: false,
    takenAt: '2026-03-02T09:00:00.000Z',
  }
  onBegun({ id, shopId, values: { orderId, ...facts }, base64: Buffer.from(content).toString('base64') })
  const room = await device.files.open()
  const thumbnail = new Uint8Array([...photoBytes, 1]).buffer
  await room.add({ id, shopId, orderId, draftKey: `photos/${word}`, facts, content: content.buffer, thumbnail, thumbnailType: 'image/jpeg' })
}
