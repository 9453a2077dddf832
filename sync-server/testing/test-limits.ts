import { createLimitStore, type LimitStore } from '../session/limits/limit-store.ts'
import { createTestClock } from './test-server.ts'
import { createWorld, type World } from './test-world.ts'

/** For tests: limits on a database of their own, with a clock that stands until it is moved. */
export type TestLimits = { store: LimitStore; clock: ReturnType<typeof createTestClock>; world: World; close: () => Promise<void> }

export async function openTestLimits(bounds?: { lightMax: number; sweepEvery: number }): Promise<TestLimits> {
  const world = await createWorld()
  const clock = createTestClock()
  return { store: createLimitStore({ ...world.services, clock: clock.now }, bounds), clock, world, close: () => world.close() }
}
