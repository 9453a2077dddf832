import type { Json } from '#schema/rules/merge.ts'
import type { Intent } from './protocol.ts'
import { factsByCollection, factsOf, linesOf, policyOf } from './oracle-facts.ts'

/**
 * What the shops' data must be, worked out from what people meant, in the order in which the server took it. Texts are
 * lines and how often each is there (those that repeat are only ever added), stock is a number that differences change, all else is set.
 */

export type Lines = ReadonlyMap<string, number>

export type ModelRow = {
  readonly collection: string
  readonly id: string
  readonly shopId: string
  readonly values: Readonly<Record<string, Json | Lines>>
  readonly isDeleted: boolean
  /** Act that deleted the row. */
  readonly deletedWith: string | null
}

export type Hop = { orderId: string; statusId: string; mutationId: string }
export type Decision = { isApplied: boolean; userId: string | null; shopId: string; receivedAt: number }

/** An activity that must exist: its text holds every part. */
export type ExpectedActivity = { shopId: string; parts: string[] }

export type ModelCaller = { userId: string; shops: ReadonlySet<string>; privileges: ReadonlySet<string> }
export type ModelAct = { id: string; shopId: string; intents: readonly Intent[]; isMalformed?: boolean }

class Refused extends Error {}

const textOf = (value: Held | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const keyOf = (collection: string, id: string): string => `${collection}/${id}`

export class Model {
  rows = new Map<string, ModelRow>()
  hops: Hop[] = []
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

  /** Takes the act if it must be taken; otherwise nothing changes, and the reason comes back. */
  take(caller: ModelCaller, act: ModelAct, isAdministration = false): { isApplied: true; marks: string[] } | { isApplied: false; why: string } {
    const trial = new Trial(this, caller, act, isAdministration)
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

/** One act on its way: all of it is kept, or nothing. */
class Trial {
  readonly #model: Model
  readonly #caller: ModelCaller
  readonly #act: ModelAct
  readonly #isAdministration: boolean
  readonly #changed = new Map<string, ModelRow>()
  readonly #hops: Hop[] = []
  readonly #activities: ExpectedActivity[] = []
  /** What the act met. */
  readonly marks: string[] = []
  #places = 0
  #activityCount = 0

  constructor(model: Model, caller: ModelCaller, act: ModelAct, isAdministration: boolean) {
    this.#model = model
    this.#caller = caller
    this.#act = act
    this.#isAdministration = isAdministration
  }

  run(): void {
    const { shopId, intents, isMalformed } = this.#act
    if (isMalformed === true) throw new Refused('it does not parse')
    if (!this.#caller.shops.has(shopId)) throw new Refused('not a member')
    for (const intent of intents) {
      if (intent.action === 'create') this.#create(intent)
      else if (intent.action === 'update') this.#update(intent)
      else if (intent.action === 'delete') this.#delete(intent.collection, intent.id)
      else this.#restore(intent.collection, intent.id)
    }
  }

  keep(): void {
    const model = this.#model
    const { shopId } = this.#act
    for (const [key, row] of this.#changed) model.rows.set(key, row)
    model.hops.push(...this.#hops)
    model.activities.push(...this.#activities)
    model.activityCountByShop.set(shopId, (model.activityCountByShop.get(shopId) ?? 0) + this.#activityCount)
    model.headByShop.set(shopId, (model.headByShop.get(shopId) ?? 0) + this.#places)
  }

  #find(collection: string, id: string): ModelRow | undefined {
    return this.#changed.get(keyOf(collection, id)) ?? this.#model.find(collection, id)
  }

  #put(row: ModelRow): void {
    this.#changed.set(keyOf(row.collection, row.id), row)
    this.#places++
  }

  #tell(...parts: string[]): void {
    this.#activityCount++
    this.#places++
    if (parts.length > 0) this.#activities.push({ shopId: this.#act.shopId, parts })
  }

  #own(collection: string, id: string): ModelRow {
    const row = this.#find(collection, id)
    if (row === undefined || row.shopId !== this.#act.shopId) throw new Refused(`no such row: ${collection}/${id}`)
    return row
  }

  #isLiving(collection: string, id: Json | Lines | undefined): boolean {
    if (typeof id !== 'string') return true
    const row = this.#find(collection, id)
    return row !== undefined && row.shopId === this.#act.shopId && !row.isDeleted
  }

  #checkLinks(collection: string, values: Readonly<Record<string, Json | Lines | undefined>>, fields?: ReadonlySet<string>): void {
    for (const { field, to } of factsOf(collection).links) {
      if (fields !== undefined && !fields.has(field)) continue
      if (!this.#isLiving(to, values[field])) throw new Refused(`${collection}.${field} leads nowhere`)
    }
  }

  #create({ collection, id, values }: Extract<Intent, { action: 'create' }>): void {
    const facts = factsOf(collection)
    if (!this.#isAdministration && ['employees', 'checklist_items', 'activities'].includes(collection)) throw new Refused('not by this way')
    const existing = this.#find(collection, id)
    if (existing !== undefined && (collection !== 'checklist_selections' || existing.shopId !== this.#act.shopId)) throw new Refused('the id is taken')
    if (existing !== undefined) this.marks.push(existing.isDeleted ? 'effect: tick again' : 'effect: tick of a ticked item')
    if (existing?.isDeleted === false) return
    this.#checkLinks(collection, values)
    const stored = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, facts.policies[field] === 'text' ? countLines(value) : value]))
    this.#put({ collection, id, shopId: this.#act.shopId, values: { ...facts.initial, ...stored }, isDeleted: false, deletedWith: null })
    if (collection === 'orders') this.#hop(id, textOf(values['orderStatusId']))
    this.#tell()
  }

  #hop(orderId: string, statusId: string): void {
    this.marks.push('effect: status history')
    this.#hops.push({ orderId, statusId, mutationId: this.#act.id })
  }

  #update({ collection, id, seen, values }: Extract<Intent, { action: 'update' }>): void {
    const facts = factsOf(collection)
    if (!facts.isEditable && !this.#isAdministration) throw new Refused('not by this way')
    const row = this.#own(collection, id)
    if (row.isDeleted) throw new Refused('it was deleted')
    const next: Record<string, Json | Lines> = { ...row.values }
    const parts: string[] = []
    const touched = new Set<string>()
    for (const [field, value] of Object.entries(values)) {
      const outcome = mergeValue(policyOf(collection, field), row.values[field] ?? null, seen[field] ?? null, value)
      this.#markMerge(policyOf(collection, field), row.values[field] ?? null, seen[field] ?? null, outcome)
      if (outcome === undefined) continue
      touched.add(field)
      next[field] = outcome.value
      const label = facts.labels[field]
      if (outcome.replaced !== undefined && label !== undefined) parts.push(`${label} set to '${textOf(value)}' (replaced '${textOf(outcome.replaced)}' set meanwhile)`)
      if (outcome.hitFloor === true) parts.push('stopped at 0')
    }
    if (touched.size === 0) return
    this.#checkLinks(collection, next, touched)
    if (collection === 'categories') this.#checkCircle(id, next['parentId'])
    const isChanged = [...touched].some((field) => !isSame(row.values[field] ?? null, next[field] ?? null))
    if (isChanged) this.#put({ ...row, values: next })
    if (collection === 'orders' && next['orderStatusId'] !== row.values['orderStatusId']) this.#hop(id, textOf(next['orderStatusId']))
    this.#tell(...parts)
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

  #delete(collection: string, id: string): void {
    this.#checkMayDelete(collection)
    const row = this.#own(collection, id)
    if (row.isDeleted) return void this.marks.push('effect: delete of a deleted row')
    this.#deleteTree(row)
    this.#tell()
  }

  #deleteTree(row: ModelRow): void {
    for (const { child, whenParentGoes } of this.#childrenOf(row)) {
      if (whenParentGoes === 'refuse' && !child.isDeleted) throw new Refused(`${child.collection}/${child.id} still points at it`)
    }
    this.#put({ ...row, isDeleted: true, deletedWith: this.#act.id })
    for (const { child, whenParentGoes } of this.#childrenOf(row)) if (whenParentGoes === 'cascade' && !child.isDeleted) {
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

  #restore(collection: string, id: string): void {
    this.#checkMayDelete(collection)
    const row = this.#own(collection, id)
    if (!row.isDeleted) return
    if (!this.#hasVitalLinks(row)) throw new Refused('what it belongs to is gone')
    this.#restoreTree(row)
    this.#tell()
  }

  #hasVitalLinks(row: ModelRow): boolean {
    return factsOf(row.collection).links.every(({ field, to, isRequired, whenParentGoes }) => !(isRequired || whenParentGoes === 'cascade') || this.#isLiving(to, row.values[field]))
  }

  #restoreTree(row: ModelRow): void {
    const values = { ...row.values }
    for (const { field, to, isRequired, whenParentGoes } of factsOf(row.collection).links) {
      if (!isRequired && whenParentGoes !== 'cascade' && !this.#isLiving(to, values[field])) values[field] = null
    }
    this.#put({ ...row, values, isDeleted: false, deletedWith: null })
    for (const { child, whenParentGoes } of this.#childrenOf(row)) {
      if (whenParentGoes === 'cascade' && child.isDeleted && child.deletedWith === row.deletedWith && this.#hasVitalLinks(child)) {
        this.marks.push('effect: restore with what went along')
        this.#restoreTree(child)
      }
    }
  }
}

type Held = Json | Lines
type Merged = { value: Held; replaced?: Held; hitFloor?: boolean }

/** Undefined: the value stays, and nobody need be told. */
function mergeValue(policy: string, held: Held, seen: Json, typed: Json): Merged | undefined {
  if (policy === 'sum') {
    const difference = Number(typed) - Number(seen)
    if (difference === 0) return undefined
    const sum = Number(held) + difference
    return sum < 0 ? { value: 0, hitFloor: true } : { value: sum }
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
