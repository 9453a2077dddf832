import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { DeleteIntent, Intent } from '../protocol.ts'
import { addressOf, findMessageFault, MessageMemory } from './message-memory.ts'
import { factsByCollection, factsOf, filesPerOrder, isDone, isFinished, linesOf, policyOf, textOf } from './oracle-facts.ts'

/**
 * What the shops' data must be, worked out from what people meant, in the order in which the server took it. Texts are
 * lines and how often each is there (those that repeat are only ever added), stock is a number that differences change, all else is set.
 */

export type Lines = ReadonlyMap<string, number>

type Writing = {
  stepId: string
  account: string | undefined
  userId: string
  after: number
  heardAtMs: number
  isArrival: boolean
  /** Of the server by itself: it counts where nobody's does. */
  isServers: boolean
}

export type ModelRow = {
  readonly collection: string
  readonly id: string
  readonly shopId: string
  readonly values: Readonly<Record<string, Json | Lines>>
  readonly isDeleted: boolean
  /** Step that deleted the row. */
  readonly deletedWith: string | null
  /** Who made the row, or last set a field of it, and when by the server's clock. */
  readonly made: Doing
  readonly set: Readonly<Record<string, Doing>>
  /** Of a deleted customer: who took over. Of what has a customer: whose it was before a merge. */
  readonly mergedInto?: string | undefined
  readonly mergedFrom?: string | undefined
  /** Steps that deleted it when it was deleted already. */
  readonly alsoDeletedWith?: readonly string[]
  /** Of an order: it is over, and was Fixed since it is. */
  readonly isFixed?: boolean
  /** Whose steps wrote it, when they arrived, and the end of the feed just before each. */
  readonly writings?: readonly Writing[]
}

const numberFields = [
  ['countryCode', 'phone'],
  ['alternateCountryCode', 'alternatePhone'],
] as const

const isNumberField = (field: string): boolean => numberFields.some((pair) => (pair as readonly string[]).includes(field))

type Doing = { userId: string | null; atMs: number }

/** `atMs`: where it stands in the history. */
export type Hop = { orderId: string; statusId: string; mutationId: string; atMs: number; /** It gave way to what was set later. */ isPassed: boolean }
export type ToldNotice = { userId: string; shopId: string; kind: string; rowId: string }
/** Why the count of a part is another one than before. `orderId`: of the line that took it or gave it back. */
export type Movement = { productId: string; delta: number; countAfter: number; reason: 'line' | 'count'; orderId: string | null; userId: string }
/** What its link showed when it was sent. */
export type SentEstimate = { estimateId: string; shopId: string; lines: Held; total: Held; note: Held; validUntil: string }
/** Somebody looked at the passcode of an order. */
type Look = { shopId: string; orderId: string }
export type Decision = { isApplied: boolean; userId: string | null; shopId: string; receivedAt: number }

/** An activity that must exist: its text holds every part. */
export type ExpectedActivity = { shopId: string; parts: string[] }

export type ModelCaller = { userId: string; shops: ReadonlySet<string>; privileges: ReadonlySet<string> }
export type ModelStep = {
  id: string
  shopId: string
  intents: readonly Intent[]
  isMalformed?: boolean
  /** By the server's clock. */
  stepAtMs?: number
  heardAtMs?: number
  /** Tablet and person; none for other ways. */
  account?: string | undefined
  /** Steps that another tablet wrote before its profile was copied to this one. */
  copiedIds?: ReadonlySet<string> | undefined
}

class Refused extends Error {}

/** Kinds of rows whose authors are told when their work goes along with a deletion. */
const haveAuthors = new Set('orders customers tasks payments costs checklist_selections attachments assets order_lines estimates messages'.split(' '))

const keyOf = (collection: string, id: string): string => `${collection}/${id}`

export class Model {
  rows = new Map<string, ModelRow>()
  hops: Hop[] = []
  notices: ToldNotice[] = []
  looks: Look[] = []
  movements: Movement[] = []
  /** By the token of a customer's link. */
  links = new Map<string, SentEstimate>()
  messages = new MessageMemory()
  activities: ExpectedActivity[] = []
  activityCountByShop = new Map<string, number>()
  headByShop = new Map<string, number>()
  decided = new Map<string, Decision>()
  shopsByUser = new Map<string, Set<string>>()
  privilegesByUser = new Map<string, Set<string>>()

  copy(): Model {
    const copy = new Model()
    copy.rows = new Map(this.rows)
    copy.hops = [...this.hops]
    copy.notices = [...this.notices]
    copy.looks = [...this.looks]
    copy.movements = [...this.movements]
    copy.links = new Map(this.links)
    copy.messages = this.messages.copy()
    copy.activities = [...this.activities]
    copy.activityCountByShop = new Map(this.activityCountByShop)
    copy.headByShop = new Map(this.headByShop)
    copy.decided = new Map(this.decided)
    copy.shopsByUser = new Map([...this.shopsByUser].map(([user, shops]) => [user, new Set(shops)]))
    copy.privilegesByUser = new Map([...this.privilegesByUser].map(([user, privileges]) => [user, new Set(privileges)]))
    return copy
  }

  callerOf(userId: string): ModelCaller {
    return { userId, shops: this.shopsByUser.get(userId) ?? new Set(), privileges: this.privilegesByUser.get(userId) ?? new Set() }
  }

  find(collection: string, id: string): ModelRow | undefined {
    return this.rows.get(keyOf(collection, id))
  }

  living(collection: string, shopId: string): ModelRow[] {
    return [...this.rows.values()].filter((row) => row.collection === collection && row.shopId === shopId && !row.isDeleted)
  }

  /** Nobody is told any more of a shop that they left. */
  forgetNotices(userId: string, shopId: string): void {
    this.notices = this.notices.filter((notice) => notice.userId !== userId || notice.shopId !== shopId)
  }

  /** A content that the server took. @throws Error when its row is not there to be stored for */
  store(userId: string, id: string, atMs: number): boolean {
    const shopId = this.find('attachments', id)?.shopId ?? ''
    const trial = new Trial(this, this.callerOf(userId), { id: `content of ${id}`, shopId, intents: [], stepAtMs: atMs, heardAtMs: atMs }, false)
    const isNew = trial.store(id)
    trial.keep()
    return isNew
  }

  /** Staff send an estimate: the version before waits no more. Answers what its link shows, or why it may not be sent. */
  send(userId: string, shopId: string, id: string, atMs: number): SentEstimate | string {
    const trial = new Trial(this, this.callerOf(userId), { id: `sending ${id}`, shopId, intents: [], stepAtMs: atMs, heardAtMs: atMs }, false)
    try {
      const sent = trial.send(id)
      trial.keep()
      return sent
    } catch (error) {
      if (error instanceof Refused) return error.message
      throw error
    }
  }

  /** Whether somebody who has the link may answer now. */
  isOpen(token: string, atMs: number): boolean {
    const link = this.links.get(token)
    const estimate = link && this.find('estimates', link.estimateId)
    if (link === undefined || estimate === undefined || estimate.isDeleted) return false
    const until = estimate.values['validUntil']
    return estimate.values['state'] === 'sent' && typeof until === 'string' && Date.parse(until) > atMs
  }

  /** The customer has answered by their link. */
  answer(token: string, isApproved: boolean, name: string, atMs: number): void {
    const { estimateId = '', shopId = '' } = this.links.get(token) ?? {}
    const caller = { userId: '', shops: new Set([shopId]), privileges: new Set<string>() }
    const trial = new Trial(this, caller, { id: `answer to ${estimateId}`, shopId, intents: [], stepAtMs: atMs, heardAtMs: atMs }, false)
    trial.answer(estimateId, isApproved, name)
    trial.keep()
  }

  /** The server made a message, or notes what became of it. */
  writeMessage(shopId: string, id: string, values: Readonly<Record<string, Json>>, atMs: number): void {
    const caller = { userId: '', shops: new Set([shopId]), privileges: new Set<string>() }
    const trial = new Trial(this, caller, { id: `message ${id}`, shopId, intents: [], stepAtMs: atMs, heardAtMs: atMs }, false)
    trial.writeMessage(id, values)
    trial.keep()
  }

  /** Somebody's command was noted in the log. */
  noteActivity(shopId: string): void {
    this.activityCountByShop.set(shopId, (this.activityCountByShop.get(shopId) ?? 0) + 1)
    this.headByShop.set(shopId, (this.headByShop.get(shopId) ?? 0) + 1)
  }

  /** Takes the step if it must be taken; otherwise nothing changes, and the reason comes back. */
  take(caller: ModelCaller, step: ModelStep, isAdministration = false): { isApplied: true; marks: string[] } | { isApplied: false; why: string } {
    const trial = new Trial(this, caller, step, isAdministration)
    try {
      trial.run()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { isApplied: false, why: error.message }
    }
    trial.keep()
    return { isApplied: true, marks: trial.marks }
  }
}

/** One mutation on its way: all of it is kept, or nothing. */
class Trial {
  readonly #model: Model
  readonly #caller: ModelCaller
  readonly #step: ModelStep
  readonly #isAdministration: boolean
  readonly #changed = new Map<string, ModelRow>()
  readonly #hops: Hop[] = []
  readonly #notices: ToldNotice[] = []
  readonly #looks: Look[] = []
  readonly #movements: Movement[] = []
  /** Failed messages that go again. */
  readonly #repeated: string[] = []
  readonly #activities: ExpectedActivity[] = []
  /** What the step met. */
  readonly marks: string[] = []
  #places = 0
  #activityCount = 0

  constructor(model: Model, caller: ModelCaller, step: ModelStep, isAdministration: boolean) {
    this.#model = model
    this.#caller = caller
    this.#step = step
    this.#isAdministration = isAdministration
  }

  run(): void {
    const { shopId, intents, isMalformed } = this.#step
    if (isMalformed === true) throw new Refused('it does not parse')
    if (!this.#caller.shops.has(shopId)) throw new Refused('not a member')
    for (const intent of intents) {
      if (intent.action === 'create') this.#create(intent)
      else if (intent.action === 'update') this.#update(intent)
      else if (intent.action === 'delete') this.#delete(intent)
      else this.#restore(intent)
    }
  }

  keep(): void {
    const model = this.#model
    const { shopId } = this.#step
    for (const [key, row] of this.#changed) model.rows.set(key, row)
    model.hops.push(...this.#hops)
    model.messages.unseen.push(...this.#hops)
    for (const id of this.#repeated) model.messages.repeats.set(id, (model.messages.repeats.get(id) ?? 0) + 1)
    model.notices.push(...this.#notices)
    model.looks.push(...this.#looks)
    model.movements.push(...this.#movements)
    model.activities.push(...this.#activities)
    model.activityCountByShop.set(shopId, (model.activityCountByShop.get(shopId) ?? 0) + this.#activityCount)
    model.headByShop.set(shopId, (model.headByShop.get(shopId) ?? 0) + this.#places)
  }

  #find(collection: string, id: string): ModelRow | undefined {
    return this.#changed.get(keyOf(collection, id)) ?? this.#model.find(collection, id)
  }

  /** `arrival`: what the row tells of is the same, its content came; nobody overlooks that. */
  #put(row: ModelRow, way?: 'arrival' | 'server'): void {
    const writing = {
      isArrival: way === 'arrival',
      isServers: way === 'server',
      stepId: this.#step.id,
      account: this.#step.account,
      userId: this.#caller.userId,
      heardAtMs: this.#step.heardAtMs ?? 0,
      after: this.#model.headByShop.get(row.shopId) ?? 0,
    }
    this.#changed.set(keyOf(row.collection, row.id), row.isDeleted ? row : { ...row, alsoDeletedWith: [], writings: [...(row.writings ?? []), writing] })
    this.#places++
  }

  #tell(...parts: string[]): void {
    this.#activityCount++
    this.#places++
    if (parts.length > 0) this.#activities.push({ shopId: this.#step.shopId, parts })
  }

  #own(collection: string, id: string): ModelRow {
    const row = this.#find(collection, id)
    if (row === undefined || row.shopId !== this.#step.shopId) throw new Refused(`no such row: ${collection}/${id}`)
    return row
  }

  #isLiving(collection: string, id: Json | Lines | undefined): boolean {
    if (typeof id !== 'string') return true
    const row = this.#find(collection, id)
    return row !== undefined && row.shopId === this.#step.shopId && !row.isDeleted
  }

  #checkLinks(collection: string, values: Readonly<Record<string, Json | Lines | undefined>>, fields?: ReadonlySet<string>): void {
    for (const { field, to } of factsOf(collection).links) {
      if (fields !== undefined && !fields.has(field)) continue
      if (!this.#isLiving(to, values[field])) throw new Refused(`${collection}.${field} leads nowhere`)
    }
  }

  #create({ collection, id, values: meant }: Extract<Intent, { action: 'create' }>): void {
    const facts = factsOf(collection)
    const { values: followed, origin } = this.#followMerged(collection, meant)
    const values = collection === 'messages' ? this.#address(followed) : followed
    if (!this.#isAdministration && ['employees', 'checklist_items', 'activities'].includes(collection)) throw new Refused('not by this way')
    const existing = this.#find(collection, id)
    if (existing !== undefined && (collection !== 'checklist_selections' || existing.shopId !== this.#step.shopId)) throw new Refused('the id is taken')
    if (existing !== undefined) this.marks.push(existing.isDeleted ? 'effect: tick again' : 'effect: tick of a ticked item')
    if (existing?.isDeleted === false) return
    this.#checkLinks(collection, values)
    if (collection === 'orders') this.#checkOwnDevice(values)
    if (collection === 'attachments') this.#checkRoom(values['orderId'])
    if (collection === 'order_lines') checkWhole(values)
    const kept = collection === 'orders' && isFinished(values['orderStatusId']) ? withoutPasscode(values) : values
    const given = collection === 'estimates' ? { ...kept, version: this.#nextVersion(values['orderId']), total: sumOffer(values['lines']) } : kept
    const stored = Object.fromEntries(Object.entries(given).map(([field, value]) => [field, facts.policies[field] === 'text' ? countLines(value) : value]))
    this.#put({
      collection,
      id,
      shopId: this.#step.shopId,
      values: { ...facts.initial, ...stored },
      // A look at a passcode lasts in the activities alone (PASS-02).
      ...(collection === 'passcode_views' ? { isDeleted: true, deletedWith: this.#step.id } : { isDeleted: false, deletedWith: null }),
      made: this.#doing(),
      set: {},
      isFixed: values['orderStatusId'] === fixedStatus,
      mergedFrom: origin,
    })
    this.#movePieces(undefined, this.#find(collection, id))
    if (collection === 'products') this.#noteCounted(id, 0)
    if (collection === 'passcode_views') return this.#look(textOf(values['orderId']))
    if (collection === 'orders') this.#hop(id, textOf(values['orderStatusId']))
    this.#tell()
  }

  /** A message goes to the customer of its order, who may want none or be out of reach. */
  #address(values: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
    const order = this.#find('orders', textOf(values['orderId']))
    if (order === undefined || order.isDeleted || order.shopId !== this.#step.shopId) return values
    const customerId = order.values['customerId'] as Json
    const customer = this.#find('customers', textOf(customerId))
    if (customer?.values['noMessages'] === true) throw new Refused('its customer wants no messages')
    const to = values['to'] ?? addressOf(values['channel'], customer?.values)
    if (to === null) throw new Refused('its customer is out of reach')
    return { ...values, customerId, to }
  }

  /** Made by the server, or what it notes. */
  writeMessage(id: string, values: Readonly<Record<string, Json>>): void {
    const row = this.#find('messages', id)
    const set = Object.fromEntries(Object.keys(values).map((field) => [field, this.#doing()]))
    if (row === undefined)
      this.#put({ collection: 'messages', id, shopId: this.#step.shopId, values, isDeleted: false, deletedWith: null, made: this.#doing(), set: {} }, 'server')
    else this.#put({ ...row, values: { ...row.values, ...values }, set: { ...row.set, ...set } }, 'server')
    this.#tell()
  }

  #checkRoom(orderId: Json | Lines | undefined): void {
    const files = [...new Map([...this.#model.rows, ...this.#changed]).values()].filter(
      ({ collection, isDeleted, values }) => collection === 'attachments' && !isDeleted && values['orderId'] === orderId,
    )
    if (files.length >= filesPerOrder) throw new Refused('the order holds all that it can')
  }

  /** The content of a file is there. Answers whether that is new. */
  store(id: string): boolean {
    const row = this.#find('attachments', id)
    if (row === undefined || row.isDeleted) throw new Refused('no such file')
    if (row.values['isStored'] === true) return false
    this.#put({ ...row, values: { ...row.values, isStored: true } }, 'arrival')
    this.#tell()
    return true
  }

  /** A line holds its pieces as long as it is there: what it held lies on the shelf again, what it holds now is taken from it. */
  #movePieces(before: ModelRow | undefined, after: ModelRow | undefined): void {
    const [held, holds] = [piecesOf(before), piecesOf(after)]
    const orderId = textOf((after ?? before)?.values['orderId'])
    if (held !== undefined && held.productId === holds?.productId) return this.#movePart(held.productId, held.quantity - holds.quantity, orderId)
    if (held !== undefined) this.#movePart(held.productId, held.quantity, orderId)
    if (holds !== undefined) this.#movePart(holds.productId, -holds.quantity, orderId)
  }

  #movePart(productId: string, delta: number, orderId: string): void {
    const part = this.#find('products', productId)
    if (part === undefined || delta === 0) return
    const count = Number(part.values['inventoryCount'])
    this.#put({ ...part, values: { ...part.values, inventoryCount: count + delta } })
    this.marks.push(count + delta < 0 ? 'stock: taken below 0' : delta < 0 ? 'stock: taken by a line' : 'stock: given back by a line')
    this.#movements.push({ productId, delta, countAfter: count + delta, reason: 'line', orderId, userId: this.#caller.userId })
  }

  /** A person said how many there are. */
  #noteCounted(productId: string, before: number): void {
    const countAfter = Number(this.#find('products', productId)?.values['inventoryCount'])
    if (countAfter === before) return
    if (before < 0 || countAfter < 0) this.marks.push('stock: counted where lines took it below 0')
    this.#movements.push({ productId, delta: countAfter - before, countAfter, reason: 'count', orderId: null, userId: this.#caller.userId })
  }

  #look(orderId: string): void {
    this.marks.push('effect: look at a passcode')
    this.#tell(`Passcode of order '${textOf(this.#find('orders', orderId)?.values['itemDetails'])}' shown`)
    this.#looks.push({ orderId, shopId: this.#step.shopId })
  }

  #doing(): Doing {
    // The customer is no user.
    return { userId: this.#caller.userId === '' ? null : this.#caller.userId, atMs: this.#step.stepAtMs ?? 0 }
  }

  #hop(orderId: string, statusId: string, place: 'own time' | 'last' | 'passed' = 'own time'): void {
    this.marks.push('effect: status history')
    const own = this.#step.stepAtMs ?? 0
    const lastMs = this.#lastHopMs(orderId)
    const atMs = place === 'own time' ? own : place === 'last' ? Math.max(own, lastMs) : Math.min(own, lastMs - 1)
    this.#hops.push({ orderId, statusId, mutationId: this.#step.id, atMs, isPassed: place === 'passed' })
  }

  /** The newest time in the order's history; that of its making only where there is no other. */
  #lastHopMs(orderId: string): number {
    const [first, ...later] = [...this.#model.hops, ...this.#hops].filter((hop) => hop.orderId === orderId).map((hop) => hop.atMs)
    return later.length > 0 ? Math.max(...later) : (first ?? 0)
  }

  /** Who set what is held there, and when: by the field, else by the row. */
  #doingOf(row: ModelRow, field: string): Doing {
    return row.set[field] ?? row.made
  }

  /** Two minutes decide; a time that lies ahead of the server's clock says nothing. */
  #wasDoneLater({ atMs }: Doing): boolean {
    return atMs <= (this.#step.heardAtMs ?? 0) && atMs - (this.#step.stepAtMs ?? 0) > 120_000
  }

  #notifyConflict(row: ModelRow, { userId }: Doing, hasYielded: boolean): void {
    const own = this.#caller.userId
    if (userId === own && !hasYielded) return
    const told = [
      { to: own, kind: hasYielded ? 'yielded' : 'overtook' },
      ...(userId === null || userId === own ? [] : [{ to: userId, kind: hasYielded ? 'stood' : 'replaced' }]),
    ]
    for (const { to, kind } of told) {
      if (this.#model.callerOf(to).shops.has(row.shopId)) this.#notices.push({ userId: to, shopId: row.shopId, kind, rowId: row.id })
    }
  }

  #update({ collection, id, seen, values }: Extract<Intent, { action: 'update' }>): void {
    const facts = factsOf(collection)
    if (!facts.isEditable && !this.#isAdministration) throw new Refused('not by this way')
    const row = this.#own(collection, id)
    const heirId = row.isDeleted && collection === 'customers' && Object.keys(values).every(isNumberField) ? this.#successorOf(id) : id
    const typed = Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(seen[field] ?? null, value)))
    if (heirId !== id) return this.#giveNumbers(row, heirId, typed)
    if (row.isDeleted) throw new Refused('it was deleted')
    if (collection === 'estimates') checkEstimate(row, seen, values)
    const fault = collection === 'messages' ? findMessageFault(row.values, values) : undefined
    if (fault !== undefined) throw new Refused(fault)
    const next: Record<string, Json | Lines> = { ...row.values }
    const parts: string[] = []
    const touched = new Set<string>()
    const set: Record<string, Doing> = { ...row.set }
    const linked: Record<string, Json | Lines> = { ...row.values }
    let met: { field: string; doing: Doing; hasYielded: boolean }[] = []
    const lostNumbers: { code: Held; phone: Held }[] = []
    let passed: string | undefined
    let isReplacedStatus = false
    for (const [field, value] of Object.entries(values)) {
      const isSet = policyOf(collection, field) === 'set'
      const doing = this.#doingOf(row, field)
      const outcome = mergeValue(policyOf(collection, field), row.values[field] ?? null, seen[field] ?? null, value)
      const isAgreed = isSet && outcome === undefined && isSame(row.values[field] ?? null, value) && !isSame(seen[field] ?? null, value)
      if (isAgreed && doing.atMs < (this.#step.stepAtMs ?? 0)) set[field] = this.#doing()
      if (isSet && outcome?.replaced !== undefined) {
        const hasYielded = this.#wasDoneLater(doing)
        met.push({ field, doing, hasYielded })
        const pair = collection === 'customers' ? numberFields.find(([, number]) => number === field) : undefined
        if (pair !== undefined)
          lostNumbers.push(
            hasYielded
              ? { code: values[pair[0]] ?? row.values[pair[0]] ?? null, phone: value }
              : { code: row.values[pair[0]] ?? null, phone: outcome.replaced },
          )
        if (hasYielded) {
          this.marks.push('merge: yielded to what was done later')
          touched.add(field)
          linked[field] = value
          const label = facts.labels[field]
          if (label !== undefined) parts.push(`${label} was not set to '${textOf(value)}' ('${textOf(outcome.replaced)}' was set later)`)
          if (field === 'orderStatusId') passed = textOf(value)
          continue
        }
        if (field === 'orderStatusId') isReplacedStatus = true
      }
      this.#markMerge(policyOf(collection, field), row.values[field] ?? null, seen[field] ?? null, outcome)
      if (outcome === undefined) continue
      touched.add(field)
      next[field] = outcome.value
      linked[field] = outcome.value
      if (isSet) set[field] = this.#doing()
      const label = facts.labels[field]
      if (outcome.replaced !== undefined && label !== undefined)
        parts.push(`${label} set to '${textOf(value)}' (replaced '${textOf(outcome.replaced)}' set meanwhile)`)
      if (outcome.hitFloor === true) parts.push(`stopped at ${textOf(outcome.value)}`)
    }
    if (collection === 'orders' && isFinished(next['orderStatusId']) && typeof next['passcode'] === 'string') {
      this.marks.push('effect: passcode gone with the end of its order')
      // One that arrives now is dropped, as if nobody had typed it.
      touched.delete('passcode')
      met = met.filter(({ field }) => field !== 'passcode')
      next['passcode'] = null
      const former = row.set['passcode']
      if (typeof row.values['passcode'] === 'string') set['passcode'] = this.#doing()
      else if (former === undefined) delete set['passcode']
      else set['passcode'] = former
    }
    if (collection === 'messages' && row.values['state'] === 'failed' && next['state'] === 'waiting') {
      next['error'] = null
      this.#repeated.push(id)
    }
    if (touched.size === 0) {
      this.#changed.set(keyOf(collection, id), { ...row, set })
      return
    }
    if (collection === 'estimates') {
      next['total'] = sumOffer(next['lines'])
      const isNews = next['state'] !== row.values['state'] && isAnswer(next['state'])
      if (isNews) Object.assign(next, { decidedAt: next['decidedAt'] ?? this.#instant(), decidedBy: next['decidedBy'] ?? 'staff' })
    }
    this.#checkLinks(collection, linked, touched)
    if (collection === 'categories') this.#checkCircle(id, next['parentId'])
    const isChanged = [...touched].some((field) => !isSame(row.values[field] ?? null, next[field] ?? null))
    if (isChanged && collection === 'orders') this.#checkOwnDevice(next)
    if (isChanged && collection === 'order_lines') checkWhole(next)
    // One that was Fixed before it was over says so, though that is heard only now.
    const wasFixed = passed === fixedStatus && isDone(next['orderStatusId']) && row.isFixed !== true
    if (wasFixed) this.marks.push('effect: Fixed before it was over, heard late')
    const isFixed = isDone(next['orderStatusId']) && (next['orderStatusId'] === fixedStatus || row.isFixed === true || wasFixed)
    if (isChanged || wasFixed) this.#put({ ...row, values: next, set, isFixed })
    else this.#changed.set(keyOf(collection, id), { ...row, set })
    this.#movePieces(row, this.#find(collection, id))
    if (collection === 'products') this.#noteCounted(id, Number(row.values['inventoryCount']))
    const before = row.set['orderStatusId']
    if (collection === 'orders' && next['orderStatusId'] !== row.values['orderStatusId'])
      this.#hop(
        id,
        textOf(next['orderStatusId']),
        isReplacedStatus || (before !== undefined && (before.atMs < this.#lastHopMs(id) || before.userId !== this.#caller.userId)) ? 'last' : 'own time',
      )
    if (passed !== undefined) this.#hop(id, passed, 'passed')
    this.#tell(...parts)
    for (const { doing, hasYielded } of met) this.#notifyConflict(row, doing, hasYielded)
    if (lostNumbers.length > 0 && this.#comeInto(id).size > 0) for (const { code, phone } of lostNumbers) this.#keepNumber(id, textOf(code), phone)
    if (collection === 'estimates' && touched.has('state')) this.#goOn(next)
  }

  // Estimates

  /** Versions of an order count on, deleted ones too. */
  #nextVersion(orderId: Json | undefined): number {
    const versions = [...new Map([...this.#model.rows, ...this.#changed]).values()].flatMap(({ collection, values }) =>
      collection === 'estimates' && values['orderId'] === orderId ? [Number(values['version'])] : [],
    )
    return Math.max(0, ...versions) + 1
  }

  #instant(afterMs = 0): string {
    return new Date((this.#step.stepAtMs ?? 0) + afterMs).toISOString()
  }

  /** The order of an approved estimate no longer waits for it. */
  #goOn({ state, orderId }: Readonly<Record<string, Json | Lines>>): void {
    const order = this.#find('orders', textOf(orderId))
    if (state !== 'approved' || order === undefined || order.isDeleted || order.values['orderStatusId'] !== waitingStatus) return
    this.marks.push('estimate: its order goes on')
    this.#update({ action: 'update', collection: 'orders', id: order.id, seen: { orderStatusId: waitingStatus }, values: { orderStatusId: nextStatus } })
  }

  #setEstimate(row: ModelRow, values: Record<string, Json>): void {
    const set = Object.fromEntries(Object.keys(values).map((field) => [field, this.#doing()]))
    this.#put({ ...row, values: { ...row.values, ...values }, set: { ...row.set, ...set } })
    this.#tell()
  }

  send(id: string): SentEstimate {
    const row = this.#own('estimates', id)
    const { state, lines, total, note, orderId, validUntil } = row.values
    if (row.isDeleted) throw new Refused('it was deleted')
    if (state !== 'draft' && state !== 'sent') throw new Refused('an answered or withdrawn estimate stays')
    if (linesOfOffer(lines).length === 0) throw new Refused('nothing is offered')
    const until = typeof validUntil === 'string' ? validUntil : this.#instant(30 * 86_400_000)
    if (until <= this.#instant()) throw new Refused('it has ended')
    if (state === 'draft') {
      for (const other of this.#model.living('estimates', row.shopId))
        if (other.values['orderId'] === orderId && other.values['state'] === 'sent') this.#setEstimate(other, { state: 'withdrawn' })
      this.#setEstimate(row, { state: 'sent', validUntil: until })
    }
    return { estimateId: id, shopId: row.shopId, lines: lines ?? null, total: total ?? null, note: note ?? null, validUntil: until }
  }

  answer(id: string, isApproved: boolean, name: string): void {
    const row = this.#own('estimates', id)
    const values = { state: isApproved ? 'approved' : 'declined', decidedName: name, decidedBy: 'customer', decidedAt: this.#instant() }
    this.#setEstimate(row, values)
    this.#goOn({ ...row.values, ...values })
  }

  #markMerge(policy: string, held: Held, seen: Json, outcome: Merged | undefined): void {
    if (policy === 'set') {
      if (outcome?.replaced !== undefined) this.marks.push('merge: replaced')
      else if (outcome === undefined && !isSame(held, seen)) this.marks.push('merge: same value of both')
    } else if (policy === 'sum') {
      if (outcome?.hitFloor === true) this.marks.push('merge: floor')
      else if (outcome !== undefined && held !== seen) this.marks.push('merge: stock summed over another change')
    } else if (outcome !== undefined && !isSame(held, seen)) {
      this.marks.push('merge: text of both')
      const [before, after] = [toLines(held), toLines(outcome.value)]
      const isRepeated = [...after].some(([line, count]) => count > countOf(before, line) && countOf(before, line) > countOf(countLines(seen), line))
      if (isRepeated) this.marks.push('merge: same line of both')
    }
  }

  #checkCircle(id: string, parentId: Json | Lines | undefined): void {
    const passed = new Set<string>()
    for (let above = parentId; typeof above === 'string' && !passed.has(above); above = this.#find('categories', above)?.values['parentId']) {
      if (above === id) throw new Refused('a circle of categories')
      passed.add(above)
    }
  }

  #checkMayDelete(collection: string): void {
    const { deletePrivilege } = factsOf(collection)
    if (deletePrivilege === null) throw new Refused('nobody may')
    if (deletePrivilege !== undefined && !this.#caller.privileges.has(deletePrivilege)) throw new Refused(`${deletePrivilege} is missing`)
  }

  #delete({ collection, id, seen, anyway, into }: Extract<Intent, { action: 'delete' }>): void {
    this.#checkMayDelete(collection)
    const row = this.#own(collection, id)
    if (row.isDeleted) {
      if (into !== undefined) this.#checkSameMerge(row, into)
      this.marks.push('effect: delete of a deleted row')
      this.#changed.set(keyOf(collection, id), { ...row, alsoDeletedWith: [...(row.alsoDeletedWith ?? []), this.#step.id] })
      return
    }
    if (collection === 'estimates' && row.values['state'] !== 'draft') throw new Refused('a sent estimate is kept')
    if (into !== undefined) return this.#merge(row, into, { seen, anyway })
    if (seen !== undefined && this.#isNewerThan(row, seen)) throw new Refused('somebody else wrote it since')
    if (anyway !== undefined || seen === undefined) this.#notifyOvertaken(row, anyway)
    this.#deleteTree(row)
    this.#tell()
  }

  // Customers who are one

  /** Who has what the customer had: itself while it lives, else whoever it was merged into, and so on. */
  #successorOf(customerId: string): string {
    const passed = new Set<string>()
    let id = customerId
    for (let row = this.#find('customers', id); row?.isDeleted === true && row.mergedInto !== undefined && !passed.has(id); row = this.#find('customers', id)) {
      passed.add(id)
      id = row.mergedInto
    }
    return id
  }

  /** Everyone who came into the customer, over any number of merges. */
  #comeInto(customerId: string): ReadonlySet<string> {
    const customers = [...new Map([...this.#model.rows, ...this.#changed]).values()].filter(({ collection }) => collection === 'customers')
    const found = new Set<string>()
    for (let above = new Set([customerId]); above.size > 0;) {
      const below = customers.filter(({ id, mergedInto }) => mergedInto !== undefined && above.has(mergedInto) && !found.has(id) && id !== customerId)
      above = new Set(below.map(({ id }) => id))
      for (const id of above) found.add(id)
    }
    return found
  }

  /** What was written for a customer who was merged away is for who took over. `origin`: whom it was written for. */
  #followMerged(collection: string, values: Readonly<Record<string, Json>>): { values: Readonly<Record<string, Json>>; origin: string | undefined } {
    const followed = { ...values }
    let origin: string | undefined
    for (const { field, to } of factsOf(collection).links) {
      const id = values[field]
      if (to !== 'customers' || typeof id !== 'string') continue
      const successor = this.#successorOf(id)
      if (successor === id) continue
      followed[field] = successor
      origin = id
      this.marks.push('effect: late work for a customer who was merged away')
    }
    return { values: followed, origin }
  }

  #checkOwnDevice({ assetId, customerId }: Readonly<Record<string, Json | Lines | undefined>>): void {
    const asset = typeof assetId === 'string' ? this.#find('assets', assetId) : undefined
    if (asset !== undefined && asset.values['customerId'] !== customerId) throw new Refused('its device belongs to somebody else')
  }

  #checkSameMerge({ mergedInto }: ModelRow, into: string): void {
    if (mergedInto === undefined || this.#successorOf(mergedInto) !== this.#successorOf(into)) throw new Refused('it was deleted or merged otherwise')
    this.marks.push('effect: merged by two')
  }

  /** All that was the customer's is the other's, what nobody had seen too; then the customer goes. */
  #merge(loser: ModelRow, into: string, { seen, anyway }: Pick<DeleteIntent, 'seen' | 'anyway'>): void {
    const winnerId = this.#successorOf(into)
    const winner = this.#find('customers', winnerId)
    if (winnerId === loser.id) throw new Refused('nobody is merged into themselves')
    if (winner === undefined || winner.shopId !== loser.shopId || winner.isDeleted) throw new Refused('who takes over is gone')
    if (winnerId !== into) this.marks.push('effect: merge into one who was merged away')
    const before = this.#comeInto(loser.id)
    for (const child of this.#belongingsOf(loser.id)) {
      const mergedFrom = child.mergedFrom !== undefined && before.has(child.mergedFrom) ? child.mergedFrom : loser.id
      this.#give(child, winnerId, mergedFrom)
    }
    this.#keepWhatIsLeft(loser, winner)
    this.#changed.set(keyOf('customers', loser.id), { ...loser, mergedInto: winnerId })
    this.#tell(`Customer '${textOf(loser.values['name'])}' merged into '${textOf(winner.values['name'])}'`)
    if (seen !== undefined && this.#isNewerThan(loser, seen)) throw new Refused('somebody else wrote it since')
    if (anyway !== undefined || seen === undefined) this.#notifyOvertaken(loser, anyway)
    this.#put({ ...loser, mergedInto: winnerId, isDeleted: true, deletedWith: this.#step.id })
    this.marks.push('effect: customers merged')
  }

  /** What the one who goes has and the one who stays has nowhere, is in the notes of the latter from now on. */
  #keepWhatIsLeft(loser: ModelRow, winner: ModelRow): void {
    const notes = new Map(toLines(winner.values['customerNotes'] ?? null))
    const noted = [...notes.keys()]
    const lines = [...toLines(loser.values['customerNotes'] ?? null)].filter(([line]) => !noted.includes(line))
    const phones = [
      [loser.values['countryCode'], loser.values['phone']],
      [loser.values['alternateCountryCode'], loser.values['alternatePhone']],
    ].flatMap(([code, phone]) => (typeof phone === 'string' ? [{ phone, code: textOf(code) }] : []))
    const unique = phones.filter(({ phone }, place) => phones.findIndex((other) => other.phone === phone) === place)
    for (const { phone, code } of unique) {
      const spelled = `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`
      const isKept = [winner.values['phone'], winner.values['alternatePhone']].includes(phone) || noted.some((line) => line.includes(spelled))
      if (!isKept) lines.push([`Other phone: ${code === '' ? '' : `${code} `}${spelled}`, 1])
    }
    const email = textOf(loser.values['email'])
    if (email !== '' && email !== winner.values['email'] && !noted.some((line) => line.includes(email))) lines.push([`Other email: ${email}`, 1])
    const isQuiet = loser.values['noMessages'] === true && winner.values['noMessages'] !== true
    if (lines.length === 0 && !isQuiet) return
    if (lines.length > 0) this.marks.push('effect: what a merge had left out is noted')
    for (const [line, count] of lines) notes.set(line, countOf(notes, line) + count)
    const quiet = { noMessages: this.#doing() }
    this.#put({
      ...winner,
      values: { ...winner.values, ...(lines.length > 0 && { customerNotes: notes }), ...(isQuiet && { noMessages: true }) },
      set: { ...winner.set, ...(isQuiet && quiet) },
    })
    this.#tell()
  }

  /** Numbers that are typed for somebody who was merged away go to who took over: as phone, as the other phone, else into the notes. */
  #giveNumbers({ values: known }: ModelRow, heirId: string, typed: Readonly<Record<string, Json>>): void {
    this.marks.push('effect: a number for a customer who was merged away')
    for (const [codeField, field] of numberFields) {
      this.#keepNumber(heirId, textOf(codeField in typed ? typed[codeField] : known[codeField]), typed[field])
    }
  }

  #keepNumber(heirId: string, typedCode: string, phone: Held | undefined): void {
    if (typeof phone !== 'string' || phone === '') return
    const { values } = this.#own('customers', heirId)
    const code = typedCode === '' ? textOf(values['countryCode']) : typedCode
    if (numberFields.some(([, other]) => values[other] === phone)) return
    const place = numberFields.find(([, other]) => (values[other] ?? null) === null)
    if (place === undefined) return this.#noteNumber(this.#own('customers', heirId), code, phone)
    const kept = { [place[0]]: code === '' ? null : code, [place[1]]: phone }
    const seen = { [place[0]]: (values[place[0]] ?? null) as Json, [place[1]]: null }
    this.#update({ action: 'update', collection: 'customers', id: heirId, seen, values: kept })
  }

  #noteNumber(heir: ModelRow, code: string, phone: string): void {
    if (heir.isDeleted) throw new Refused('it was deleted')
    const notes = new Map(toLines(heir.values['customerNotes'] ?? null))
    const line = `Other phone: ${code === '' ? '' : `${code} `}${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`
    if (notes.has(line)) return
    this.#put({ ...heir, values: { ...heir.values, customerNotes: notes.set(line, 1) } })
    this.#tell()
  }

  /** What came from the customer goes back, of all that is still where the merge gave it to. */
  #takeBack(restored: ModelRow): void {
    if (restored.mergedInto === undefined) return
    const winnerId = this.#successorOf(restored.mergedInto)
    const own = new Set([restored.id, ...this.#comeInto(restored.id)])
    this.#changed.set(keyOf('customers', restored.id), { ...this.#own('customers', restored.id), mergedInto: undefined })
    const belongings = this.#belongingsOf(winnerId)
    const isOwn = ({ mergedFrom }: ModelRow): boolean => mergedFrom !== undefined && own.has(mergedFrom)
    // A device and the orders that name it stay together.
    const shared = new Set(
      belongings.flatMap((row) =>
        row.collection === 'orders' && !isOwn(row) ? [row.values['assetId']] : row.collection === 'assets' && !isOwn(row) ? [row.id] : [],
      ),
    )
    for (const row of belongings) {
      if (!isOwn(row) || (row.collection === 'assets' && shared.has(row.id))) continue
      if (row.collection === 'orders' && typeof row.values['assetId'] === 'string' && shared.has(row.values['assetId'])) continue
      this.#give(row, restored.id, row.mergedFrom === restored.id ? undefined : row.mergedFrom)
    }
    this.marks.push('effect: a merge is undone')
  }

  /** Deleted ones too: restored, they need a customer. */
  #belongingsOf(customerId: string): ModelRow[] {
    return [...new Map([...this.#model.rows, ...this.#changed]).values()].filter(
      ({ collection, values }) => ['orders', 'assets', 'messages'].includes(collection) && values['customerId'] === customerId,
    )
  }

  #give(row: ModelRow, customerId: string, mergedFrom: string | undefined): void {
    const given = { ...row, values: { ...row.values, customerId }, mergedFrom }
    if (row.isDeleted) this.#changed.set(keyOf(row.collection, row.id), given)
    else this.#put({ ...given, set: { ...row.set, customerId: this.#doing() } })
  }

  /** Whose work goes along though the author had not seen it when they first asked; or, where that is not said, had not been there when they acted. */
  #notifyOvertaken(root: ModelRow, had: Readonly<Record<string, number>> | undefined): void {
    const { stepAtMs = 0, heardAtMs = 0 } = this.#step
    if (!haveAuthors.has(root.collection) || (had === undefined && stepAtMs >= heardAtMs)) return
    const told = new Set<string>()
    for (const row of this.#livingTree(root)) {
      const lastOfEach = new Map(
        (row.writings ?? []).filter(({ isArrival }) => !isArrival).map((writing) => [`${writing.userId} ${writing.account ?? ''}`, writing]),
      )
      for (const writing of lastOfEach.values()) {
        const isNews = had === undefined ? writing.heardAtMs > stepAtMs : writing.after >= (had[row.id] ?? 0)
        if (isNews && writing.userId !== this.#caller.userId) told.add(writing.userId)
      }
    }
    for (const userId of told) {
      if (!this.#model.callerOf(userId).shops.has(root.shopId)) continue
      this.marks.push('effect: told of a deletion that took work along')
      this.#notices.push({ userId, shopId: root.shopId, kind: 'deletedAnyway', rowId: root.id })
    }
  }

  *#livingTree(row: ModelRow): Generator<ModelRow> {
    yield row
    for (const { child, whenParentGoes } of this.#childrenOf(row)) if (whenParentGoes === 'cascade' && !child.isDeleted) yield* this.#livingTree(child)
  }

  /** Something of the tree was written by others after what the author had on the screen. */
  #isNewerThan(row: ModelRow, seen: Readonly<Record<string, number>>): boolean {
    const since = (row.writings ?? []).filter(({ after, isArrival }) => !isArrival && after >= (seen[row.id] ?? 0))
    const people = since.filter(({ isServers }) => !isServers)
    const isForeign = (people.length > 0 ? people : since).some(
      ({ stepId, account }) => (account === undefined || account !== this.#step.account) && this.#step.copiedIds?.has(stepId) !== true,
    )
    return (
      isForeign ||
      [...this.#childrenOf(row)].some(({ child, whenParentGoes }) => whenParentGoes === 'cascade' && !child.isDeleted && this.#isNewerThan(child, seen))
    )
  }

  #deleteTree(row: ModelRow): void {
    for (const { child, whenParentGoes } of this.#childrenOf(row)) {
      if (whenParentGoes === 'refuse' && !child.isDeleted) throw new Refused(`${child.collection}/${child.id} still points at it`)
    }
    this.#put({ ...row, isDeleted: true, deletedWith: this.#step.id })
    this.#movePieces(row, undefined)
    for (const { child, whenParentGoes } of this.#childrenOf(row))
      if (whenParentGoes === 'cascade' && !child.isDeleted) {
        this.marks.push('effect: cascade')
        this.#deleteTree(child)
      }
  }

  *#childrenOf(parent: ModelRow): Generator<{ child: ModelRow; whenParentGoes: string }> {
    const all = new Map([...this.#model.rows, ...this.#changed])
    for (const child of all.values()) {
      for (const { field, to, whenParentGoes } of factsByCollection[child.collection]?.links ?? []) {
        if (to === parent.collection && child.values[field] === parent.id) yield { child: this.#find(child.collection, child.id) ?? child, whenParentGoes }
      }
    }
  }

  #restore({ collection, id, deletion }: Extract<Intent, { action: 'restore' }>): void {
    this.#checkMayDelete(collection)
    const row = this.#own(collection, id)
    if (!row.isDeleted) return
    const holding = [row.deletedWith, ...(row.alsoDeletedWith ?? [])]
    if (deletion !== undefined && holding.some((step) => step !== deletion)) throw new Refused('another deletion holds it')
    if (!this.#hasVitalLinks(row)) throw new Refused('what it belongs to is gone')
    if (collection === 'attachments') this.#checkRoom(row.values['orderId'])
    if (collection === 'orders') this.#checkOwnDevice(row.values)
    this.#restoreTree(row)
    if (collection === 'customers') this.#takeBack(row)
    this.#tell()
  }

  #hasVitalLinks(row: ModelRow): boolean {
    return factsOf(row.collection).links.every(
      ({ field, to, isRequired, whenParentGoes }) =>
        whenParentGoes === 'keep' || !(isRequired || whenParentGoes === 'cascade') || this.#isLiving(to, row.values[field]),
    )
  }

  #restoreTree(row: ModelRow): void {
    const values = { ...row.values }
    for (const { field, to, isRequired, whenParentGoes } of factsOf(row.collection).links) {
      if (!isRequired && whenParentGoes === 'refuse' && !this.#isLiving(to, values[field])) values[field] = null
    }
    this.#put({ ...row, values, isDeleted: false, deletedWith: null })
    this.#movePieces(undefined, row)
    for (const { child, whenParentGoes } of this.#childrenOf(row)) {
      if (whenParentGoes === 'cascade' && child.isDeleted && child.deletedWith === row.deletedWith && this.#hasVitalLinks(child)) {
        const [own, ...others] = child.alsoDeletedWith ?? []
        if (own !== undefined) {
          this.marks.push('effect: deleted by itself too')
          this.#put({ ...child, deletedWith: own, alsoDeletedWith: others })
          continue
        }
        this.marks.push('effect: restore with what went along')
        this.#restoreTree(child)
      }
    }
  }
}

/** What a line takes from the shelf. */
function piecesOf(row: ModelRow | undefined): { productId: string; quantity: number } | undefined {
  if (row?.collection !== 'order_lines' || row.values['fromStock'] !== true) return undefined
  const { productId, quantity } = row.values
  return typeof productId === 'string' ? { productId, quantity: Number(quantity) } : undefined
}

function checkWhole({ fromStock, productId, quantity }: Readonly<Record<string, Json | Lines | undefined>>): void {
  if (fromStock === true && typeof productId === 'string' && Number(quantity) % 1 !== 0) throw new Refused('a part of a piece')
}

const waitingStatus = orderStatusIdByName['Waiting For Approval']
const fixedStatus = orderStatusIdByName.Fixed
const nextStatus = orderStatusIdByName['In Progress']
const answerFields = new Set(['decidedAt', 'decidedName', 'decidedBy', 'consentNote'])

const isAnswer = (state: unknown): boolean => state === 'approved' || state === 'declined'

type OfferLine = { quantity: number; unitPrice: number }
const linesOfOffer = (lines: unknown): OfferLine[] => (typeof lines === 'string' ? (JSON.parse(lines) as OfferLine[]) : [])

/** Each line in whole cents, half a cent or more being one. */
const sumOffer = (lines: unknown): number =>
  linesOfOffer(lines).reduce((sum, { quantity, unitPrice }) => sum + Math.floor((Math.round(quantity * 1000) * Math.round(unitPrice * 100) + 500) / 1000), 0) /
  100

/** Nobody changes what was sent, and an answer is to what its author saw. */
function checkEstimate({ values: held }: ModelRow, seen: Readonly<Record<string, Json>>, typed: Readonly<Record<string, Json>>): void {
  const { state = held['state'] ?? null } = typed
  if (state !== held['state'] && seen['state'] !== held['state']) throw new Refused('its state is another one by now')
  if ('state' in typed && isAnswer(state) && 'lines' in typed && seen['lines'] !== held['lines']) throw new Refused('the answer is to other lines')
  const changed = Object.keys(typed).filter((field) => typed[field] !== (held[field] ?? null))
  if (changed.length === 0) return
  if (held['state'] !== 'draft' && held['state'] !== 'sent') throw new Refused('an answered or withdrawn estimate stays')
  if (state !== held['state'] && (state === 'sent' || state === 'draft')) throw new Refused('nobody sends it by hand or takes it back')
  if (state === 'withdrawn' && held['state'] === 'draft') throw new Refused('a draft is not withdrawn')
  if (!isAnswer(state) && changed.some((field) => answerFields.has(field))) throw new Refused('nobody has answered')
  if (held['state'] === 'sent' && changed.some((field) => field !== 'state' && !answerFields.has(field))) throw new Refused('a sent estimate stays')
  if (isAnswer(state) && (typed['decidedBy'] === 'customer' || (typed['decidedName'] ?? held['decidedName'] ?? null) === null))
    throw new Refused('nobody says who answered')
}

const withoutPasscode = (values: Readonly<Record<string, Json>>): Record<string, Json> => ({ ...values, passcode: null })

export type Held = Json | Lines
type Merged = { value: Held; replaced?: Held; hitFloor?: boolean }

/** Undefined: the value stays, and nobody need be told. */
function mergeValue(policy: string, held: Held, seen: Json, typed: Json): Merged | undefined {
  if (policy === 'sum') {
    const difference = Number(typed) - Number(seen)
    if (difference === 0) return undefined
    const sum = Number(held) + difference
    // Who counts takes nothing below 0, and nothing further down than lines took it.
    const least = Math.min(0, Number(held))
    return sum < least ? { value: least, hitFloor: true } : { value: sum }
  }
  if (policy === 'text') return mergeLines(toLines(held), countLines(seen), countLines(typed))
  if (isSame(seen, typed) || isSame(held, typed)) return undefined
  return isSame(held, seen) ? { value: typed } : { value: typed, replaced: held }
}

/** Each line that somebody added is there once more, each that somebody took away is gone. */
function mergeLines(held: Lines, seen: Lines, typed: Lines): Merged | undefined {
  const next = new Map(held)
  for (const line of new Set([...seen.keys(), ...typed.keys()])) {
    const count = countOf(held, line) + countOf(typed, line) - countOf(seen, line)
    if (count > 0) next.set(line, count)
    else next.delete(line)
  }
  if (isSame(next, held)) return undefined
  // A text that both left filled is not emptied.
  if (next.size === 0 && held.size > 0 && typed.size > 0) return { value: typed }
  return { value: next }
}

const countOf = (lines: Lines, line: string): number => lines.get(line) ?? 0

function countLines(text: Json): Lines {
  const counts = new Map<string, number>()
  for (const line of linesOf(text)) counts.set(line, countOf(counts, line) + 1)
  return counts
}

const toLines = (held: Held): Lines => (held instanceof Map ? (held as Lines) : countLines(held as Json))

export function isSame(one: Held, other: Held): boolean {
  if (!(one instanceof Map) && !(other instanceof Map)) return one === other
  const [a, b] = [toLines(one), toLines(other)]
  return a.size === b.size && [...a].every(([line, count]) => countOf(b, line) === count)
}
