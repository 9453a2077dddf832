import type { Mutation, MutationResult, PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { Coverage } from '../coverage.ts'
import type { AddedFile, Intent, Look, StepReport } from '../protocol.ts'
import type { ServerListener } from '../server.ts'
import { factsByCollection, policyOf } from './oracle-facts.ts'
import { fail } from './failure.ts'
import { FileModel } from './file-model.ts'
import { Model } from './model.ts'

/** `isPromised`: the device said that it is stored. `isUntimed`: it wrote it by itself. The times are virtual; it was sent and received when it was decided. */
export type KnownStep = { id: string; shopId: string; intents: readonly Intent[]; account: string; isPromised: boolean; isUntimed?: boolean } & Times
type Times = { actedAtMs: number; sentAtMs?: number; receivedAtMs?: number }

/** Hears what people do and what the server answers, and says what must come of it. */
export class Oracle implements ServerListener {
  model = new Model()
  readonly numbers = new NumberModel()
  readonly files = new FileModel()
  readonly shopsByUser = new Map<string, ReadonlySet<string>>()
  readonly readersOfLog = new Set<string>()
  readonly steps = new Map<string, KnownStep>()
  /** Refused steps that must stand on the list of their author's device. */
  readonly refusedByAccount = new Map<string, Set<string>>()
  readonly everRefused = new Set<string>()
  readonly coverage: Coverage = {}
  /** By an id that a page gave before it died, what it may be of. */
  readonly #uncertain = new Map<string, KnownStep>()
  /** By account, its steps that the server has not decided, in the order in which they were done. */
  #queues = new Map<string, string[]>()
  /** Those whose answer a page has got. */
  readonly #answered = new Set<string>()
  readonly #lostWithRestore = new Set<string>()
  /** Lost with a database that went back by itself: their devices send them again. */
  readonly #dueAgain = new Set<string>()
  /** Those that may wait again. */
  readonly #wentBack = new Set<string>()
  /** Decided in a life of the feed that ended, whether or not their devices heard of it. */
  readonly #onceDecided = new Set<string>()
  /** Where the shop's feed stood when a step was first answered, and when the backup was made. */
  readonly #feedAfter = new Map<string, number>()
  #feedsAtBackup: ReadonlyMap<string, number> = new Map()
  #backup: Model | undefined
  #restoredAtMs = 0
  readonly #now: () => number
  readonly #serverNow: () => number

  /** Virtual time, and the server's clock. */
  constructor(now: () => number, serverNow: () => number) {
    this.#now = now
    this.#serverNow = serverNow
  }

  note(mark: string): void {
    this.coverage[mark] = (this.coverage[mark] ?? 0) + 1
  }

  // What people do

  onStep(account: string, { state, shopId, intents, ids, ...report }: StepReport): void {
    const step = { shopId, intents, account, actedAtMs: this.#now() }
    if (state === 'unknown') for (const id of ids) this.#uncertain.set(id, { ...step, id, isPromised: false })
    const id = 'mutationId' in report ? report.mutationId : null
    if (id === null) return
    this.steps.set(id, { ...step, id, isPromised: true })
    this.#queues.set(account, [...(this.#queues.get(account) ?? []), id])
  }

  onFileAdded(account: string, file: AddedFile, isKept: boolean): void {
    this.note(`file: ${isKept ? 'added' : 'cut off by a crash'}`)
    this.files.onAdded(account, file, isKept)
  }

  onDiscarded(account: string, id: string): void {
    this.refusedByAccount.get(account)?.delete(id)
  }

  /** The server's own commands made a row. */
  onMade(shopId: string, intent: Intent): void {
    const atMs = Math.trunc(this.#serverNow())
    const { why } = this.model.take({ shopId, intents: [intent], stepAtMs: atMs, heardAtMs: atMs })
    if (why !== undefined) fail(why)
  }

  // What the server does

  onPushed(request: PushRequest, { results, reached = {} }: PushResponse, sentAtOf: (id: string) => number, stepAtById: ReadonlyMap<string, number>): void {
    if (results.map(({ id }) => id).join() !== request.mutations.map(({ id }) => id).join()) fail('Results are not those of the push')
    for (const [index, mutation] of request.mutations.entries()) {
      const { id, shopId } = mutation
      if (!this.model.decided.has(id)) this.#feedAfter.set(id, reached[shopId]?.seq ?? 0)
      if (!this.model.decided.has(id) && this.numbers.noteSent(mutation)) this.note('number: given by a tablet')
      const result = results[index]
      if (result !== undefined) this.#onResult(mutation, result, sentAtOf(id), stepAtById.get(id) ?? 0)
    }
  }

  #onResult(mutation: Mutation, result: MutationResult, sentAtMs: number, stepAtMs: number): void {
    const { id } = mutation
    const isApplied = result.outcome === 'applied'
    if (result.error?.code === 'INTERNAL') fail(`The server failed on ${id}`)
    if (!isApplied) this.everRefused.add(id)
    const known = this.model.decided.get(id)
    if (known !== undefined) {
      this.note('push: sent again: same outcome')
      if (isApplied !== known) fail(`${id} was sent again and is now ${result.outcome}`)
      return
    }
    const ownFiles = this.files.findStep(mutation)
    const written = ownFiles && { ...ownFiles, id, actedAtMs: this.#now(), isPromised: false, isUntimed: true }
    const found = this.steps.get(id) ?? written ?? this.#uncertain.get(id) ?? fail(`The server got a mutation that nobody wrote: ${id}`)
    const step = { ...found, id, sentAtMs, receivedAtMs: this.#now() }
    this.steps.set(id, step)
    // What one person did on one tablet arrives in the order in which it was done.
    const queue = this.#queues.get(step.account) ?? []
    const place = queue.indexOf(id)
    if (place > 0) fail(`${id} arrived before ${queue.slice(0, place).join(', ')}, which ${step.account} did earlier`)
    if (place === 0) queue.shift()
    const { why, marks } = this.model.take({ ...step, stepAtMs, heardAtMs: Math.trunc(this.#serverNow()) })
    for (const mark of marks) this.note(mark)
    const what = `${id} ${JSON.stringify(step.intents)}`
    if (why === undefined && !isApplied) fail(`Refused without a reason (${result.error?.code}: ${result.error?.message}): ${what}`)
    if (why !== undefined && isApplied) fail(`Taken although it had to be refused (${why}): ${what}`)
    this.model.decided.set(id, isApplied)
    if (this.#dueAgain.delete(id)) this.note('push: sent again after a set-back')
    // A copy that was late on its way reaches the restored database after the device had its answer from the former. A device that sends it
    // after the restore crashed before it had stored that answer.
    if (this.#lostWithRestore.has(id) && sentAtMs < this.#restoredAtMs) return
    const refused = this.refusedByAccount.get(step.account) ?? new Set()
    this.refusedByAccount.set(step.account, refused)
    if (isApplied) refused.delete(id)
    else refused.add(id)
  }

  onContent(id: string, base64: string): void {
    this.files.checkTaken(id, base64)
    this.note(`file: ${this.model.store(id) ? 'stored' : 'sent again'}`)
  }

  maySee(userId: string, shopId: string, collection: string): boolean {
    return this.shopsByUser.get(userId)?.has(shopId) === true && (collection !== 'activities' || this.readersOfLog.has(userId))
  }

  onInternal(message: string): void {
    fail(`The server logged an error: ${message}`)
  }

  onAnswered(ids: readonly string[]): void {
    for (const id of ids) this.#answered.add(id)
  }

  backUp(feeds: ReadonlyMap<string, number>): void {
    this.#backup = this.model.copy()
    this.#feedsAtBackup = feeds
  }

  /** What was acknowledged after the backup is lost with the database; what was not is still on its device. */
  putBack(isOnPurpose: boolean): boolean {
    const backup = this.#backup
    if (backup === undefined) return false
    for (const [id, isApplied] of this.model.decided) {
      if (backup.decided.has(id)) continue
      this.#onceDecided.add(id)
      this.note('server: decided mutations lost with the backup')
      if (!this.#answered.has(id)) for (const refused of this.refusedByAccount.values()) refused.delete(id)
      if (!this.#answered.has(id)) continue
      this.#lostWithRestore.add(id)
      if (isOnPurpose) continue
      // It may wait again all the same where its device need not send it.
      this.#wentBack.add(id)
      // One that changed no row, since others had done the same, left no trace in the feed: there is nothing that went back.
      const hasTrace = (this.#feedAfter.get(id) ?? 0) > (this.#feedsAtBackup.get(this.steps.get(id)?.shopId ?? '') ?? 0)
      if (hasTrace && isApplied) this.#dueAgain.add(id)
    }
    if (isOnPurpose) this.#dueAgain.clear()
    this.numbers.goBack(isOnPurpose)
    this.#restoredAtMs = this.#now()
    this.files.goBack(this.model, backup)
    this.model = backup.copy()
    const isUndecided = ({ id, isPromised }: KnownStep): boolean => isPromised && !backup.decided.has(id) && this.#isDue(id)
    this.#queues = new Map()
    for (const step of this.steps.values()) if (isUndecided(step)) this.#queues.set(step.account, [...(this.#queues.get(step.account) ?? []), step.id])
    return true
  }

  #isDue(id: string): boolean {
    return !this.#lostWithRestore.has(id) || this.#dueAgain.has(id)
  }

  /** When nothing moves any more: every promised step was decided. */
  checkAllDecided(): void {
    for (const { id, isPromised, intents } of this.steps.values())
      if (isPromised && !this.model.decided.has(id) && this.#isDue(id)) fail(`Lost: ${id} ${JSON.stringify(intents)}`)
  }

  /** What somebody typed and what waits still stands in the row, whatever was pulled since; and a row that was made here is there. */
  checkLook({ waiting, rows }: Look): void {
    const typed = new Map<string, Map<string, unknown>>()
    // Where a database went back, rows keep what others had made of them until the server's own come.
    for (const { mutationId, ops } of waiting.filter((one) => !this.#wentBack.has(one.mutationId))) {
      for (const op of ops) {
        const key = `${op.collection}/${op.id}`
        if (op.action === 'delete') typed.set(key, new Map())
        if (op.action !== 'create' && op.action !== 'update') continue
        const isAlone = factsByCollection[op.collection]?.parent?.whenItGoes !== 'cascade'
        const isTakenAway = waiting.some((other) => other.ops.some(({ action, id }) => action === 'delete' && id === op.id))
        if (op.action === 'create' && isAlone && rows[key] == null && !isTakenAway) fail(`${key} was made here and waits, but is not shown`)
        // Its answer was lost, and the row is on the server, or was before it went back: what others made of it since is newer than what was typed.
        if (op.action === 'create' && (this.model.decided.has(mutationId) || this.#onceDecided.has(mutationId))) continue
        const values = op.action === 'create' ? op.values : Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, to]))
        const fields = typed.get(key) ?? new Map<string, unknown>()
        typed.set(key, fields)
        for (const [field, value] of Object.entries(values)) if (policyOf(op.collection, field) === 'set') fields.set(field, value)
      }
    }
    for (const [key, fields] of typed) {
      for (const [field, value] of fields) {
        const shown = rows[key]?.[field]
        // Without a number of its own the tablet shows the server's.
        if (rows[key] == null || shown === value || (field === 'number' && value === null)) continue
        fail(`${key}.${field} shows ${JSON.stringify(shown)}, but ${JSON.stringify(value)} was typed and waits`)
      }
    }
  }
}

/** Ticket numbers that devices gave to orders, which may be on paper: no two orders have one, and each finds its order as long as the server knows its lease. */
class NumberModel {
  readonly #givenByOrder = new Map<string, Set<number>>()
  /** Undefined once leases of two lives of the feed meet. */
  #orderByGiven: Map<string, string> | undefined = new Map()
  #areLeasesKnown = true

  /** A mutation as it arrives, undecided. Answers whether its device gave a number. */
  noteSent({ shopId, ops }: Mutation): boolean {
    const given = ops.flatMap((op) => {
      const number = op.action === 'create' && op.collection === 'orders' ? op.values['number'] : undefined
      return typeof number === 'number' ? [{ id: op.id, number }] : []
    })
    for (const { id, number } of given) {
      const other = this.#orderByGiven?.get(`${shopId}/${number}`)
      if (other !== undefined && other !== id) fail(`The orders ${other} and ${id} were given the number ${number}`)
      this.#orderByGiven?.set(`${shopId}/${number}`, id)
      this.#givenByOrder.set(id, (this.#givenByOrder.get(id) ?? new Set()).add(number))
    }
    return given.length > 0
  }

  /** The database knows nothing of later leases, so their numbers count for nothing. One that went back by itself gives them again. */
  goBack(isOnPurpose: boolean): void {
    this.#areLeasesKnown = false
    if (!isOnPurpose) this.#orderByGiven = undefined
  }

  check(orders: readonly Record<string, unknown>[]): void {
    const orderByNumber = new Map<string, string>()
    for (const row of orders) {
      const [id, number, place] = [String(row['id']), Number(row['number']), `${String(row['shop_id'])}/${String(row['number'])}`]
      const other = orderByNumber.get(place)
      if (other !== undefined || !Number.isInteger(number) || number < 1) fail(`The order ${id} has the number ${number}, as has ${other ?? 'none'}`)
      orderByNumber.set(place, id)
      const found = [number, ...(JSON.parse(String(row['former_numbers'])) as number[])]
      if (!this.#areLeasesKnown) continue
      const lost = [...(this.#givenByOrder.get(id) ?? [])].find((one) => !found.includes(one))
      if (lost !== undefined) fail(`The order ${id} was number ${lost} and is ${found.join(', ')}: the old one does not find it`)
    }
  }
}
