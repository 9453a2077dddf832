import { createRandom, type Random } from '#scripts/demo/random.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { type BenchKind, benchKinds, planBench } from './bench/plan-bench.ts'
import { type BulkKind, bulkKinds, planBulk } from './bench/plan-bulk.ts'
import { type EstimateKind, estimateKinds, planEstimates } from './bench/plan-estimates.ts'
import { hasMessages, type MessageKind, messageKinds, type MessagePlan, planMessages } from './messages/plan-messages.ts'
import type { Outcome } from './messages/carrier.ts'
import type { WorkerDeath } from './messages/message-post.ts'
import { planNodes } from './nodes/plan-nodes.ts'
import type { EngineName, NodeFaultKind } from './nodes/shared-database.ts'
import { type CounterKind, counterKinds, type MergeKind, mergeKinds, planCounter, planMerges } from './plan-counter.ts'

/** Everything that a seed decides before the run: who there is, what people do and what goes wrong, in order of time. */

export const stepKinds = [
  'drop-off',
  'customer',
  'order',
  'edit-order',
  'note',
  'status',
  'payment',
  'edit-payment',
  'cost',
  'product',
  'stock',
  'task',
  'edit-task',
  'tick',
  'untick',
  'category',
  'move-category',
  'supplier',
  'edit-customer',
  'assign',
  'delete',
  'delete-customer',
  'order-of-idle-customer',
  'restore',
  'undo',
  'open-form',
  'retry',
  'discard',
  'finish-form',
  ...counterKinds,
  ...mergeKinds,
  ...benchKinds,
  ...estimateKinds,
  ...bulkKinds,
  ...messageKinds,
] as const
export type StepKind = (typeof stepKinds)[number]

/** `rolls` choose among what the device holds when the step comes; `token` makes what is typed unique. */
export type Step = { kind: StepKind; token: number; rolls: number[] }

export type PlanEvent = { at: number } & (
  | { kind: 'step'; tablet: number; step: Step }
  | { kind: 'look'; tablet: number }
  | { kind: 'offline'; tablet: number; durationMs: number; isSilent: boolean }
  | { kind: 'outage'; durationMs: number }
  | { kind: 'crash'; tablet: number; writes: number | null; openingWrites: number | null; downMs: number }
  | { kind: 'storage-full'; tablet: number; writes: number }
  | { kind: 'storage-cleared'; tablet: number }
  | { kind: 'server-crash'; isMid: boolean; downMs: number }
  | { kind: 'clock'; tablet: number; byMs: number }
  | { kind: 'server-clock'; byMs: number }
  | { kind: 'privilege'; user: number; privilege: string; isHeld: boolean }
  | { kind: 'membership'; user: number; shop: number; isMember: boolean }
  | { kind: 'session-end'; tablet: number; backMs: number }
  | { kind: 'switch-user'; tablet: number; user: number; downMs: number }
  | { kind: 'backup' }
  /** `isOnPurpose`: with the program that says so to the devices; else a snapshot of the machine, or a copied folder. */
  | { kind: 'restore'; downMs: number; isOnPurpose: boolean }
  | { kind: 'rest'; user: number; step: Step }
  | { kind: 'rogue'; user: number; step: Step }
  | { kind: 'rogue-file'; user: number; roll: number }
  | { kind: 'server-full'; uploads: number }
  /** The copy is the tablet behind the others. */
  | { kind: 'clone'; tablet: number }
  /** Its person begins at another tablet, the one behind the others. */
  | { kind: 'second-tablet'; tablet: number }
  /** What the tablet has not sent goes as a file to the one behind the others, if that has the same person. */
  | { kind: 'carry'; tablet: number }
  /** `count` files come to an order of the first shop. */
  | { kind: 'fill-order'; roll: number; count: number }
  /** Staff send an estimate: `rolls` choose the shop and the estimate. */
  | { kind: 'estimate-send'; user: number; rolls: number[] }
  /** Several people press on a customer's link at the same time: `rolls` choose the link, and what each says. */
  | { kind: 'estimate-press'; rolls: number[]; count: number }
  /** What becomes of the next messages that the carrier of the channel gets. */
  | { kind: 'carrier-trouble'; channel: MessageRule['channel']; outcomes: Outcome[] }
  /** The next server that comes to a step of a message dies behind it. */
  | ({ kind: 'worker-death' } & WorkerDeath)
  /** What follows happens to several nodes of one database. */
  | { kind: 'node-fault'; fault: NodeFaultKind; statements: number; isSent: boolean }
  | { kind: 'node-crash'; node: number; downMs: number }
  | { kind: 'connections-end' }
  | { kind: 'database-restart' }
)

/** `foreign`: somebody answers in the server's place. */
export type Faults = { drop: number; loseAnswer: number; duplicate: number; slow: number; foreign: number }

export type Plan = {
  seed: number
  engine: EngineName
  durationMs: number
  shops: number
  users: { privileges: string[]; shops: number[] }[]
  /** First user of each tablet. */
  tablets: { user: number; skewMs: number }[]
  faults: Faults
  /** What shops say to customers; none in most runs. */
  messages: MessagePlan | undefined
  events: PlanEvent[]
}

const weightByKind: Record<Exclude<StepKind, CounterKind | MergeKind | BenchKind | EstimateKind | BulkKind | MessageKind>, number> = {
  'drop-off': 10,
  customer: 4,
  order: 5,
  'edit-order': 14,
  note: 12,
  status: 12,
  payment: 9,
  'edit-payment': 3,
  cost: 4,
  product: 4,
  stock: 12,
  task: 4,
  'edit-task': 5,
  tick: 5,
  untick: 3,
  category: 4,
  'move-category': 6,
  supplier: 2,
  'edit-customer': 5,
  assign: 3,
  delete: 9,
  'delete-customer': 2,
  'order-of-idle-customer': 1,
  restore: 5,
  undo: 5,
  'open-form': 14,
  retry: 6,
  discard: 2,
  'finish-form': 4,
}

/** What two people do to the same thing at the same time. */
const meetings: readonly (readonly [StepKind, StepKind])[] = [
  ['delete', 'delete'],
  ['delete-customer', 'order-of-idle-customer'],
  ['order-of-idle-customer', 'delete-customer'],
  ['stock', 'stock'],
  ['note', 'note'],
  ['tick', 'tick'],
  ['status', 'status'],
  ['edit-order', 'edit-order'],
  ['move-category', 'move-category'],
  ['edit-task', 'delete'],
]

const kindWheel = Object.entries(weightByKind).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind as StepKind))
const toggledPrivileges = ['delete_order', 'delete_customer', 'view_activity']
const everyPrivilege = [...toggledPrivileges, 'view_report', 'view_shop_setting', 'view_entity_setting', 'view_app_setting']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type PlanSize = { minutes: [least: number, most: number]; steps: [least: number, most: number] }

/** PostgreSQL answers in real time, so people do less there; what goes wrong around them comes as often as on a file. */
const sizeByEngine: Record<EngineName, PlanSize> = {
  sqlite: { minutes: [4, 14], steps: [35, 75] },
  postgres: { minutes: [4, 14], steps: [15, 35] },
}

/** All faults of a usual plan fall into few minutes, so that they meet each other and what people just did. */
const denseSize: PlanSize = { minutes: [1, 4], steps: [12, 30] }

export type PlanKind = { engine: EngineName; isDense: boolean }

export function createPlan(seed: number, { engine, isDense }: PlanKind): Plan {
  const random = createRandom(seed * 2_654_435_761)
  const { minutes, steps } = isDense ? denseSize : sizeByEngine[engine]
  const durationMs = random.between(...minutes) * minuteMs
  const shops = 2
  const users = [
    { privileges: everyPrivilege, shops: [0, 1] },
    { privileges: random.chance(0.5) ? everyPrivilege : ['delete_order'], shops: [0, 1] },
    { privileges: random.chance(0.5) ? ['view_activity'] : [], shops: [0] },
  ]
  const tabletCount = random.chance(0.25) ? 2 : 3
  const tablets = Array.from({ length: tabletCount }, (_, index) => ({ user: random.chance(0.8) ? index : random.between(0, 2), skewMs: pickSkew(random) }))
  const isCalm = random.chance(0.15)
  const faults: Faults = isCalm
    ? { drop: 0, loseAnswer: 0, duplicate: 0, slow: 0.02, foreign: 0 }
    : {
        drop: random.next() * 0.25,
        loseAnswer: random.next() * 0.25,
        duplicate: random.next() * 0.25,
        slow: random.next() * 0.3,
        foreign: seed % 3 === 0 ? 0.1 : 0,
      }
  const builder = new PlanBuilder(random, durationMs, tabletCount)
  builder.addSteps(random.between(...steps))
  builder.addMeetings(
    isCalm,
    tablets.map(({ user }) => user),
  )
  builder.addFaults(isCalm)
  const frame = { durationMs, tablets: tabletCount, isCalm }
  const events = [
    ...builder.events,
    ...planCounter(createRandom(seed * 40_503 + 5), frame),
    ...planMerges(createRandom(seed * 48_271 + 7), frame),
    ...planBench(createRandom(seed * 16_807 + 11), frame),
    ...planEstimates(createRandom(seed * 39_373 + 13), frame),
    ...planBulk(createRandom(seed * 16_183 + 17), frame),
  ]
  const hasRestore = events.some(({ kind }) => kind === 'restore')
  const messages = hasMessages(seed) ? planMessages(createRandom(seed * 25_931 + 19), { ...frame, hasRestore }) : undefined
  events.push(...(messages?.events ?? []))
  if (engine === 'postgres') events.push(...planNodes(createRandom(seed * 69_069 + 3), { durationMs, isCalm }))
  const lastMs = Math.max(durationMs, ...events.map(({ at }) => at + 1))
  return { seed, engine, durationMs: lastMs, shops, users, tablets, faults, messages: messages?.plan, events: events.sort((a, b) => a.at - b.at) }
}

function pickSkew(random: Random): number {
  const roll = random.next()
  if (roll < 0.5) return random.between(-5_000, 5_000)
  if (roll < 0.7) return random.between(-dayMs, dayMs)
  if (roll < 0.85) return 365 * dayMs
  return -30 * dayMs
}

class PlanBuilder {
  readonly events: PlanEvent[] = []
  readonly #random: Random
  readonly #durationMs: number
  readonly #tablets: number
  #token = 0

  constructor(random: Random, durationMs: number, tablets: number) {
    this.#random = random
    this.#durationMs = durationMs
    this.#tablets = tablets
  }

  #step(): Step {
    const random = this.#random
    return { kind: random.pick(kindWheel), token: ++this.#token, rolls: Array.from({ length: 8 }, () => random.next()) }
  }

  #time(): number {
    return Math.floor(this.#random.next() * this.#durationMs)
  }

  #tablet(): number {
    return this.#random.between(0, this.#tablets - 1)
  }

  /** People work in bursts: a few things within seconds, then a pause. */
  addSteps(count: number): void {
    const random = this.#random
    for (let left = count; left > 0;) {
      const tablet = this.#tablet()
      let at = this.#time()
      for (let burst = random.between(1, 6); burst > 0 && left > 0; burst--, left--) {
        this.events.push({ at, kind: 'step', tablet, step: this.#step() })
        if (random.chance(0.3)) this.events.push({ at: at + random.between(0, 3_000), kind: 'look', tablet })
        at += random.chance(0.3) ? random.between(0, 40) : random.between(200, 15_000)
      }
    }
  }

  /** Somebody loses a right or a shop, and mostly gets it back: what they may see again must come whole. */
  #addLoss(at: number, user: number, isShop: boolean): void {
    const random = this.#random
    const backAt = random.chance(0.7) ? at + random.between(2_000, 200_000) : undefined
    const shop = random.between(0, 1)
    const privilege = random.pick(toggledPrivileges)
    const change = (when: number, isBack: boolean): PlanEvent =>
      isShop ? { at: when, kind: 'membership', user, shop, isMember: isBack } : { at: when, kind: 'privilege', user, privilege, isHeld: isBack }
    this.events.push(change(at, false))
    if (backAt !== undefined) this.events.push(change(backAt, true))
  }

  /** What chance alone brings together too seldom: two people at the same thing, one of them offline; rights lost meanwhile. */
  addMeetings(isCalm: boolean, userByTablet: readonly number[]): void {
    const random = this.#random
    for (let left = random.between(1, 4); left > 0; left--) {
      const at = this.#time()
      const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
      const one = this.#step()
      const [kind, otherKind] = random.pick(meetings)
      const withKind = (step: Step, own: StepKind): Step => ({ ...step, kind: own, rolls: [...one.rolls.slice(0, 3), ...step.rolls.slice(3)] })
      // Mostly both write the same line into a note.
      if (kind === 'note') one.rolls[4] = (one.rolls[4] ?? 0) / 2
      if (!isCalm && random.chance(0.6))
        this.events.push({ at, kind: 'offline', tablet, durationMs: random.between(5_000, 60_000), isSilent: random.chance(0.3) })
      this.events.push({ at: at + 100, kind: 'step', tablet, step: withKind(one, kind) })
      const nextAt = at + 100 + random.between(0, 3_000)
      const next = this.#step()
      if (kind === 'note') next.rolls[4] = one.rolls[4] ?? 0
      this.events.push({ at: nextAt, kind: 'step', tablet: other, step: withKind(next, otherKind) })
      if (kind === 'delete') this.#addLater(at + 65_000, tablet, 'undo')
      // What was ticked twice is cleared and ticked once more.
      if (kind === 'tick')
        ['untick' as const, 'tick' as const].forEach((again, index) =>
          this.events.push({ at: at + 70_000 + index * 5_000, kind: 'step', tablet, step: withKind(this.#step(), again) }),
        )
    }
    if (random.chance(0.4)) this.#addHops()
    if (!isCalm && random.chance(0.35)) this.#addApart('delete', 0.1, random.between(1_500, 3_000))
    if (!isCalm && random.chance(0.35)) this.#addApart('status', random.chance(0.5) ? 0 : 0.5, random.between(130_000, 170_000))
    if (!isCalm && random.chance(0.5)) this.#addLostRight(userByTablet)
  }

  /** Both do it to the same order, one of them offline before and until after the other; who deleted changes their mind. */
  #addApart(kind: 'delete' | 'status', choice: number, apartMs: number): void {
    const at = this.#time()
    const [one, other] = [this.#step(), this.#step()]
    const onOrder = (step: Step, third: number): Step => ({ ...step, kind, rolls: [...one.rolls.slice(0, 2), third, ...step.rolls.slice(3)] })
    this.events.push({ at, kind: 'offline', tablet: 0, durationMs: apartMs + 5_000, isSilent: false })
    this.events.push({ at: at + 1_000, kind: 'step', tablet: 0, step: onOrder(one, choice) })
    this.events.push({ at: at + apartMs, kind: 'step', tablet: 1, step: onOrder(other, kind === 'delete' ? choice : choice + 0.3) })
    if (kind === 'delete') this.#addLater(at + apartMs + 60_000, 1, 'undo')
  }

  /** What is typed into a form just before the page dies. */
  #addTyped(at: number, tablet: number): void {
    const step = this.#step()
    // Odd ones are typed into forms.
    this.#token += 1 + (this.#token % 2)
    this.events.push({ at, kind: 'step', tablet, step: { ...step, kind: 'customer', token: this.#token } })
  }

  /** A step for which nothing is drawn by chance. */
  #addLater(at: number, tablet: number, kind: 'undo' | 'finish-form'): void {
    this.events.push({ at, kind: 'step', tablet, step: { kind, token: ++this.#token, rolls: Array.from({ length: 8 }, () => 0) } })
  }

  /** What was done offline needs a right that is taken away meanwhile; later it comes back, and somebody tries again. */
  #addLostRight(userByTablet: readonly number[]): void {
    const random = this.#random
    const tablet = this.#tablet()
    const user = userByTablet[tablet] ?? 0
    const at = this.#time()
    const right = random.pick(['delete_order', 'delete_customer', 'shop'])
    const shop = random.between(0, 1)
    const change = (inMs: number, isHeld: boolean): PlanEvent =>
      right === 'shop'
        ? { at: at + inMs, kind: 'membership', user, shop, isMember: isHeld }
        : { at: at + inMs, kind: 'privilege', user, privilege: right, isHeld }
    this.events.push({ at, kind: 'offline', tablet, durationMs: random.between(8_000, 20_000), isSilent: false })
    for (let count = 0; count < 2; count++) {
      const step = this.#step()
      const kind = right === 'delete_order' ? 'delete' : right === 'delete_customer' ? 'delete-customer' : 'drop-off'
      // The third roll chooses what is deleted: the first of them are orders.
      this.events.push({
        at: at + 1_000 + count * 500,
        kind: 'step',
        tablet,
        step: { ...step, kind, rolls: [step.rolls[0] ?? 0, step.rolls[1] ?? 0, 0.1, ...step.rolls.slice(3)] },
      })
    }
    this.events.push(change(4_000, false), change(random.between(60_000, 100_000), true))
    for (const inMs of [130_000, 160_000]) this.events.push({ at: at + inMs, kind: 'step', tablet, step: { ...this.#step(), kind: 'retry' } })
  }

  /** One order through several statuses before anything of it is sent. */
  #addHops(): void {
    const random = this.#random
    const tablet = this.#tablet()
    const at = this.#time()
    const first = this.#step()
    this.events.push({ at, kind: 'offline', tablet, durationMs: random.between(8_000, 40_000), isSilent: false })
    for (let hop = 0; hop < 3; hop++) {
      const step = hop === 0 ? first : this.#step()
      const rolls = [...first.rolls.slice(0, 2), ((first.rolls[2] ?? 0) + hop / 3) % 1, ...step.rolls.slice(3)]
      this.events.push({ at: at + 1_000 + hop * random.between(500, 2_000), kind: 'step', tablet, step: { ...step, kind: 'status', rolls } })
    }
  }

  addFaults(isCalm: boolean): void {
    const random = this.#random
    const some = (chance: number, most: number): number => (random.chance(chance) ? random.between(1, most) : 0)
    const repeat = (count: number, make: () => PlanEvent): void => {
      for (let left = count; left > 0; left--) this.events.push(make())
    }
    repeat(some(0.5, 3), () => ({ at: this.#time(), kind: 'rest', user: random.between(0, 1), step: this.#step() }))
    repeat(some(0.4, 3), () => ({ at: this.#time(), kind: 'rogue', user: random.between(0, 2), step: this.#step() }))
    if (isCalm) return
    repeat(some(0.7, 3), () => ({
      at: this.#time(),
      kind: 'offline',
      tablet: this.#tablet(),
      durationMs: random.between(5_000, 240_000),
      isSilent: random.chance(0.4),
    }))
    repeat(some(0.3, 1), () => ({ at: this.#time(), kind: 'outage', durationMs: random.between(5_000, 120_000) }))
    repeat(some(0.6, 3), () => ({
      at: this.#time(),
      kind: 'crash',
      tablet: this.#tablet(),
      writes: random.chance(0.2) ? null : random.between(0, 7),
      openingWrites: random.chance(0.5) ? random.between(0, 5) : null,
      downMs: random.between(500, 40_000),
    }))
    // What the app offers again after a crash is mostly gone on with.
    for (const event of this.events.filter(({ kind }) => kind === 'crash')) {
      if (event.kind !== 'crash') continue
      if (event.writes !== null) this.#addTyped(event.at + 10, event.tablet)
      this.#addLater(event.at + event.downMs + 60_000, event.tablet, 'finish-form')
    }
    repeat(some(0.25, 2), () => ({ at: this.#time(), kind: 'storage-full', tablet: this.#tablet(), writes: random.between(1, 8) }))
    repeat(some(0.25, 2), () => ({ at: this.#time(), kind: 'storage-cleared', tablet: this.#tablet() }))
    repeat(some(0.4, 2), () => ({ at: this.#time(), kind: 'server-crash', isMid: random.chance(0.6), downMs: random.between(500, 20_000) }))
    repeat(some(0.3, 2), () => ({
      at: this.#time(),
      kind: 'clock',
      tablet: this.#tablet(),
      byMs: random.pick([-dayMs, -hourMs, -2_000, 2_000, hourMs, 365 * dayMs]),
    }))
    repeat(some(0.15, 1), () => ({ at: this.#time(), kind: 'server-clock', byMs: random.pick([-hourMs, -3_000, 3_000, hourMs]) }))
    for (let left = some(0.4, 2); left > 0; left--) this.#addLoss(this.#time(), random.between(0, 2), random.chance(0.5))
    repeat(some(0.25, 1), () => ({ at: this.#time(), kind: 'session-end', tablet: this.#tablet(), backMs: random.between(1_000, 90_000) }))
    repeat(some(0.3, 2), () => ({
      at: this.#time(),
      kind: 'switch-user',
      tablet: this.#tablet(),
      user: random.between(0, 2),
      downMs: random.between(500, 20_000),
    }))
    if (random.chance(0.3)) {
      const at = this.#time()
      this.events.push({ at, kind: 'backup' })
      this.events.push({
        at: Math.min(this.#durationMs, at + random.between(1_000, 240_000)),
        kind: 'restore',
        downMs: random.between(500, 20_000),
        isOnPurpose: random.chance(0.5),
      })
    }
  }
}
