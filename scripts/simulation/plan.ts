import { createRandom, type Random } from '#scripts/demo/random.ts'

/** Everything that a seed decides before the run: who there is, what people do and what goes wrong, in order of time. */

export const actKinds = [
  'drop-off',
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
  'restore',
  'open-form',
  'retry',
  'discard',
] as const
export type ActKind = (typeof actKinds)[number]

/** `rolls` choose among what the device holds when the act comes; `token` makes what is typed unique. */
export type Act = { kind: ActKind; token: number; rolls: number[] }

export type PlanEvent = { at: number } & (
  | { kind: 'act'; tablet: number; act: Act }
  | { kind: 'look'; tablet: number }
  | { kind: 'offline'; tablet: number; durationMs: number; isSilent: boolean }
  | { kind: 'outage'; durationMs: number }
  | { kind: 'crash'; tablet: number; writes: number | null; downMs: number }
  | { kind: 'storage-full'; tablet: number; writes: number }
  | { kind: 'server-crash'; isMid: boolean; downMs: number }
  | { kind: 'clock'; tablet: number; byMs: number }
  | { kind: 'server-clock'; byMs: number }
  | { kind: 'privilege'; user: number; privilege: string; isHeld: boolean }
  | { kind: 'membership'; user: number; shop: number; isMember: boolean }
  | { kind: 'session-end'; tablet: number; backMs: number }
  | { kind: 'switch-user'; tablet: number; user: number; downMs: number }
  | { kind: 'backup' }
  | { kind: 'restore'; downMs: number }
  | { kind: 'rest'; user: number; act: Act }
  | { kind: 'rogue'; user: number; act: Act }
)

export type Faults = { drop: number; loseAnswer: number; duplicate: number; slow: number }

export type Plan = {
  seed: number
  durationMs: number
  shops: number
  users: { privileges: string[]; shops: number[] }[]
  /** First user of each tablet. */
  tablets: { user: number; skewMs: number }[]
  faults: Faults
  events: PlanEvent[]
}

const weightByKind: Record<ActKind, number> = {
  'drop-off': 10,
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
  restore: 4,
  'open-form': 14,
  retry: 3,
  discard: 1,
}

const kindWheel: ActKind[] = actKinds.flatMap((kind) => Array.from({ length: weightByKind[kind] }, () => kind))
const toggledPrivileges = ['delete_order', 'delete_customer', 'view_activity']
const everyPrivilege = [...toggledPrivileges, 'view_report', 'view_shop_setting', 'view_entity_setting', 'view_app_setting']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function createPlan(seed: number): Plan {
  const random = createRandom(seed * 2_654_435_761)
  const durationMs = random.between(4, 14) * minuteMs
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
    ? { drop: 0, loseAnswer: 0, duplicate: 0, slow: 0.02 }
    : { drop: random.next() * 0.25, loseAnswer: random.next() * 0.25, duplicate: random.next() * 0.25, slow: random.next() * 0.3 }
  const builder = new PlanBuilder(random, durationMs, tabletCount)
  builder.addActs(random.between(35, 80))
  builder.addFaults(isCalm)
  const lastMs = Math.max(durationMs, ...builder.events.map(({ at }) => at + 1))
  return { seed, durationMs: lastMs, shops, users, tablets, faults, events: builder.events.sort((a, b) => a.at - b.at) }
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

  #act(): Act {
    const random = this.#random
    return { kind: random.pick(kindWheel), token: ++this.#token, rolls: Array.from({ length: 8 }, () => random.next()) }
  }

  #time(): number {
    return Math.floor(this.#random.next() * this.#durationMs)
  }

  #tablet(): number {
    return this.#random.between(0, this.#tablets - 1)
  }

  /** People act in bursts: a few things within seconds, then a pause. */
  addActs(count: number): void {
    const random = this.#random
    for (let left = count; left > 0; ) {
      const tablet = this.#tablet()
      let at = this.#time()
      for (let burst = random.between(1, 6); burst > 0 && left > 0; burst--, left--) {
        this.events.push({ at, kind: 'act', tablet, act: this.#act() })
        if (random.chance(0.3)) this.events.push({ at: at + random.between(0, 3_000), kind: 'look', tablet })
        at += random.chance(0.3) ? random.between(0, 40) : random.between(200, 15_000)
      }
    }
  }

  addFaults(isCalm: boolean): void {
    const random = this.#random
    const some = (chance: number, most: number): number => (random.chance(chance) ? random.between(1, most) : 0)
    const repeat = (count: number, make: () => PlanEvent): void => {
      for (let left = count; left > 0; left--) this.events.push(make())
    }
    repeat(some(0.5, 3), () => ({ at: this.#time(), kind: 'rest', user: random.between(0, 1), act: this.#act() }))
    repeat(some(0.4, 3), () => ({ at: this.#time(), kind: 'rogue', user: random.between(0, 2), act: this.#act() }))
    if (isCalm) return
    repeat(some(0.7, 3), () => ({ at: this.#time(), kind: 'offline', tablet: this.#tablet(), durationMs: random.between(5_000, 240_000), isSilent: random.chance(0.4) }))
    repeat(some(0.3, 1), () => ({ at: this.#time(), kind: 'outage', durationMs: random.between(5_000, 120_000) }))
    repeat(some(0.6, 3), () => ({ at: this.#time(), kind: 'crash', tablet: this.#tablet(), writes: random.chance(0.2) ? null : random.between(0, 7), downMs: random.between(500, 40_000) }))
    repeat(some(0.25, 2), () => ({ at: this.#time(), kind: 'storage-full', tablet: this.#tablet(), writes: random.between(1, 8) }))
    repeat(some(0.4, 2), () => ({ at: this.#time(), kind: 'server-crash', isMid: random.chance(0.6), downMs: random.between(500, 20_000) }))
    repeat(some(0.3, 2), () => ({ at: this.#time(), kind: 'clock', tablet: this.#tablet(), byMs: random.pick([-dayMs, -hourMs, -2_000, 2_000, hourMs, 365 * dayMs]) }))
    repeat(some(0.15, 1), () => ({ at: this.#time(), kind: 'server-clock', byMs: random.pick([-hourMs, -3_000, 3_000, hourMs]) }))
    repeat(some(0.4, 2), () => ({ at: this.#time(), kind: 'privilege', user: random.between(0, 2), privilege: random.pick(toggledPrivileges), isHeld: random.chance(0.4) }))
    repeat(some(0.35, 2), () => ({ at: this.#time(), kind: 'membership', user: random.between(0, 2), shop: random.between(0, 1), isMember: random.chance(0.4) }))
    repeat(some(0.25, 1), () => ({ at: this.#time(), kind: 'session-end', tablet: this.#tablet(), backMs: random.between(1_000, 90_000) }))
    repeat(some(0.2, 2), () => ({ at: this.#time(), kind: 'switch-user', tablet: this.#tablet(), user: random.between(0, 2), downMs: random.between(500, 20_000) }))
    if (random.chance(0.2)) {
      const at = this.#time()
      this.events.push({ at, kind: 'backup' })
      this.events.push({ at: Math.min(this.#durationMs, at + random.between(1_000, 240_000)), kind: 'restore', downMs: random.between(500, 20_000) })
    }
  }
}
