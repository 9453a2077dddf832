import type { Intent } from '../protocol.ts'
import { factsByCollection, factsOf, policyOf } from './oracle-facts.ts'
import { countLines, type Held, isSame, mergeValue } from './merging.ts'

/** What the shops' data must be, worked out from what people meant, in the order in which the server took it. */

/** `account`: tablet and person; none for what the server's own commands write. `after`: the end of the feed just before. */
type Writing = { account: string | undefined; after: number }

export type ModelRow = {
  readonly collection: string
  readonly id: string
  readonly shopId: string
  readonly values: Readonly<Record<string, Held>>
  readonly isDeleted: boolean
  /** When it was made, and each field last set, by the server's clock. */
  readonly madeAtMs: number
  readonly setAtMs: Readonly<Record<string, number>>
  /** Not the arrival of a content. */
  readonly writings: readonly Writing[]
}

/** `stepAtMs`, `heardAtMs`: when the person acted and when it arrived, by the server's clock. */
export type ModelStep = { shopId: string; intents: readonly Intent[]; account: string | undefined; stepAtMs: number; heardAtMs: number }

/** `why`: the reason of a refusal. `marks`: what the step met. */
type Verdict = { isApplied: boolean; why: string; marks: string[] }

class Refused extends Error {}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export class Model {
  rows = new Map<string, ModelRow>()
  /** Activities that must exist: the text of each holds every part. */
  activities: { shopId: string; parts: string[] }[] = []
  /** By shop, how many activities there are, and how many numbers of its feed were taken. */
  activityCounts = new Map<string, number>()
  heads = new Map<string, number>()
  /** By mutation, whether it was taken. */
  decided = new Map<string, boolean>()
  #marks: string[] = []
  /** The heads when a step began: the numbers of one step follow all of them. */
  #headsBefore: ReadonlyMap<string, number> = new Map()

  copy(): Model {
    const { rows, activities, activityCounts, heads, decided } = this
    const copied = { rows: new Map(rows), activities: [...activities], activityCounts: new Map(activityCounts), heads: new Map(heads) }
    return Object.assign(new Model(), copied, { decided: new Map(decided) })
  }

  find(collection: string, id: string): ModelRow | undefined {
    return this.rows.get(`${collection}/${id}`)
  }

  /** Takes the step if it must be taken; otherwise nothing changes. */
  take(step: ModelStep): Verdict {
    const trial = this.copy()
    trial.#headsBefore = this.heads
    try {
      for (const intent of step.intents) trial.#apply(step, intent)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { isApplied: false, why: error.message, marks: [] }
    }
    Object.assign(this, trial)
    return { isApplied: true, why: '', marks: trial.#marks }
  }

  /** The server took a content. Answers whether that is new. @throws Error when its row is not there */
  store(id: string): boolean {
    const row = this.find('attachments', id)
    if (row === undefined || row.isDeleted) throw new Error(`The server took a content of attachments/${id}, which is not there`)
    if (row.values['isStored'] === true) return false
    this.#note({ ...row, values: { ...row.values, isStored: true } })
    this.#count(this.heads, row.shopId)
    this.#tell(row.shopId)
    return true
  }

  #apply(step: ModelStep, intent: Intent): void {
    if (intent.action === 'create') this.#create(step, intent)
    else if (intent.action === 'update') this.#update(step, intent)
    else this.#delete(step, intent)
  }

  #count(counts: Map<string, number>, shopId: string): void {
    counts.set(shopId, (counts.get(shopId) ?? 0) + 1)
  }

  /** Changes what is known of the row: its number in the feed stays. */
  #note(row: ModelRow): void {
    this.rows.set(`${row.collection}/${row.id}`, row)
  }

  #put({ account }: ModelStep, row: ModelRow): void {
    this.#note({ ...row, writings: [...row.writings, { account, after: this.#headsBefore.get(row.shopId) ?? 0 }] })
    this.#count(this.heads, row.shopId)
  }

  #tell(shopId: string, parts: string[] = []): void {
    this.#count(this.activityCounts, shopId)
    this.#count(this.heads, shopId)
    if (parts.length > 0) this.activities.push({ shopId, parts })
  }

  #own({ shopId }: ModelStep, collection: string, id: string): ModelRow {
    const row = this.find(collection, id)
    if (row?.shopId !== shopId) throw new Refused('no such row')
    return row
  }

  #create(step: ModelStep, { collection, id, values }: Extract<Intent, { action: 'create' }>): void {
    const { initial, policies, parent } = factsOf(collection)
    if (this.find(collection, id) !== undefined) throw new Refused('the id is taken')
    const above = parent && this.find(parent.of, textOf(values[parent.field]))
    if (parent !== undefined && (above === undefined || above.isDeleted || above.shopId !== step.shopId)) throw new Refused('its parent is gone')
    const stored = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, policies[field] === 'text' ? countLines(value) : value]))
    const { shopId, stepAtMs: madeAtMs } = step
    this.#put(step, { collection, id, shopId, values: { ...initial, ...stored }, isDeleted: false, madeAtMs, setAtMs: {}, writings: [] })
    this.#tell(shopId)
  }

  #update(step: ModelStep, { collection, id, seen, values }: Extract<Intent, { action: 'update' }>): void {
    const row = this.#own(step, collection, id)
    if (row.isDeleted) throw new Refused('it was deleted')
    const next: Record<string, Held> = { ...row.values }
    const setAtMs: Record<string, number> = { ...row.setAtMs }
    const parts: string[] = []
    let isTouched = false
    for (const [field, value] of Object.entries(values)) {
      const policy = policyOf(collection, field)
      const [held, shown, doneAtMs] = [row.values[field] ?? null, seen[field] ?? null, row.setAtMs[field] ?? row.madeAtMs]
      const outcome = mergeValue(policy, held, shown, value)
      if (policy === 'set' && outcome === undefined && !isSame(shown, value) && doneAtMs < step.stepAtMs) setAtMs[field] = step.stepAtMs
      if (outcome === undefined) continue
      isTouched = true
      const { replaced, mark } = outcome
      // Two minutes decide; a time that lies ahead of the server's clock says nothing.
      const hasYielded = replaced !== undefined && doneAtMs <= step.heardAtMs && doneAtMs - step.stepAtMs > 120_000
      if (mark !== undefined) this.#marks.push(hasYielded ? 'merge: yielded to what was done later' : mark)
      const label = factsOf(collection).labels[field]
      if (label !== undefined && replaced !== undefined)
        parts.push(
          hasYielded
            ? `${label} was not set to '${textOf(value)}' ('${textOf(replaced)}' was set later)`
            : `${label} set to '${textOf(value)}' (replaced '${textOf(replaced)}' set meanwhile)`,
        )
      if (hasYielded) continue
      next[field] = outcome.value
      if (policy === 'set') setAtMs[field] = step.stepAtMs
      if (mark === 'merge: floor') parts.push('stopped at 0')
    }
    const isChanged = Object.entries(next).some(([field, value]) => !isSame(row.values[field] ?? null, value))
    if (isChanged) this.#put(step, { ...row, values: next, setAtMs })
    else this.#note({ ...row, setAtMs })
    if (isTouched) this.#tell(step.shopId, parts)
  }

  #delete(step: ModelStep, { collection, id, seen }: Extract<Intent, { action: 'delete' }>): void {
    const row = this.#own(step, collection, id)
    if (row.isDeleted) return void this.#marks.push('effect: delete of a deleted row')
    if (seen !== undefined && this.#isNewerThan(step, row, seen)) throw new Refused('somebody else wrote it since')
    this.#deleteTree(step, row)
    this.#tell(step.shopId)
  }

  /** Something of the tree was written by others after what the author had on the screen. */
  #isNewerThan(step: ModelStep, row: ModelRow, seen: Readonly<Record<string, number>>): boolean {
    const isForeign = ({ account, after }: Writing): boolean => after >= (seen[row.id] ?? 0) && (account === undefined || account !== step.account)
    return row.writings.some(isForeign) || this.#childrenOf(row, 'cascade').some((child) => this.#isNewerThan(step, child, seen))
  }

  #deleteTree(step: ModelStep, row: ModelRow): void {
    if (this.#childrenOf(row, 'refuse').length > 0) throw new Refused('another row still points at it')
    this.#put(step, { ...row, isDeleted: true })
    for (const child of this.#childrenOf(row, 'cascade')) {
      this.#marks.push('effect: cascade')
      this.#deleteTree(step, child)
    }
  }

  #childrenOf(row: ModelRow, kind: 'refuse' | 'cascade'): ModelRow[] {
    return [...this.rows.values()].filter(({ collection, values, isDeleted }) => {
      const parent = factsByCollection[collection]?.parent
      return !isDeleted && parent?.of === row.collection && parent.whenItGoes === kind && values[parent.field] === row.id
    })
  }
}
