import type { Random } from '#scripts/demo/random.ts'
import type { PlanEvent, Step, StepKind } from '../plan.ts'

/** What happens at the bench and the till. Dice of its own leave the rest of a plan as it is. */

export const benchKinds = ['line', 'line-quantity', 'line-product', 'line-switch', 'line-price', 'delete-line', 'count-part', 'quote', 'refund'] as const
export type BenchKind = (typeof benchKinds)[number]

const weightByKind: Record<BenchKind, number> = {
  line: 8,
  'line-quantity': 4,
  'line-product': 4,
  'line-switch': 3,
  'line-price': 1,
  'delete-line': 4,
  'count-part': 2,
  quote: 2,
  refund: 2,
}
const kindWheel = benchKinds.flatMap((kind) => Array.from({ length: weightByKind[kind] }, () => kind))

/** What two people do to the same line, order or part at the same time. */
const meetings: readonly (readonly [StepKind, StepKind])[] = [
  ['line', 'line'],
  ['line', 'count-part'],
  ['line', 'delete'],
  ['delete-line', 'delete'],
  ['delete-line', 'delete-line'],
  ['delete-line', 'line-quantity'],
  ['line-quantity', 'line-quantity'],
  ['line-quantity', 'line-product'],
  ['line-product', 'line-product'],
  ['line-switch', 'line-quantity'],
  ['line-switch', 'line-product'],
  ['count-part', 'line-quantity'],
  ['refund', 'quote'],
]

/** Numbers of steps of this part of the plan. */
const firstToken = 300_000

type Frame = { durationMs: number; isCalm: boolean }

export function planBench(random: Random, { durationMs, isCalm }: Frame): PlanEvent[] {
  const events: PlanEvent[] = []
  let token = firstToken
  const makeStep = (kind: StepKind, rolls: readonly number[] = []): Step => ({
    kind,
    token: ++token,
    rolls: Array.from({ length: 8 }, (_, index) => rolls[index] ?? random.next()),
  })
  const add = (at: number, tablet: number, step: Step): void => void events.push({ at, kind: 'step', tablet, step })
  const cut = (at: number, tablet: number, chance: number, longestMs: number): void => {
    if (!isCalm && random.chance(chance))
      events.push({ at, kind: 'offline', tablet, durationMs: random.between(5_000, longestMs), isSilent: random.chance(0.2) })
  }
  const pickTime = (): number => Math.floor(random.next() * durationMs)
  const pickPair = (): [number, number] => (random.chance(0.5) ? [0, 1] : [1, 0])

  const addBurst = (): void => {
    const [tablet] = pickPair()
    const shop = random.next()
    let at = pickTime()
    add(at, tablet, makeStep('line', [shop]))
    for (let left = random.between(1, 3); left > 0; left--) {
      at += random.between(50, 6_000)
      add(at, tablet, makeStep(random.pick(kindWheel), [shop]))
      if (random.chance(0.4)) events.push({ at: at + random.between(0, 2_000), kind: 'look', tablet })
    }
  }
  /** One adds a line that both have in front of them a little later; who deleted may change their mind. */
  const addMeeting = (): void => {
    const at = pickTime()
    const [tablet, other] = pickPair()
    // The shop, the order or the line in it, and the part.
    const rolls = [random.next(), random.next(), random.next()]
    const [kind, otherKind] = random.pick(meetings)
    add(at, tablet, makeStep('line', rolls))
    cut(at + 10_000, tablet, 0.7, 40_000)
    cut(at + 10_000, other, 0.3, 40_000)
    const step = (own: StepKind): Step => makeStep(own, own === 'delete' ? [...rolls.slice(0, 2), 0.1] : rolls.slice(0, own === 'line-product' ? 2 : 3))
    add(at + 11_000, tablet, step(kind))
    const nextAt = at + random.between(11_000, 16_000)
    add(nextAt, other, step(otherKind))
    events.push({ at: at + 30_000, kind: 'look', tablet })
    if (random.chance(0.5)) add(nextAt + random.between(1_000, 60_000), random.pick([tablet, other]), makeStep('undo'))
    if (random.chance(0.3)) add(at + 80_000, tablet, makeStep('restore', [...rolls.slice(0, 2), random.next()]))
  }
  /** Nobody has a line to the server, and everybody takes of the same part. */
  const addLastParts = (): void => {
    const at = pickTime()
    const [shop, part] = [random.next(), random.next()]
    for (const tablet of [0, 1]) {
      cut(at, tablet, 0.8, 30_000)
      for (let left = random.between(1, 2); left > 0; left--)
        add(at + random.between(1_000, 5_000), tablet, makeStep(random.chance(0.75) ? 'line' : 'count-part', [shop, random.next(), part]))
    }
  }
  for (let left = random.between(1, 2); left > 0; left--) addBurst()
  if (random.chance(0.7)) addMeeting()
  if (random.chance(0.3)) addLastParts()
  return events
}
