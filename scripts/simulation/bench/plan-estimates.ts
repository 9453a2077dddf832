import type { Random } from '#scripts/demo/random.ts'
import type { PlanEvent, Step, StepKind } from '../plan.ts'

/** Estimates: made at tablets, sent by staff who are online, answered by the customer's link, by staff, or by both. */

export const estimateKinds = ['estimate', 'edit-estimate', 'wait-for-approval', 'answer-estimate', 'withdraw-estimate', 'delete-estimate'] as const
export type EstimateKind = (typeof estimateKinds)[number]

/** Numbers of steps of this part of the plan. */
const firstToken = 400_000

type Frame = { durationMs: number; isCalm: boolean }

export function planEstimates(random: Random, { durationMs, isCalm }: Frame): PlanEvent[] {
  const events: PlanEvent[] = []
  let token = firstToken
  // Even ones are not typed into forms: an answer is to what the screen shows at that moment.
  const makeStep = (kind: StepKind, rolls: readonly number[]): Step => {
    token += 2
    return { kind, token, rolls: Array.from({ length: 8 }, (_, index) => rolls[index] ?? random.next()) }
  }
  const addFlow = (): void => {
    const at = Math.floor(random.next() * durationMs)
    const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
    // The shop, and the order or the estimate in it.
    const rolls = [random.next(), random.next()]
    const add = (inMs: number, who: number, kind: StepKind): void => {
      const own = kind === 'delete' ? [...rolls, 0.1] : kind === 'status' ? [...rolls, random.next()] : rolls
      events.push({ at: at + inMs, kind: 'step', tablet: who, step: makeStep(kind, own) })
    }
    const send = (inMs: number): void =>
      void events.push({ at: at + inMs, kind: 'estimate-send', user: random.between(0, 1), rolls: [...rolls, random.next()] })
    const press = (inMs: number): void =>
      void events.push({ at: at + inMs, kind: 'estimate-press', rolls: [random.next(), random.next()], count: random.between(1, 4) })
    const cut = (inMs: number, who: number): void => {
      if (!isCalm && random.chance(0.5))
        events.push({ at: at + inMs, kind: 'offline', tablet: who, durationMs: random.between(5_000, 40_000), isSilent: random.chance(0.2) })
    }
    add(0, tablet, 'estimate')
    if (random.chance(0.7)) add(500, tablet, 'wait-for-approval')
    if (random.chance(0.3)) add(random.between(1_000, 15_000), random.pick([tablet, other]), 'edit-estimate')
    if (random.chance(0.85)) send(25_000)
    cut(26_000, tablet)
    cut(26_000, other)
    // What happens to it at the same time.
    let inMs = 28_000
    for (let left = random.between(1, 4); left > 0; left--, inMs += random.between(0, 5_000)) {
      const roll = random.next()
      const who = random.pick([tablet, other])
      if (roll < 0.26) press(inMs)
      else if (roll < 0.44) add(inMs, who, 'answer-estimate')
      else if (roll < 0.52) add(inMs, who, 'edit-estimate')
      else if (roll < 0.58) add(inMs, who, 'withdraw-estimate')
      else if (roll < 0.63) add(inMs, who, 'delete-estimate')
      else if (roll < 0.68) add(inMs, who, 'delete')
      else if (roll < 0.72) add(inMs, who, 'status')
      else {
        add(inMs, who, 'estimate')
        send(inMs + random.between(3_000, 20_000))
      }
    }
    if (random.chance(0.5)) press(inMs + random.between(0, 30_000))
    if (random.chance(0.3)) add(inMs + random.between(2_000, 60_000), random.pick([tablet, other]), 'undo')
    if (random.chance(0.3)) add(inMs + random.between(20_000, 80_000), tablet, 'answer-estimate')
    if (random.chance(0.15)) add(inMs + random.between(20_000, 80_000), tablet, 'retry')
  }
  if (random.chance(0.7)) addFlow()
  if (random.chance(0.2)) addFlow()
  return events
}
