import { createRandom, type Random } from '#scripts/demo/random.ts'
import type { EngineName, NodeFaultKind } from './nodes/shared-database.ts'

/** Everything that a seed decides before the run: who there is, what people do and what goes wrong, in order of time. */

const weightByKind = {
  'drop-off': 10,
  customer: 4,
  order: 5,
  'edit-order': 16,
  note: 12,
  status: 8,
  payment: 9,
  'edit-payment': 4,
  product: 4,
  stock: 12,
  'edit-customer': 5,
  photo: 8,
  delete: 9,
  'delete-customer': 2,
  'order-of-idle-customer': 1,
  'open-form': 14,
  retry: 6,
  discard: 2,
}
type StepKind = keyof typeof weightByKind
export const stepKinds = Object.keys(weightByKind) as StepKind[]
const kindWheel = stepKinds.flatMap((kind) => Array.from({ length: weightByKind[kind] }, () => kind))

/** `rolls` choose among what the device holds when the step comes; `token` makes what is typed unique. */
export type Step = { kind: StepKind; token: number; rolls: number[] }

export type PlanEvent = { at: number } & (
  | { kind: 'step'; tablet: number; step: Step }
  | { kind: 'look'; tablet: number }
  | { kind: 'offline'; tablet: number; durationMs: number; isSilent: boolean }
  | { kind: 'outage'; durationMs: number }
  | { kind: 'crash'; tablet: number; writes: number | null; openingWrites: number | null; downMs: number }
  | { kind: 'server-crash'; isMid: boolean; downMs: number }
  | { kind: 'clock'; tablet: number; byMs: number }
  | { kind: 'server-clock'; byMs: number }
  | { kind: 'session-end'; tablet: number; backMs: number }
  | { kind: 'backup' }
  /** `isOnPurpose`: with the program that tells the devices; else a snapshot of the machine, or a copied folder. */
  | { kind: 'restore'; downMs: number; isOnPurpose: boolean }
  /** These happen to several nodes of one database. */
  | { kind: 'node-fault'; fault: NodeFaultKind; statements: number; isSent: boolean }
  | { kind: 'node-crash'; node: number; downMs: number }
  | { kind: 'connections-end' }
  | { kind: 'database-restart' }
)

export type Faults = { drop: number; loseAnswer: number; duplicate: number; slow: number }

export type Plan = {
  seed: number
  engine: EngineName
  durationMs: number
  shops: number
  users: { privileges: string[]; shops: number[] }[]
  tablets: { user: number; skewMs: number }[]
  faults: Faults
  events: PlanEvent[]
}

/** What two people do to the same row at the same time. */
const meetings: readonly (readonly [StepKind, StepKind])[] = [
  ['delete', 'delete'],
  ['delete-customer', 'order-of-idle-customer'],
  ['order-of-idle-customer', 'delete-customer'],
  ['stock', 'stock'],
  ['note', 'note'],
  ['status', 'status'],
  ['edit-order', 'edit-order'],
  ['photo', 'delete'],
]

const deletePrivileges = ['delete_order', 'delete_customer']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type PlanSize = { minutes: [least: number, most: number]; steps: [least: number, most: number] }

/** PostgreSQL answers in real time, so people do less there; faults come as often as on a file. */
const sizeByEngine: Record<EngineName, PlanSize> = {
  sqlite: { minutes: [4, 14], steps: [40, 85] },
  postgres: { minutes: [4, 14], steps: [15, 35] },
}

/** All faults of a usual plan fall into few minutes, so that they meet each other and what people just did. */
const denseSize: PlanSize = { minutes: [1, 4], steps: [15, 35] }

/** A push of a few mutations on PostgreSQL sends about as many statements. */
const mostStatements = 16

export type PlanKind = { engine: EngineName; isDense: boolean }

export function createPlan(seed: number, { engine, isDense }: PlanKind): Plan {
  const random = createRandom(seed * 2_654_435_761)
  const { minutes, steps } = isDense ? denseSize : sizeByEngine[engine]
  const durationMs = random.between(...minutes) * minuteMs
  const users = [
    { privileges: [...deletePrivileges, 'view_activity'], shops: [0, 1] },
    { privileges: random.chance(0.5) ? [...deletePrivileges, 'view_activity'] : deletePrivileges, shops: [0, 1] },
    { privileges: random.chance(0.5) ? ['view_activity'] : [], shops: [0] },
  ]
  const tabletCount = random.chance(0.25) ? 2 : 3
  const tablets = Array.from({ length: tabletCount }, (_, index) => ({ user: random.chance(0.8) ? index : random.between(0, 2), skewMs: pickSkew(random) }))
  const isCalm = random.chance(0.15)
  const faults: Faults = isCalm
    ? { drop: 0, loseAnswer: 0, duplicate: 0, slow: 0.02 }
    : { drop: random.next() * 0.25, loseAnswer: random.next() * 0.25, duplicate: random.next() * 0.25, slow: random.next() * 0.3 }
  const builder = new PlanBuilder(random, durationMs, tabletCount)
  builder.addSteps(random.between(...steps))
  builder.addMeetings(isCalm)
  if (!isCalm) {
    builder.addApartMeetings()
    builder.addFaults()
    if (engine === 'postgres') builder.addNodeFaults()
  }
  const { events } = builder
  const lastMs = Math.max(durationMs, ...events.map(({ at }) => at + 1))
  return { seed, engine, durationMs: lastMs, shops: 2, users, tablets, faults, events: events.sort((a, b) => a.at - b.at) }
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

  #step(kind: StepKind = this.#random.pick(kindWheel), rolls: readonly number[] = []): Step {
    return { kind, token: ++this.#token, rolls: Array.from({ length: 8 }, (_, index) => rolls[index] ?? this.#random.next()) }
  }

  #add(at: number, tablet: number, step: Step): void {
    this.events.push({ at, kind: 'step', tablet, step })
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
        this.#add(at, tablet, this.#step())
        if (random.chance(0.3)) this.events.push({ at: at + random.between(0, 3_000), kind: 'look', tablet })
        at += random.chance(0.3) ? random.between(0, 40) : random.between(200, 15_000)
      }
    }
  }

  /** Two people at the same row, mostly one of them offline: the first rolls choose the shop, the row and its kind. */
  addMeetings(isCalm: boolean): void {
    const random = this.#random
    for (let left = random.between(1, 4); left > 0; left--) {
      const at = this.#time()
      const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
      const [kind, otherKind] = random.pick(meetings)
      const rolls = [random.next(), random.next(), random.next()]
      // Mostly both write the same line into a note.
      if (kind === 'note') rolls.push(random.next(), random.next() / 2)
      if (!isCalm && random.chance(0.6))
        this.events.push({ at, kind: 'offline', tablet, durationMs: random.between(5_000, 60_000), isSilent: random.chance(0.3) })
      this.#add(at + 100, tablet, this.#step(kind, rolls))
      this.#add(at + 100 + random.between(0, 3_000), other, this.#step(otherKind, rolls))
    }
  }

  addApartMeetings(): void {
    const random = this.#random
    if (random.chance(0.35)) this.#addApart('delete', 0.1, random.between(1_500, 3_000))
    if (random.chance(0.35)) this.#addApart('status', random.chance(0.5) ? 0 : 0.5, random.between(130_000, 170_000))
  }

  /** Both do it to the same order, one of them offline before and until after the other. */
  #addApart(kind: 'delete' | 'status', choice: number, apartMs: number): void {
    const at = this.#time()
    const order = [this.#random.next(), this.#random.next()]
    this.events.push({ at, kind: 'offline', tablet: 0, durationMs: apartMs + 5_000, isSilent: false })
    this.#add(at + 1_000, 0, this.#step(kind, [...order, choice]))
    this.#add(at + apartMs, 1, this.#step(kind, [...order, kind === 'delete' ? choice : choice + 0.3]))
  }

  /** With the given chance, one to `most` events. */
  #some(chance: number, most: number, make: (at: number) => PlanEvent): void {
    for (let left = this.#random.chance(chance) ? this.#random.between(1, most) : 0; left > 0; left--) this.events.push(make(this.#time()))
  }

  addFaults(): void {
    const random = this.#random
    this.#some(0.7, 3, (at) => ({ at, kind: 'offline', tablet: this.#tablet(), durationMs: random.between(5_000, 240_000), isSilent: random.chance(0.4) }))
    this.#some(0.3, 1, (at) => ({ at, kind: 'outage', durationMs: random.between(5_000, 120_000) }))
    this.#some(0.6, 3, (at) => ({
      at,
      kind: 'crash',
      tablet: this.#tablet(),
      writes: random.chance(0.2) ? null : random.between(0, 7),
      openingWrites: random.chance(0.5) ? random.between(0, 5) : null,
      downMs: random.between(500, 40_000),
    }))
    this.#some(0.4, 2, (at) => ({ at, kind: 'server-crash', isMid: random.chance(0.6), downMs: random.between(500, 20_000) }))
    this.#some(0.3, 2, (at) => {
      // The server dies while a content comes in.
      this.#add(at, this.#tablet(), this.#step('photo'))
      return { at: at + random.between(200, 1_500), kind: 'server-crash', isMid: true, downMs: 4_000 }
    })
    this.#some(0.3, 2, (at) => ({ at, kind: 'clock', tablet: this.#tablet(), byMs: random.pick([-dayMs, -hourMs, -2_000, 2_000, hourMs, 365 * dayMs]) }))
    this.#some(0.15, 1, (at) => ({ at, kind: 'server-clock', byMs: random.pick([-hourMs, -3_000, 3_000, hourMs]) }))
    this.#some(0.25, 1, (at) => ({ at, kind: 'session-end', tablet: this.#tablet(), backMs: random.between(1_000, 90_000) }))
    this.#some(0.35, 1, (at) => {
      const backAt = Math.min(this.#durationMs, at + random.between(1_000, 240_000))
      this.events.push({ at: backAt, kind: 'restore', downMs: random.between(500, 20_000), isOnPurpose: random.chance(0.5) })
      return { at, kind: 'backup' }
    })
  }

  /** Something breaks between the nodes and their database. */
  addNodeFaults(): void {
    const random = this.#random
    const inPush = { node: 3, connections: 3, database: 2 } as const
    for (const fault of ['node', 'connections', 'database'] as const)
      this.#some(fault === 'database' ? 0.3 : 0.6, inPush[fault], (at) => ({
        at,
        kind: 'node-fault',
        fault,
        statements: random.between(0, mostStatements),
        isSent: random.chance(0.5),
      }))
    this.#some(0.3, 2, (at) => ({ at, kind: 'node-crash', node: random.between(0, 1), downMs: random.between(500, 40_000) }))
    this.#some(0.2, 2, (at) => ({ at, kind: 'connections-end' }))
    this.#some(0.15, 1, (at) => ({ at, kind: 'database-restart' }))
  }
}
