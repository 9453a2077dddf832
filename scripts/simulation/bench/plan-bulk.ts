import type { Random } from '#scripts/demo/random.ts'
import type { PlanEvent, Step, StepKind } from '../plan.ts'

/** One act on several orders at once, what somebody else does to one of them meanwhile, and one Undo for all. */

export const bulkKinds = ['bulk-status', 'bulk-assign', 'bulk-delete', 'bulk-undo'] as const
export type BulkKind = (typeof bulkKinds)[number]

/** Numbers of steps of this part of the plan. */
const firstToken = 500_000

type Frame = { durationMs: number; isCalm: boolean }

export function planBulk(random: Random, { durationMs, isCalm }: Frame): PlanEvent[] {
  if (random.chance(0.4)) return []
  const events: PlanEvent[] = []
  let token = firstToken
  const at = Math.floor(random.next() * durationMs)
  const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
  // The shop, and the first of the orders.
  const rolls = [random.next(), random.next()]
  const add = (inMs: number, who: number, kind: StepKind, third = random.next()): void => {
    const step: Step = { kind, token: ++token, rolls: Array.from({ length: 8 }, (_, index) => [...rolls, third][index] ?? random.next()) }
    events.push({ at: at + inMs, kind: 'step', tablet: who, step })
  }
  if (!isCalm && random.chance(0.6)) events.push({ at, kind: 'offline', tablet, durationMs: random.between(5_000, 60_000), isSilent: random.chance(0.2) })
  add(1_000, tablet, random.pick(['bulk-status', 'bulk-status', 'bulk-assign', 'bulk-delete']))
  events.push({ at: at + 1_500, kind: 'look', tablet })
  const meeting = random.pick<StepKind>(['status', 'status', 'bulk-status', 'assign', 'note', 'delete'])
  if (random.chance(0.7)) add(random.between(0, 6_000), other, meeting, meeting === 'delete' ? 0.1 : random.next())
  if (random.chance(0.6)) add(random.between(2_000, 60_000), tablet, 'bulk-undo')
  return events
}
