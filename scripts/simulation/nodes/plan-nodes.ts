import type { Random } from '#scripts/demo/random.ts'
import type { PlanEvent } from '../plan.ts'
import type { NodeFaultKind } from './shared-database.ts'

/** A push of a few mutations on PostgreSQL sends about as many. */
const mostStatements = 16

/** What breaks between the nodes and their database. Dice of its own leave the rest of a plan as it is. */
export function planNodes(random: Random, { durationMs, isCalm }: { durationMs: number; isCalm: boolean }): PlanEvent[] {
  if (isCalm) return []
  const events: PlanEvent[] = []
  const at = (): number => Math.floor(random.next() * durationMs)
  const some = (chance: number, most: number, make: () => PlanEvent): void => {
    for (let left = random.chance(chance) ? random.between(1, most) : 0; left > 0; left--) events.push(make())
  }
  const breakPush = (fault: NodeFaultKind): PlanEvent => ({
    at: at(),
    kind: 'node-fault',
    fault,
    statements: random.between(0, mostStatements),
    isSent: random.chance(0.5),
  })
  some(0.6, 3, () => breakPush('node'))
  some(0.6, 3, () => breakPush('connections'))
  some(0.3, 2, () => breakPush('database'))
  some(0.3, 2, () => ({ at: at(), kind: 'node-crash', node: random.between(0, 1), downMs: random.between(500, 40_000) }))
  some(0.2, 2, () => ({ at: at(), kind: 'connections-end' }))
  some(0.15, 1, () => ({ at: at(), kind: 'database-restart' }))
  return events
}
