import type { Json } from '#schema/values/merge.ts'
import type { SqlRow } from '../nodes/shared-database.ts'
import { textOf } from './oracle-facts.ts'
import { addressOf, type Channel, type Handing, type MessageFacts, type Outcome, type Rule } from './message-memory.ts'
import type { Hop, Model, ModelRow } from './oracle-model.ts'

/**
 * What customers may hear (MSG-01 to MSG-03). Of each message the carrier has it once, however often servers die: where nobody knows
 * whether one that a dead server was handing over arrived, it is not handed over again unless a person says so. A database that went back
 * knows only what it knew then.
 */

const minuteMs = 60_000
const holdMs = minuteMs
const lateMs = 10 * minuteMs
const claimMs = 2 * minuteMs
const pauseMinutes = [1, 2, 5, 10, 20, 40, 60, 120]
const givenUpMs = 20 * 60 * minuteMs
/** Minutes before or behind UTC, in the days of a run. */
const minutesByZone: Readonly<Record<string, number>> = { UTC: 0, 'Atlantic/Cape_Verde': -60, 'America/Noronha': -120, 'America/New_York': -300 }

type Options = {
  facts: MessageFacts
  model: () => Model
  /** The server's clock. */
  now: () => number
  note: (mark: string) => void
}

/** Hears what carriers get and what the worker writes, and says whether it may. */
export class MessageBook {
  readonly #facts: MessageFacts
  readonly #model: () => Model
  readonly #now: () => number
  readonly #note: (mark: string) => void
  /** Every message that a carrier took, also where the database forgot it. */
  readonly #taken = new Set<string>()
  #lastDeathMs = -Infinity

  constructor({ facts, model, now, note }: Options) {
    this.#facts = facts
    this.#model = model
    this.#now = now
    this.#note = note
  }

  // What a carrier gets

  /** @throws Error where it must not have got it */
  onHanded(channel: Channel, outgoing: { id: string; to: string; subject: string | null; text: string }, outcome: Outcome): void {
    const { id } = outgoing
    const fail = (why: string): never => {
      throw new Error(`messages/${id} was handed over: ${why}`)
    }
    const model = this.#model()
    const row = model.find('messages', id) ?? fail('nobody made it')
    const { values, shopId } = row
    const now = this.#now()
    if (row.isDeleted) fail('it was deleted')
    if (values['state'] !== 'waiting') fail(`it is ${textOf(values['state'])}`)
    const past = this.#findPast(row)
    if (past !== undefined) fail(past.why)
    if (values['channel'] !== channel || values['to'] !== outgoing.to) fail('it goes elsewhere')
    const [start = '', ...rest] = textOf(values['text']).split('{link}')
    const isWhole = outgoing.text.startsWith(start) && outgoing.text.endsWith(rest.join('{link}')) && !outgoing.text.includes('{')
    if (!isWhole || (rest.length > 0 && !/\/[\w-]{43}\b/.test(outgoing.text))) fail(`it says ${JSON.stringify(outgoing.text)}`)
    if (values['anyHour'] !== true && this.#isNight(shopId)) fail('it is night')
    const told = model.messages.told.get(id)
    if (told !== undefined && values['anyHour'] !== true && now - told.madeMs < holdMs) fail('its status is not a minute old')
    this.#checkTimes(id, channel, fail)
    const handing = { atMs: now, outcome, isNoted: false, repeats: model.messages.repeats.get(id) ?? 0 }
    model.messages.handings.set(id, [...(model.messages.handings.get(id) ?? []), handing])
    this.#note('message: handed over')
    if (told !== undefined && now - told.madeMs > 30 * minuteMs) this.#note('message: waited for the morning')
    if (outcome === 'taken' || outcome === 'taken unheard') {
      if (this.#taken.has(id)) this.#note('message: taken again, a person or the database has it so')
      this.#taken.add(id)
    }
  }

  /** Once, or again for a reason. */
  #checkTimes(id: string, channel: Channel, fail: (why: string) => never): void {
    const { handings, repeats } = this.#model().messages
    const before = (handings.get(id) ?? []).filter((handing) => handing.repeats === (repeats.get(id) ?? 0))
    const last = before.at(-1)
    if (last === undefined) return
    const kind = this.#facts.carriers[channel]
    const isTaken = last.outcome === 'taken' || last.outcome === 'taken unheard'
    const restedMs = this.#now() - last.atMs
    if (last.isNoted) {
      const isAgain = last.outcome === 'again' || (kind === 'repeats' && last.outcome.endsWith('unheard'))
      if (!isAgain) fail(`it was ${last.outcome} before`)
      const tries = before.filter(({ isNoted }) => isNoted).length
      const pauseMs = (pauseMinutes[Math.min(tries, pauseMinutes.length) - 1] ?? 0) * minuteMs
      if (restedMs < pauseMs) fail(`after ${tries} tries it rested for ${restedMs} ms`)
      return this.#note('message: tried again')
    }
    if (kind === 'deaf' || (kind === 'asked' && isTaken)) fail('a server died over it, and the carrier may have it')
    if (restedMs < claimMs) fail('another server may still be at it')
    this.#note('message: handed over again after a server died')
  }

  onDeath(): void {
    this.#lastDeathMs = this.#now()
    this.#note('message: a server died in a round')
    const isOpen = [...this.#model().messages.handings.values()].some((own) => own.at(-1)?.isNoted === false && own.at(-1)?.atMs === this.#now())
    if (isOpen) this.#note('message: handed over, and its server died before it noted that')
  }

  /** A backup was put back on purpose: all that waits in it may have been handed over since, as by a server that died. */
  onRestored(): void {
    const { rows, messages } = this.#model()
    for (const { collection, id, values } of rows.values()) {
      if (collection !== 'messages' || values['state'] !== 'waiting') continue
      const outcome = this.#taken.has(id) ? 'taken' : 'lost unheard'
      const handing = { atMs: -Infinity, outcome, isNoted: false, repeats: messages.repeats.get(id) ?? 0 } as const
      messages.handings.set(id, [...(messages.handings.get(id) ?? []), handing])
      this.#lastDeathMs = this.#now()
      this.#note('message: waits in a backup that is put back')
    }
  }

  // What the worker writes

  /** Looks at every message after a round, and at what the servers know of the tries. `isWhole`: it was not cut off. @throws Error */
  onRound(rows: readonly SqlRow[], jobs: readonly SqlRow[], isWhole: boolean): void {
    for (const row of rows) {
      const known = this.#model().find('messages', String(row['id']))
      if (known === undefined) this.#onMade(row)
      else if (!known.isDeleted) this.#onNoted(known, row)
    }
    this.#noteSameAgain(jobs)
    this.#checkAllMade(isWhole)
  }

  /** A carrier that says the same as before changes nothing that devices learn: only the servers' own count of tries tells that it was noted. */
  #noteSameAgain(jobs: readonly SqlRow[]): void {
    const { handings, repeats } = this.#model().messages
    for (const { message_id: messageId, tries, claim } of jobs) {
      const id = String(messageId)
      const own = handings.get(id) ?? []
      const last = own.at(-1)
      if (last?.outcome !== 'again' || last.isNoted || claim !== null) continue
      const noted = own.filter((one) => one.isNoted && one.repeats === (repeats.get(id) ?? 0)).length
      if (Number(tries) === noted + 1) handings.set(id, [...own.slice(0, -1), { ...last, isNoted: true }])
    }
  }

  #onMade(row: SqlRow): void {
    const id = String(row['id'])
    const [orderId, channel] = [String(row['order_id']), String(row['channel'])]
    const model = this.#model()
    const order = model.find('orders', orderId)
    const hop = this.#newestHop(orderId)
    const due = order && hop && this.#findDue(order, hop).find(({ rule }) => rule.channel === channel)
    if (order === undefined || hop === undefined || due === undefined) throw new Error(`messages/${id} was made, and nobody is to be told`)
    const isTold = [...model.messages.told.values()].some((told) => told.hop === hop && told.channel === channel)
    if (isTold) throw new Error(`messages/${id} tells what another one tells`)
    const words = { text: this.#fill(due.rule.text, order), subject: due.rule.subject === null ? null : this.#fill(due.rule.subject, order) }
    const values: Record<string, Json> = {
      orderId,
      customerId: order.values['customerId'] as Json,
      channel,
      to: due.to,
      ...words,
      state: 'waiting',
      error: null,
      sentAt: null,
      cause: 'status',
      orderStatusId: hop.statusId,
      anyHour: false,
    }
    model.writeMessage(order.shopId, id, values, Math.trunc(this.#now()))
    model.messages.told.set(id, { hop, channel, madeMs: this.#now() })
    this.#note('message: made of a status')
  }

  #onNoted(known: ModelRow, row: SqlRow): void {
    const { id, values, shopId } = known
    const changed = Object.fromEntries(
      (['state', 'error', 'sentAt'] as const).flatMap((field) => {
        const stored = row[field === 'sentAt' ? 'sent_at' : field] ?? null
        return stored === (values[field] ?? null) ? [] : [[field, stored]]
      }),
    )
    if (Object.keys(changed).length === 0) return
    const model = this.#model()
    const own = model.messages.handings.get(id) ?? []
    const last = own.findLast(({ repeats }) => repeats === (model.messages.repeats.get(id) ?? 0))
    const fail = (why: string): never => {
      throw new Error(`messages/${id} is ${String(row['state'])} (${String(row['error'])}): ${why}`)
    }
    if (values['state'] !== 'waiting') fail(`it was ${textOf(values['state'])}`)
    this.#checkNoted(known, row, last, fail)
    if (last !== undefined && !last.isNoted) model.messages.handings.set(id, [...own.slice(0, -1), { ...last, isNoted: true }])
    model.writeMessage(shopId, id, changed, Math.trunc(this.#now()))
  }

  #checkNoted(known: ModelRow, row: SqlRow, last: Handing | undefined, fail: (why: string) => never): void {
    const isTaken = last?.outcome === 'taken' || last?.outcome === 'taken unheard'
    const kind = this.#facts.carriers[textOf(known.values['channel'])]
    switch (row['state']) {
      case 'sent':
        if (!isTaken) fail('no carrier took it')
        return this.#note('message: sent')
      case 'cancelled': {
        const past = this.#findPast(known) ?? fail('nothing speaks against it')
        return this.#note(`message: cancelled, ${past.mark}`)
      }
      case 'failed': {
        // Also one that died before the try that the carrier asked for.
        const isUnknown = kind === 'deaf' && (last?.isNoted === true ? last.outcome === 'again' && this.#lastDeathMs > last.atMs : this.#lastDeathMs > 0)
        const isUnheard = kind !== 'repeats' && last?.outcome.endsWith('unheard') === true
        const isGivenUp = last?.outcome === 'again' && this.#now() - last.atMs < minuteMs && this.#model().messages.spanOf(known.id) > givenUpMs
        if (!isUnknown && !isUnheard && !isGivenUp && last?.outcome !== 'refused') fail('the carrier did not say so')
        return this.#note(`message: failed, ${isUnknown ? 'its server died' : isUnheard ? 'nobody knows' : isGivenUp ? 'given up' : 'refused'}`)
      }
      default:
        if (row['state'] !== 'waiting' || last === undefined || last.outcome === 'taken' || last.outcome === 'refused') fail('nothing happened')
    }
  }

  // Who is to be told

  /** By the entry's time, then by the order in which they came. */
  #newestHop(orderId: string): Hop | undefined {
    let newest: Hop | undefined
    for (const hop of this.#model().hops) if (hop.orderId === orderId && (newest === undefined || hop.atMs >= newest.atMs)) newest = hop
    return newest
  }

  #findDue(order: ModelRow, hop: Hop, isLateDue = false): { rule: Rule; to: string }[] {
    const customer = this.#model().find('customers', textOf(order.values['customerId']))
    const isLate = this.#now() - hop.atMs > lateMs
    if (order.isDeleted || order.values['orderStatusId'] !== hop.statusId || (isLate && !isLateDue)) return []
    if (customer === undefined || customer.isDeleted || customer.values['noMessages'] === true) return []
    const rules = this.#facts.shops.get(order.shopId)?.rules ?? []
    return rules.flatMap((rule) => {
      const to = addressOf(rule.channel, customer.values)
      return rule.orderStatusId === hop.statusId && rule.mode === 'send' && to !== null ? [{ rule, to }] : []
    })
  }

  /** What came since the last look is told, where it is to be told by now. */
  #checkAllMade(isWhole: boolean): void {
    const model = this.#model()
    const told = [...model.messages.told.values()]
    model.messages.unseen = model.messages.unseen.filter((hop) => {
      const order = model.find('orders', hop.orderId)
      if (order === undefined || this.#newestHop(hop.orderId) !== hop) return false
      const due = this.#findDue(order, hop).filter(({ rule }) => !told.some((one) => one.hop === hop && one.channel === rule.channel))
      if (due.length > 0 && isWhole) throw new Error(`Nobody tells the customer of order ${hop.orderId} of ${hop.statusId}`)
      if (this.#now() - hop.atMs > lateMs && this.#findDue(order, hop, true).length > 0) this.#note('message: not made, its status came late')
      return due.length > 0
    })
  }

  /** Why a message that waits may not go any more. */
  #findPast({ id, values }: ModelRow): { why: string; mark: string } | undefined {
    const model = this.#model()
    const order = model.find('orders', textOf(values['orderId']))
    if (order === undefined || order.isDeleted) return { why: 'its order is gone', mark: 'its order is gone' }
    const customer = model.find('customers', textOf(order.values['customerId']))
    if (customer === undefined || customer.isDeleted || customer.values['noMessages'] === true)
      return { why: 'its customer wants none', mark: 'its customer wants none' }
    const told = model.messages.told.get(id)
    if (told !== undefined && (this.#newestHop(order.id) !== told.hop || order.values['orderStatusId'] !== told.hop.statusId))
      return { why: 'its status is past', mark: 'its status is past' }
    return undefined
  }

  #isNight(shopId: string): boolean {
    const zone = this.#facts.shops.get(shopId)?.timeZone ?? ''
    const hour = new Date(this.#now() + (minutesByZone[zone] ?? NaN) * minuteMs).getUTCHours()
    return hour >= 21 || hour < 8
  }

  #fill(text: string, order: ModelRow): string {
    const customer = this.#model().find('customers', textOf(order.values['customerId']))
    const [device = ''] = textOf(order.values['itemDetails']).split('\n')
    const words: Record<string, string> = {
      name: textOf(customer?.values['name']),
      device: device.length > 60 ? `${device.slice(0, 59)}…` : device,
      shop: this.#facts.shops.get(order.shopId)?.name ?? '',
    }
    return text.replaceAll(/\{(name|device|shop)\}/g, (_, word: string) => words[word] ?? '')
  }

  // At the end

  /** A day and a half after all trouble: nothing waits. @throws Error */
  checkEnd(): void {
    for (const { collection, id, isDeleted, values } of this.#model().rows.values())
      if (collection === 'messages' && !isDeleted && values['state'] === 'waiting') throw new Error(`messages/${id} still waits: ${textOf(values['error'])}`)
  }
}
