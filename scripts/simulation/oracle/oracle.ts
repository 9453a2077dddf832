import type { LiveRows, Mutation, MutationResult, PullRequest, PullResponse, PushRequest, PushResponse, RowState } from '#schema/api/sync.ts'
import type { LeasedNumbers } from '#schema/api/numbers.ts'
import { Model, type ModelRow, type ModelStep } from './oracle-model.ts'
import { checkLocalPasscode } from './oracle-counter.ts'
import { isFinished, policyOf, readableBy } from './oracle-facts.ts'
import { FileBook } from './oracle-files.ts'
import { CountBook } from './oracle-stock.ts'
import type { MessageFacts } from './message-memory.ts'
import { MessageBook } from './oracle-messages.ts'
import { NumberBook } from './oracle-numbers.ts'
import type { AddedFile, StepReport, DeletedRow, Intent, Look, OfferedForms } from '../protocol.ts'
import { toFeedKey } from '../nodes/stream-watch.ts'
import type { Press, ServerListener } from '../server.ts'
import type { Coverage } from '../coverage.ts'

/** The product did not do what it promises. */
export class SimulationFailure extends Error {}

/** @throws SimulationFailure with the words of what `check` throws */
export function toFailure(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new SimulationFailure((error as Error).message)
  }
}

export type KnownStep = ModelStep & {
  /** `tablet/user`, or undefined for a step that no tablet wrote. */
  account: string | undefined
  userId: string
  /** Virtual time at which the person acted. */
  actedAtMs: number
  /** The device said that it is stored. */
  isPromised: boolean
  /** The device wrote it by itself, at whatever time. */
  isUntimed?: boolean
}

export type Arrival = { sentAtMs: number; receivedAtMs: number }

/** No deletion of another row takes them along. */
const rowsOfTheirOwn = new Set(['customers', 'orders', 'suppliers', 'categories', 'products'])

/** Nobody brings these back by themselves. */
const withoutRestore = new Set(['checklist_selections', 'passcode_views'])

/** Hears what people do and what the server answers, and says what must come of it. */
export class Oracle implements ServerListener {
  model = new Model()
  readonly numbers = new NumberBook()
  readonly files = new FileBook()
  /** Where shops tell customers anything. */
  messages: MessageBook | undefined
  readonly #counts = new CountBook()
  readonly steps = new Map<string, KnownStep>()
  readonly arrivals = new Map<string, Arrival>()
  /** Refused steps that must stand on the list of their author's device. */
  readonly refusedByAccount = new Map<string, Set<string>>()
  readonly everRefused = new Set<string>()
  /** By an id that a page gave before it died, what it may be of. */
  readonly #uncertain = new Map<string, KnownStep[]>()
  readonly #undecidedByAccount = new Map<string, string[]>()
  readonly #answered = new Set<string>()
  /** Of the answered ones, those whose answer the tablet has stored. */
  readonly #answerStored = new Set<string>()
  readonly #lostWithRestore = new Set<string>()
  /** Lost with a database that went back by itself: their devices send them again. */
  readonly #dueAgain = new Set<string>()
  /** Those that were due again at some time. */
  readonly #wentBack = new Set<string>()
  /** Decided in a life of the feed that ended, whether or not their devices heard of it. */
  readonly #onceDecided = new Set<string>()
  readonly #forgetful = new Set<string>()
  /** Accounts that merged customers. */
  readonly #mergers = new Set<string>()
  /** What the server had when its database went back. */
  #formerModel: Model | undefined
  /** By account, rows that it may not see and answers for all the same, with the server's numbers of them that its device knows. */
  readonly #knownByAccount = new Map<string, Map<string, number>>()
  /** Steps that their devices had forgotten before the server lost them. */
  readonly #forgotten = new Set<string>()
  #restoredAtMs = 0
  readonly #retried = new Set<string>()
  readonly #takenBack = new Set<string>()
  /** By the account of a copied profile, the steps that the tablet had written that it was copied from. */
  readonly #copiedIds = new Map<string, ReadonlySet<string>>()
  /** Accounts whose profile was copied, and their copies. */
  readonly #twins = new Set<string>()
  /** Steps that a copy holds as well, and sends whatever its original makes of them. */
  readonly #copied = new Set<string>()
  /** Of those, what the original took back before it left. */
  readonly #takenBackByOne = new Set<string>()
  readonly #now: () => number
  /** The server's clock. */
  readonly #serverNow: () => number
  readonly coverage: Coverage = {}
  #backup: Model | undefined
  #feedsAtBackup: ReadonlyMap<string, number> = new Map()
  /** Where the shop's feed stood when a step was first answered. */
  readonly #feedAfter = new Map<string, number>()
  /** The form that was on the screen of a page that died. */
  readonly #formByAccount = new Map<string, { token: number; ids: readonly string[]; isKept: boolean }>()
  /** The steps that forms were bound to which the app offered again. */
  readonly #stepIdByForm = new Map<number, string>()
  #restSteps = 0

  constructor(now: () => number, serverNow: () => number) {
    this.#now = now
    this.#serverNow = serverNow
  }

  note(mark: string): void {
    this.coverage[mark] = (this.coverage[mark] ?? 0) + 1
  }

  #noteVerdict(verdict: { isApplied: true; marks: string[] } | { isApplied: false; why: string }): void {
    if (verdict.isApplied) for (const mark of verdict.marks) this.note(mark)
    // Ids and names of rows say nothing here.
    else this.note(`refused: ${verdict.why.replace(/: .*/, '').replace(/^\S+\/\S+ |^\S+\.\S+ /, '')}`)
  }

  followMessages(facts: MessageFacts): MessageBook {
    this.messages = new MessageBook({ facts, model: () => this.model, now: this.#serverNow, note: (mark) => this.note(mark) })
    return this.messages
  }

  // What people do

  onShelves(report: StepReport): void {
    toFailure(() => this.#counts.onStep(report))
  }

  onStep(account: string, userId: string, report: StepReport): void {
    this.#formByAccount.delete(account)
    if (report.state === 'none' || report.state === 'refused-here') return
    if (report.intents.some((intent) => intent.action === 'delete' && intent.into !== undefined)) this.#mergers.add(account)
    const step = { shopId: report.shopId, intents: report.intents, account, userId, actedAtMs: this.#now() }
    if (report.undoes !== undefined) this.#onTakenBack(account, report.undoes, report.state === 'written')
    if (report.state === 'written') {
      if (report.mutationId === null) return
      this.steps.set(report.mutationId, { ...step, id: report.mutationId, isPromised: true })
      const queue = this.#undecidedByAccount.get(account) ?? []
      this.#undecidedByAccount.set(account, queue)
      queue.push(report.mutationId)
    } else {
      if (report.form !== undefined) this.#formByAccount.set(account, { ...report.form, ids: report.ids })
      // A form that was offered again is bound to its step from before.
      const boundId = report.form && this.#stepIdByForm.get(report.form.token)
      for (const id of [...report.ids, ...(boundId === undefined ? [] : [boundId])]) {
        this.#uncertain.set(id, [...(this.#uncertain.get(id) ?? []), { ...step, id, isPromised: false }])
      }
    }
  }

  /** A form is offered again or its step is stored: never both, and what was kept of it never neither. */
  checkForms(account: string, { offered, heldIds }: OfferedForms): void {
    const isStored = (id: string): boolean => heldIds.includes(id) || this.model.decided.has(id)
    for (const { token, actId } of offered) {
      if (actId !== undefined) this.#stepIdByForm.set(token, actId)
      // A copy of a profile offers what its original has finished, and the other way round.
      if (actId !== undefined && isStored(actId) && !this.#twins.has(account))
        throw new SimulationFailure(`The form of mutation #${token} is offered again although its mutation ${actId} is stored`)
    }
    const left = this.#formByAccount.get(account)
    this.#formByAccount.delete(account)
    if (left === undefined) return
    const isOffered = offered.some(({ token }) => token === left.token)
    // A form that is finished later stores the step that it was bound to when it was left.
    const isStepStored = [...left.ids, this.#stepIdByForm.get(left.token) ?? ''].some(isStored)
    if (isOffered) this.note('mutation: form offered after a crash')
    else if (isStepStored) this.note('mutation: form stored before a crash')
    else if (left.isKept) throw new SimulationFailure(`The form of mutation #${left.token} was kept, and is neither offered nor stored`)
  }

  /** A deletion that was undone before it left: neither may arrive. Where the page died meanwhile, it may have stayed. */
  #onTakenBack(account: string, id: string, isCertain: boolean): void {
    const step = this.steps.get(id)
    const queue = this.#undecidedByAccount.get(account) ?? []
    const place = queue.indexOf(id)
    if (step !== undefined) this.steps.set(id, { ...step, isPromised: false })
    if (this.#copied.has(id)) {
      this.#takenBackByOne.add(id)
      // The other one may have sent it before, and was refused.
      this.refusedByAccount.get(account)?.delete(id)
    }
    if (!isCertain || this.#copied.has(id)) {
      // Sent all the same, it is behind what the person did before and may be behind what they do next.
      if (place >= 0) queue.splice(place, 1)
      return
    }
    if (this.model.decided.has(id)) throw new SimulationFailure(`${id} was taken back on the tablet alone, but the server has it`)
    if (place >= 0) queue.splice(place, 1)
    this.#takenBack.add(id)
    this.note('effect: a deletion that never left is taken back')
  }

  onRetried(id: string | null): void {
    if (id !== null) this.#retried.add(id)
  }

  onDiscarded(account: string, id: string): void {
    this.refusedByAccount.get(account)?.delete(id)
  }

  /** A step that comes by another way than a tablet: by hand with a rogue client, or by REST. */
  addRogue(step: ModelStep, userId: string): void {
    this.steps.set(step.id, { ...step, account: undefined, userId, actedAtMs: this.#now(), isPromised: false })
  }

  onRest(userId: string, shopId: string, intents: Intent[], isApplied: boolean, isAdministration: boolean): void {
    const caller = isAdministration ? { ...this.model.callerOf(userId), shops: new Set([shopId]) } : this.model.callerOf(userId)
    const atMs = Math.trunc(this.#serverNow())
    const verdict = this.model.take(caller, { id: `rest-${++this.#restSteps}`, shopId, intents, stepAtMs: atMs, heardAtMs: atMs }, isAdministration)
    if (!isAdministration) this.note(`other: REST ${verdict.isApplied ? 'taken' : 'refused'}`)
    if (verdict.isApplied !== isApplied)
      throw new SimulationFailure(
        `REST ${isApplied ? 'took' : 'refused'} ${JSON.stringify(intents)}, the oracle: ${verdict.isApplied ? 'must be taken' : verdict.why}`,
      )
  }

  /** `token`: of the link that was made; undefined where the server refused it. */
  onEstimateSent(userId: string, { id, shopId }: ModelRow, token: string | undefined): void {
    const due = this.model.send(userId, shopId, id, Math.trunc(this.#serverNow()))
    this.note(`estimate: ${typeof due === 'string' ? 'not sent' : 'sent'}`)
    if (token === undefined && typeof due !== 'string') throw new SimulationFailure(`estimates/${id} was not sent without a reason`)
    if (token === undefined) return
    if (typeof due === 'string') throw new SimulationFailure(`estimates/${id} was sent: ${due}`)
    this.model.links.set(token, due)
  }

  /** `taken`: what a customer's link took of several presses at once. */
  onPressed(token: string, taken: readonly Press[]): void {
    const atMs = Math.trunc(this.#serverNow())
    const isOpen = this.model.isOpen(token, atMs)
    const [first] = taken
    this.note(`estimate: ${isOpen ? 'answered by its link' : 'a link that is not open'}`)
    if (isOpen !== (first !== undefined)) throw new SimulationFailure(`A link that is ${isOpen ? '' : 'not '}open took ${taken.length} answers`)
    if (taken.some(({ press }) => press !== first?.press)) throw new SimulationFailure(`A link took several answers: ${JSON.stringify(taken)}`)
    if (first !== undefined) this.model.answer(token, first.decision === 'approve', first.name, atMs)
  }

  // What the server does

  onPushed(
    userId: string,
    request: PushRequest,
    { results, reached = {} }: PushResponse,
    sentAtOf: (id: string) => number,
    stepAtById: ReadonlyMap<string, number>,
  ): void {
    this.#notePush(request, results)
    const { given, givenTwice } = this.numbers.noteSent(request.mutations, (id) => this.model.decided.has(id))
    if (given > 0) this.note('number: given by a tablet')
    if (givenTwice > 0) this.note('number: given by a tablet and its copy')
    if (results.length !== request.mutations.length) throw new SimulationFailure('The answer to a push has another length')
    for (const [index, result] of results.entries()) {
      const mutation = request.mutations[index]
      if (mutation === undefined || result.id !== mutation.id) throw new SimulationFailure('Results are not in the order of the push')
      if (!this.model.decided.has(mutation.id)) this.#feedAfter.set(mutation.id, reached[mutation.shopId]?.seq ?? 0)
      this.#onResult(userId, mutation, result, sentAtOf(mutation.id), stepAtById.get(mutation.id) ?? 0)
      this.#checkVisible(userId, result.documents)
    }
  }

  #onResult(userId: string, mutation: Mutation, result: MutationResult, sentAtMs: number, stepAtMs: number): void {
    const { id, shopId } = mutation
    const isApplied = result.outcome === 'applied'
    if (result.error?.code === 'INTERNAL') throw new SimulationFailure(`The server failed on ${id}`)
    if (!isApplied) this.everRefused.add(id)
    const known = this.model.decided.get(id)
    if (known !== undefined) {
      const isExpected = known.isApplied && known.userId === userId && this.model.callerOf(userId).shops.has(shopId)
      this.note('push: sent again: same outcome')
      if (isApplied !== isExpected) throw new SimulationFailure(`${id} was sent again and is now ${result.outcome}`)
      return
    }
    const step = this.steps.get(id) ?? this.#stepOfFiles(userId, mutation) ?? this.#uncertainOf(mutation)
    if (step === undefined) throw new SimulationFailure(`The server got a mutation that nobody wrote: ${id}`)
    if (this.#takenBack.has(id)) throw new SimulationFailure(`${id} was taken back before it left, and was sent after all`)
    this.steps.set(id, { ...step, id })
    this.#checkOrder(id, step)
    const verdict = this.model.take(this.model.callerOf(userId), {
      ...step,
      ...(this.#mayBeStrange(step, isApplied) && { account: undefined }),
      copiedIds: this.#copiedIds.get(step.account ?? ''),
      intents: this.#withoutGivenUp(this.#withKnown(step, this.#seenIn(step, isApplied), isApplied), mutation),
      id,
      stepAtMs,
      heardAtMs: Math.trunc(this.#serverNow()),
    })
    this.#noteVerdict(verdict)
    if (step.account === undefined && !isApplied) this.note('other: rogue refused')
    const what = `${id} ${JSON.stringify(step.intents)}`
    if (verdict.isApplied && !isApplied) throw new SimulationFailure(`Refused without a reason (${result.error?.code}: ${result.error?.message}): ${what}`)
    if (!verdict.isApplied && isApplied) throw new SimulationFailure(`Taken although it had to be refused (${verdict.why}): ${what}`)
    this.model.decided.set(id, { isApplied, userId, shopId, receivedAt: this.#now() })
    const isDueAgain = this.#dueAgain.delete(id)
    if (isDueAgain) this.note(`push: sent again after a set-back: ${isApplied ? 'taken' : 'refused'}`)
    this.arrivals.set(id, { sentAtMs, receivedAtMs: this.#now() })
    // A copy that was late on its way reaches the restored database after the device had its answer from the former. A device that
    // sends it after the restore crashed before it had stored that answer.
    if (step.account === undefined) return
    if (!isApplied) this.#noteKnown(step.account, step.intents, result)
    if (this.#lostWithRestore.has(id) && sentAtMs < this.#restoredAtMs) {
      // It knows nothing of the number that the server gave the order in the life that ended. Its author sends that along, too late.
      this.numbers.forgetTold(step.intents.map((intent) => intent.id))
      return
    }
    // Its author had the former life's answer, and hears nothing of what another tablet, which had it in a file, was told in this one.
    if (this.#lostWithRestore.has(id) && !isDueAgain) return
    const refused = this.refusedByAccount.get(step.account) ?? new Set()
    this.refusedByAccount.set(step.account, refused)
    if (isApplied || this.#takenBackByOne.has(id)) refused.delete(id)
    else refused.add(id)
  }

  /** Of several acts that were stored together, the one that changes these rows. */
  #uncertainOf({ id, ops }: Mutation): KnownStep | undefined {
    const candidates = this.#uncertain.get(id) ?? []
    return (
      candidates.findLast(({ intents }) => intents.length === ops.length && intents.every((intent) => ops.some((op) => op.id === intent.id))) ??
      candidates.at(-1)
    )
  }

  #listUncertain(): (readonly [string, KnownStep])[] {
    return [...this.#uncertain].flatMap(([id, steps]) => steps.map((step) => [id, step] as const))
  }

  #stepOfFiles(userId: string, mutation: Mutation): KnownStep | undefined {
    const step = this.files.findStep(mutation)
    return step && { ...step, id: mutation.id, userId, actedAtMs: this.#now(), isPromised: false, isUntimed: true }
  }

  onContent(userId: string, id: string, base64: string): void {
    toFailure(() => this.files.checkTaken(id, base64))
    this.note(`file: ${this.model.store(userId, id, Math.trunc(this.#serverNow())) ? 'stored' : 'sent again'}`)
  }

  /** From now on both hold what was not sent. */
  onCopied(account: string, copy: string): void {
    this.#twins.add(account).add(copy)
    const copiedIds = new Set(this.#copiedIds.get(account))
    for (const [id, step] of [...this.steps, ...this.#listUncertain()]) if (step.account === account) copiedIds.add(id)
    this.#copiedIds.set(copy, copiedIds)
    for (const id of copiedIds) if (!this.model.decided.has(id)) this.#copied.add(id)
  }

  /** From now on the account has what the file holds, whoever sends it first. Answers what was special about it, in words. */
  onCarried(account: string, text: string): string {
    const { mutations, files = [] } = JSON.parse(text) as { mutations: { mutation: { id: string } }[]; files?: unknown[] }
    const ids = mutations.map(({ mutation }) => mutation.id)
    const copiedIds = this.#copiedIds.get(account)
    const isKnown = ids.length > 0 && ids.every((id) => copiedIds?.has(id) === true)
    this.#copiedIds.set(account, new Set([...(copiedIds ?? []), ...ids]))
    // Their times go through the offsets of two clocks, each measured by an answer that may have been slow.
    for (const id of ids) {
      const step = this.steps.get(id)
      if (step !== undefined) this.steps.set(id, { ...step, isUntimed: true })
      else if (this.#uncertain.has(id))
        this.#uncertain.set(
          id,
          (this.#uncertain.get(id) ?? []).map((one) => ({ ...one, isUntimed: true })),
        )
    }
    if (isKnown) return ' again'
    if (files.length > 0) return ' with files'
    return ids.length > 0 ? '' : ': none'
  }

  onFileAdded(account: string, file: AddedFile, isKept: boolean): void {
    this.note(`file: ${isKept ? 'added' : 'cut off by a crash or refused'}`)
    this.files.onAdded(account, file, isKept)
  }

  /**
   * After a backup was put back, what the author of a deletion had seen is told in numbers of a life of the feed that may have ended. It
   * may be refused as if they had seen nothing. It may be taken only by what they had seen of the life that goes on.
   */
  #seenIn({ intents, shopId, actedAtMs }: KnownStep, isApplied: boolean): readonly Intent[] {
    if (this.#restoredAtMs === 0) return intents
    const least = this.#feedsAtBackup.get(shopId) ?? 0
    return intents.map((intent) => {
      if (intent.action !== 'delete' || intent.seen === undefined) return intent
      if (!isApplied) return { ...intent, seen: {} }
      if (actedAtMs > this.#restoredAtMs) return intent
      return { ...intent, seen: Object.fromEntries(Object.entries(intent.seen).map(([rowId, seq]) => [rowId, Math.min(seq, least)])) }
    })
  }

  /**
   * What somebody deleted on its own before they deleted what it hangs on, they do not see: the device knows the server's newest word of it,
   * and answers for it. So it does for what a refusal told them of, and brought, until it is shown.
   */
  #withKnown({ account = '' }: KnownStep, intents: readonly Intent[], isApplied: boolean): readonly Intent[] {
    const known = this.#knownByAccount.get(account)
    if (!isApplied || known === undefined) return intents
    return intents.map((intent) => {
      if (intent.action !== 'delete' || intent.seen === undefined) return intent
      return { ...intent, seen: { ...Object.fromEntries([...known].filter(([id]) => id !== intent.id)), ...intent.seen } }
    })
  }

  /**
   * A passcode that its order gave up in the life that ended is told no more (PASS-03): what is sent again comes without it, and says nothing
   * of the one that it had seen. @throws SimulationFailure
   */
  #withoutGivenUp(intents: readonly Intent[], { id: mutationId, ops }: Mutation): readonly Intent[] {
    const assertGivenUp = ({ collection, id }: Intent, passcode: string, what: string): void => {
      const former = this.#formerModel?.find(collection, id)
      if (former?.isDeleted === false && former.values['passcode'] === passcode) throw new SimulationFailure(`${mutationId} comes again without ${what}`)
    }
    return intents.map((told) => {
      if (told.action !== 'create' && told.action !== 'update') return told
      let intent = told
      const op = ops.find(({ collection, id, action }) => collection === told.collection && id === told.id && action === told.action)
      if (intent.action === 'update' && op?.action === 'update' && op.changes['passcode']?.from === '' && typeof intent.seen['passcode'] === 'string') {
        assertGivenUp(intent, intent.seen['passcode'], 'the passcode that it had seen')
        intent = { ...intent, seen: { ...intent.seen, passcode: null } }
      }
      if (typeof intent.values['passcode'] !== 'string') return intent
      const { passcode, ...values } = intent.values
      const sent = op?.action === 'create' ? op.values['passcode'] : op?.action === 'update' ? op.changes['passcode']?.to : undefined
      if (sent === passcode) return intent
      assertGivenUp(intent, passcode, 'its passcode')
      return { ...intent, values }
    })
  }

  #noteKnown(account: string, intents: readonly Intent[], { documents }: MutationResult): void {
    const known = this.#knownByAccount.get(account) ?? new Map<string, number>()
    this.#knownByAccount.set(account, known)
    for (const { action, id } of intents) if (action === 'delete') known.set(id, Infinity)
    for (const { document } of documents) if (typeof document['seq'] === 'number' && !known.has(document.id)) known.set(document.id, document['seq'])
  }

  /**
   * After a backup was put back or its storage was cleared, a device does not say of its own work either that it knows it: a deletion may be
   * refused for it. Nor does one that merged customers know what the server gave along, which it had not heard of. And during a first pull a
   * device shows nothing of what it sent itself until the pages get there.
   */
  #mayBeStrange({ intents, account = '' }: KnownStep, isApplied: boolean): boolean {
    return (
      !isApplied &&
      intents.some(
        (intent) =>
          intent.action === 'delete' && (this.#restoredAtMs > 0 || this.#forgetful.has(account) || this.#mergers.has(account) || this.#hasUnshown(intent)),
      )
    )
  }

  /** Of what hangs on the row, something lives that its author did not see at all. */
  #hasUnshown({ id, seen }: Extract<Intent, { action: 'delete' }>): boolean {
    if (seen === undefined) return false
    return [...this.model.rows.values()].some((row) => !row.isDeleted && !(row.id in seen) && Object.values(row.values).includes(id))
  }

  #notePush({ mutations }: PushRequest, results: readonly MutationResult[]): void {
    if (mutations.length > 1) this.note('push: several mutations')
    const taken = results.filter(({ outcome }) => outcome === 'applied').length
    if (taken > 0) this.note('push: taken')
    if (taken < results.length) this.note('push: refused')
    if (taken > 0 && taken < results.length) this.note('push: refused among taken ones')
    const hops = mutations.flatMap(({ ops }) => ops.flatMap((op) => (op.action === 'update' && 'orderStatusId' in op.changes ? [op.id] : [])))
    if (hops.some((id) => hops.filter((other) => other === id).length > 2)) this.note('push: three hops of one order at once')
    if (mutations.some(({ id }, index) => this.#retried.has(id) && results[index]?.outcome === 'applied')) this.note('push: retry taken')
  }

  /**
   * What one person did on one tablet arrives in the order in which it was done. A file took along what was not sent, and nothing of what a
   * database that went back by itself has lost since: whoever holds that file does not wait for what only the author can send again.
   */
  #checkOrder(id: string, { account }: KnownStep): void {
    const queue = this.#undecidedByAccount.get(account ?? '') ?? []
    const place = queue.indexOf(id)
    if (place < 0) return
    const isHeldElsewhere = [...this.#copiedIds.values()].some((ids) => ids.has(id))
    const earlier = queue.slice(0, place).filter((other) => !isHeldElsewhere || !this.#dueAgain.has(other))
    if (earlier.length > 0) throw new SimulationFailure(`${id} arrived before ${earlier.join(', ')}, which ${account} did earlier`)
    queue.splice(place, 1)
  }

  onPulled(userId: string, request: PullRequest, response: PullResponse): void {
    if (response.documents.length === request.limit) this.note('pull: full page')
    if (response.documents.some(({ _deleted }) => _deleted === true)) this.note('pull: tombstone')
    if (response.reset.length > 0) this.note('pull: reset')
    if (response.gone.length > 0) this.note('pull: gone')
    if (response.documents.length > 0 && Object.keys(response.checkpoint).some((shop) => request.checkpoint[shop] === undefined))
      this.note('pull: from the start')
    const last = new Map(Object.entries(request.checkpoint).map(([shop, { seq }]) => [shop, seq]))
    for (const document of response.documents) {
      const shop = document.shopId ?? ''
      const seq = document.seq ?? -1
      if (seq <= (last.get(shop) ?? 0)) throw new SimulationFailure(`A page of ${request.collection} does not ascend`)
      last.set(shop, seq)
    }
    if (response.documents.length > request.limit) throw new SimulationFailure('A page is longer than was asked for')
    for (const [shop, { seq }] of Object.entries(response.checkpoint)) {
      if (seq !== (last.get(shop) ?? 0)) throw new SimulationFailure(`The checkpoint of a page is not that of its last row: ${shop} ${seq}`)
    }
    this.#checkVisible(
      userId,
      response.documents.map((document) => ({ collection: request.collection, document })),
    )
  }

  onRowsSent(userId: string, rows: LiveRows): void {
    this.note('live: rows')
    for (const [shop, byCollection] of Object.entries(rows)) {
      for (const [collection, { after, documents, checkpoint }] of Object.entries(byCollection)) {
        let last = after
        for (const { seq = -1, shopId } of documents) {
          if (shopId !== shop || seq <= last || seq > checkpoint.seq) throw new SimulationFailure(`Live rows of ${collection} do not ascend to their head`)
          last = seq
        }
        this.#checkVisible(
          userId,
          documents.map((document) => ({ collection, document })),
        )
      }
    }
  }

  isDecided(id: string): boolean {
    return this.model.decided.has(id)
  }

  isStored(attachmentId: string): boolean {
    return this.model.find('attachments', attachmentId)?.values['isStored'] === true
  }

  /** Whichever node serves the stream, and whichever committed. */
  onStreamTold(userId: string, told: ReadonlyMap<string, number>, committed: readonly RowState[]): void {
    const { shops, privileges } = this.model.callerOf(userId)
    const readable = readableBy(privileges)
    this.note('nodes: told to a stream')
    for (const { collection, document } of committed) {
      const { shopId = '', seq = 0 } = document
      if (!shops.has(shopId) || !readable.includes(collection)) continue
      const head = told.get(toFeedKey(shopId, collection)) ?? 0
      if (head < seq) throw new SimulationFailure(`A stream of ${userId} is still at ${head} of ${collection}, ${seq} was committed a while ago`)
    }
  }

  onInternal(message: string): void {
    throw new SimulationFailure(`The server logged an error: ${message}`)
  }

  /** The tablet has got the answer, and has stored it unless it died of it. */
  onAnswered(ids: readonly string[], isStored: boolean): void {
    for (const id of ids) {
      this.#answered.add(id)
      if (isStored) this.#answerStored.add(id)
    }
  }

  #checkVisible(userId: string, states: readonly RowState[]): void {
    const { shops, privileges } = this.model.callerOf(userId)
    const readable = readableBy(privileges)
    if (this.numbers.noteTold(states) > 0) this.note('number: another than was sent')
    for (const { collection, document } of states) {
      const isBare = Object.keys(document).every((key) => key === 'id' || key === '_deleted')
      if (isBare) continue
      if (
        collection === 'attachments' &&
        'isStored' in document &&
        document.isStored === true &&
        this.model.find(collection, document.id)?.values['isStored'] !== true
      )
        throw new SimulationFailure(`attachments/${document.id} is told to be stored before its content was taken`)
      if (!shops.has(document.shopId ?? '') || !readable.includes(collection))
        throw new SimulationFailure(`An answer shows ${userId} what they may not see: ${collection}/${document.id}`)
    }
  }

  // What the administrator does

  backUp(feeds: ReadonlyMap<string, number>): void {
    this.#backup = this.model.copy()
    this.#feedsAtBackup = feeds
  }

  /** What was acknowledged after the backup is lost with the database; what was not is still on its device. */
  putBack(isOnPurpose: boolean): boolean {
    const backup = this.#backup
    if (backup === undefined) return false
    for (const id of this.model.decided.keys()) {
      if (backup.decided.has(id)) continue
      this.#onceDecided.add(id)
      this.note('server: decided mutations lost with the backup')
      if (!isOnPurpose) this.#expectAgain(id, backup)
      // A copy that is late on its way makes the order again, without the number that the server gave it in the life that ended. So does
      // its author where the answer with the number never came, though they or others may have read it in the feed by then.
      const rowIds = this.steps.get(id)?.intents.map((intent) => intent.id) ?? []
      // Of two tablets that hold it, the one that never heard the number may be the first to send it.
      const isHeldTwice = [...this.#copiedIds.values()].some((ids) => ids.has(id))
      if (isOnPurpose || isHeldTwice || !this.#answerStored.has(id)) this.numbers.forgetTold(rowIds)
      // An order comes again with one number: the one that its device gave it, which may be on paper, not the one that took its place.
      else this.numbers.forgetTold(rowIds.filter((rowId) => this.numbers.wasGiven(rowId)))
      if (this.#answered.has(id)) this.#lostWithRestore.add(id)
      else for (const refused of this.refusedByAccount.values()) refused.delete(id)
    }
    if (isOnPurpose) this.#dueAgain.clear()
    else this.numbers.goBack((id) => this.model.find('orders', id)?.isDeleted === true)
    this.#restoredAtMs = this.#now()
    this.#undecidedByAccount.clear()
    for (const [id, { account, isPromised }] of this.steps) {
      if (account === undefined || !isPromised || backup.decided.has(id) || (this.#lostWithRestore.has(id) && !this.#dueAgain.has(id))) continue
      const queue = this.#undecidedByAccount.get(account) ?? []
      this.#undecidedByAccount.set(account, queue)
      queue.push(id)
    }
    this.files.goBack(this.model, backup)
    this.#formerModel = this.model
    this.model = backup.copy()
    if (isOnPurpose) this.messages?.onRestored()
    return true
  }

  #expectAgain(id: string, backup: Model): void {
    const { account, shopId = '', userId = '' } = this.steps.get(id) ?? {}
    // Whoever had joined since does not belong to the shop any more.
    if (!backup.callerOf(userId).shops.has(shopId)) return
    // One that changed no row, since others had done the same, left no trace in the feed: there is nothing that went back.
    const hasTrace = (this.#feedAfter.get(id) ?? 0) > (this.#feedsAtBackup.get(shopId) ?? 0)
    const isKept = hasTrace && this.model.decided.get(id)?.isApplied === true && this.#answered.has(id) && !this.#forgotten.has(id)
    // It may wait again all the same where its device need not have kept it.
    if (this.#answered.has(id)) this.#wentBack.add(id)
    if (!isKept || account === undefined || this.#forgetful.has(account)) return
    this.#dueAgain.add(id)
  }

  /** What the account's device kept of what it had sent went, or may not have been kept: it need not come again. */
  forgive(isMeant: (step: KnownStep) => boolean): void {
    for (const id of this.model.decided.keys()) {
      const step = this.steps.get(id)
      if (step !== undefined && isMeant(step)) this.#forgotten.add(id)
    }
    for (const id of this.#dueAgain) {
      const step = this.steps.get(id)
      if (step === undefined || !isMeant(step)) continue
      this.#dueAgain.delete(id)
      const queue = this.#undecidedByAccount.get(step.account ?? '') ?? []
      if (queue.includes(id)) queue.splice(queue.indexOf(id), 1)
    }
  }

  /** The tablet's storage is full, and what was sent leaves the outbox all the same; or it was cleared before a page held what was sent. */
  mayForgetSent(accounts: readonly string[]): void {
    for (const account of accounts) this.#forgetful.add(account)
    this.forgive(({ account = '' }) => accounts.includes(account))
  }

  onDigest(isMoved: boolean): void {
    this.note(`digest: ${isMoved ? 'the feed had moved' : 'compared'}`)
  }

  onLeased(shopId: string, range: LeasedNumbers): void {
    this.note('number: leased')
    toFailure(() => this.numbers.noteLease(shopId, range))
  }

  onSetBack(): void {
    this.note('push: not taken, the server was set back')
  }

  /** Rows that somebody could bring back. */
  listDeleted(): DeletedRow[] {
    const rows = [...this.model.rows.values()].filter(({ isDeleted, collection }) => isDeleted && !withoutRestore.has(collection))
    return rows.map(({ shopId, collection, id, deletedWith, alsoDeletedWith = [] }) => ({
      shopId,
      collection,
      id,
      deletions: [...(deletedWith === null ? [] : [deletedWith]), ...alsoDeletedWith],
    }))
  }

  // What a tablet shows meanwhile

  /** What somebody typed and what waits still stands in the row, whatever was pulled since. */
  checkLook(look: Look): void {
    const typed = new Map<string, { rowKey: string; field: string; value: unknown }>()
    for (const { mutationId, ops } of look.waiting) {
      // Where a database went back, rows keep what others had made of them until the server's own come.
      if (this.#wentBack.has(mutationId)) continue
      for (const op of ops) {
        const rowKey = `${op.collection}/${op.id}`
        // Its answer was lost, and the row is on the server, or was before it went back: what others made of it since is newer than what was typed.
        if (op.action === 'create' && (this.model.decided.has(mutationId) || this.#onceDecided.has(mutationId))) continue
        if (op.action === 'delete' || op.action === 'restore') {
          for (const key of typed.keys()) if (key.startsWith(`${rowKey}/`)) typed.delete(key)
          // What is written for a customer goes where the customer goes, and comes back with them.
          if (op.collection === 'customers') for (const [key, { field }] of typed) if (field === 'customerId') typed.delete(key)
          continue
        }
        const values = op.action === 'create' ? op.values : Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, to]))
        for (const [field, value] of Object.entries(values)) {
          if (policyOf(op.collection, field) === 'set') typed.set(`${rowKey}/${field}`, { rowKey, field, value })
        }
      }
    }
    this.#checkMadeRows(look)
    // Once a database went back, rows of two lives of the feed meet on the tablet until all has come.
    if (this.#restoredAtMs === 0 && Object.keys(look.counts).length > 0) {
      toFailure(() => this.#counts.check(look))
      this.note('stock: a count looked at that waits')
    }
    for (const [key, row] of Object.entries(look.rows)) if (row !== null) toFailure(() => checkLocalPasscode(key, row))
    for (const { rowKey, field, value } of typed.values()) {
      const row = look.rows[rowKey]
      // Without a number of its own the tablet shows the server's, and a passcode goes with an end of its order that may be taken back.
      if (field === 'number' && value === null) continue
      if (field === 'passcode' && row?.[field] === null && (isFinished(row['orderStatusId']) || typed.has(`${rowKey}/orderStatusId`))) continue
      // An answer says by itself when it was given.
      if (field === 'decidedAt' && value === null && row?.['decidedName'] != null) continue
      if (row != null && row[field] !== value)
        throw new SimulationFailure(`${rowKey}.${field} shows ${JSON.stringify(row[field])}, but ${JSON.stringify(value)} was typed and waits`)
    }
  }

  /** A row that was made here and waits is there, unless something that waits takes it away. */
  #checkMadeRows({ waiting, rows, shops }: Look): void {
    const own = waiting.filter(({ shopId }) => shops.includes(shopId))
    const ops = own.flatMap((change) => change.ops)
    // Of what is sent again the row may have been deleted by others in the life of the feed that ended.
    const made = own.filter(({ mutationId }) => !this.#wentBack.has(mutationId)).flatMap((change) => change.ops)
    for (const { action, collection, id } of made) {
      if (action !== 'create' || !rowsOfTheirOwn.has(collection) || rows[`${collection}/${id}`] != null) continue
      if (!ops.some((op) => op.action === 'delete' && op.id === id))
        throw new SimulationFailure(`${collection}/${id} was made here and waits, but is not shown`)
    }
  }

  /** When nothing moves any more: every promised step was decided. */
  checkAllDecided(): void {
    for (const [id, { isPromised, intents }] of this.steps) {
      if (isPromised && !this.model.decided.has(id) && (!this.#lostWithRestore.has(id) || this.#dueAgain.has(id)))
        throw new SimulationFailure(`Lost: ${id} ${JSON.stringify(intents)}`)
    }
  }
}
