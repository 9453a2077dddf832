import type { Intent } from '../protocol.ts'
import { factsByCollection, factsOf, policyOf } from './oracle-facts.ts'
import { countLines, type Held, isSame, mergeValue } from './merging.ts'

/** What the shops' data must be, worked out from what people meant, in the order in which the server took it. */

type ModelRow = {
  readonly collection: string
  readonly id: string
  readonly shopId: string
  readonly values: Readonly<Record<string, Held>>
  readonly isDeleted: boolean
  /** When it was made, and each field last set, by the server's clock. */
  readonly madeAtMs: number
  readonly setAtMs: Readonly<Record<string, number>>
}

/** `stepAtMs`, `heardAtMs`: when the person acted and when it arrived, by the server's clock. */
type ModelStep = { shopId: string; intents: readonly Intent[]; stepAtMs: number; heardAtMs: number }

class Refused extends Error {}

export class Model {
  rows = new Map<string, ModelRow>()
  /** By shop, how many activities there are, and how many numbers of its feed were taken. */
  activityCounts = new Map<string, number>()
  heads = new Map<string, number>()
  /** By mutation, whether it was taken. */
  decided = new Map<string, boolean>()
  #marks: string[] = []

  copy(): Model {
    const [rows, activityCounts, heads, decided] = [new Map(this.rows), new Map(this.activityCounts), new Map(this.heads), new Map(this.decided)]
    return Object.assign(new Model(), { rows, activityCounts, heads, decided })
  }

  find(collection: string, id: string): ModelRow | undefined {
    return this.rows.get(`${collection}/${id}`)
  }

  /** Takes the step if it must be taken and answers what it met; otherwise nothing changes. `why`: the reason of the refusal. */
  take(step: ModelStep): { why: string | undefined; marks: string[] } {
    const trial = this.copy()
    try {
      for (const intent of step.intents) trial.#apply(step, intent)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { why: error.message, marks: [`refused: ${error.message}`] }
    }
    Object.assign(this, trial)
    return { why: undefined, marks: trial.#marks }
  }

  /** The server took a content. Answers whether that is new. @throws Error when its row is not there */
  store(id: string): boolean {
    const row = this.find('attachments', id)
    if (row === undefined || row.isDeleted) throw new Error(`The server took a content of attachments/${id}, which is not there`)
    if (row.values['isStored'] === true) return false
    // Its row was told of already.
    this.#put({ ...row, values: { ...row.values, isStored: true } })
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

  /** Writes the row, with the next number of the feed. */
  #put(row: ModelRow): void {
    this.rows.set(`${row.collection}/${row.id}`, row)
    this.#count(this.heads, row.shopId)
  }

  #tell(shopId: string): void {
    this.#count(this.activityCounts, shopId)
    this.#count(this.heads, shopId)
  }

  #own({ shopId }: ModelStep, collection: string, id: string): ModelRow {
    const row = this.find(collection, id)
    if (row?.shopId !== shopId) throw new Refused('no such row')
    return row
  }

  #create(step: ModelStep, { collection, id, values }: Extract<Intent, { action: 'create' }>): void {
    const { initial, policies, parent } = factsOf(collection)
    if (this.find(collection, id) !== undefined) throw new Refused('the id is taken')
    const above = parent && this.find(parent.of, values[parent.field] as string)
    if (parent !== undefined && (above === undefined || above.isDeleted || above.shopId !== step.shopId)) throw new Refused('its parent is gone')
    const stored = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, policies[field] === 'text' ? countLines(value) : value]))
    const { shopId, stepAtMs: madeAtMs } = step
    this.#put({ collection, id, shopId, values: { ...initial, ...stored }, isDeleted: false, madeAtMs, setAtMs: {} })
    this.#tell(shopId)
  }

  #update(step: ModelStep, { collection, id, seen, values }: Extract<Intent, { action: 'update' }>): void {
    const row = this.#own(step, collection, id)
    if (row.isDeleted) throw new Refused('it was deleted')
    const next: Record<string, Held> = { ...row.values }
    const setAtMs: Record<string, number> = { ...row.setAtMs }
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
      if (hasYielded) continue
      next[field] = outcome.value
      if (policy === 'set') setAtMs[field] = step.stepAtMs
    }
    const isChanged = Object.entries(next).some(([field, value]) => !isSame(row.values[field] ?? null, value))
    if (isChanged) this.#put({ ...row, values: next, setAtMs })
    else this.rows.set(`${collection}/${id}`, { ...row, setAtMs })
    if (isTouched) this.#tell(step.shopId)
  }

  #delete(step: ModelStep, { collection, id }: Extract<Intent, { action: 'delete' }>): void {
    const row = this.#own(step, collection, id)
    if (row.isDeleted) return void this.#marks.push('effect: delete of a deleted row')
    this.#deleteTree(row)
    this.#tell(step.shopId)
  }

  #deleteTree(row: ModelRow): void {
    if (this.#childrenOf(row, 'refuse').length > 0) throw new Refused('another row still points at it')
    this.#put({ ...row, isDeleted: true })
    for (const child of this.#childrenOf(row, 'cascade')) {
      this.#marks.push('effect: cascade')
      this.#deleteTree(child)
    }
  }

  #childrenOf(row: ModelRow, kind: 'refuse' | 'cascade'): ModelRow[] {
    return [...this.rows.values()].filter(({ collection, values, isDeleted }) => {
      const parent = factsByCollection[collection]?.parent
      return !isDeleted && parent?.of === row.collection && parent.whenItGoes === kind && values[parent.field] === row.id
    })
  }
}
