import { createLimiter, type Limiter } from '../session/limits/limiter.ts'
import { createTestClock } from './test-server.ts'
import { createWorld, type World } from './test-world.ts'

/** Limits on their own database with a manual clock. `openElsewhere`: the limiter of another server. */
export type TestLimits = { limiter: Limiter; openElsewhere: () => Limiter; clock: ReturnType<typeof createTestClock>; world: World; close: () => Promise<void> }

export async function openTestLimits(bounds?: { sweepEvery: number; sparseBelow: number; sparseMax: number }): Promise<TestLimits> {
  const world = await createWorld()
  const clock = createTestClock()
  const openElsewhere = () => createLimiter({ ...world.services, clock: clock.now }, bounds)
  return { limiter: openElsewhere(), openElsewhere, clock, world, close: () => world.close() }
}
