import { expect, it } from 'vitest'
import { createHashQueue, type HashLine } from './hash-queue.ts'

const visitor = (from: string): HashLine => ({ kind: 'visitor', from })
const known: HashLine = { kind: 'known', from: 'signed in' }

/** Work that ends when it is told to, one after the other, in the order in which it was started. */
function openQueue(limits: { atOnce?: number; maxVisitors?: number } = {}, monotonic: () => number = () => 0) {
  const queue = createHashQueue({ atOnce: 1, maxVisitors: 100, visitorWaitMs: 8_000, retryAfterSeconds: 5, ...limits }, monotonic)
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (line: HashLine, name: string): Promise<string> =>
    queue.run(line, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endAll = async (): Promise<void> => {
    await settle()
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      await settle()
    }
  }
  return { queue, started, run, endAll, settle }
}

it('runs so many at once and no more, and all in the end', async () => {
  const { queue, run, endAll } = openQueue({ atOnce: 2 })
  const all = Array.from({ length: 20 }, (_, index) => run(visitor('a'), `a${index}`))
  await endAll()
  expect((await Promise.all(all)).length).toBe(20)
  expect(queue.counts).toEqual({ finished: 20, mostAtOnce: 2 })
})

it('lets lines take turns: whoever sends hundreds waits for themselves', async () => {
  const { started, run, endAll } = openQueue()
  for (let index = 0; index < 50; index++) void run(visitor('flood'), `flood${index}`)
  void run(visitor('ann'), 'ann')
  void run(known, 'owner')
  await endAll()
  expect(started.slice(0, 4).toSorted()).toEqual(['ann', 'flood0', 'flood1', 'owner'].toSorted())
  expect(started).toHaveLength(52)
})

it('refuses with a wait past its length: the newest of the longest line, never the newcomer of a short one', async () => {
  const { run, endAll } = openQueue({ maxVisitors: 10 })
  const flood = Array.from({ length: 30 }, (_, index) => run(visitor('flood'), `flood${index}`).catch((error: unknown) => error))
  const ann = run(visitor('ann'), 'ann')
  const owner = run(known, 'owner')
  await endAll()
  expect(await Promise.all([ann, owner])).toEqual(['ann', 'owner'])
  const refused = (await Promise.all(flood)).filter((result) => typeof result !== 'string')
  expect(refused).toHaveLength(20)
  expect(refused[0]).toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    retryAfterSeconds: 5,
    message: 'The server is busy right now. Please try again in a few seconds.',
  })
})

it('tells a visitor who waited too long to come back, and lets the others have the turn', async () => {
  let nowMs = 0
  const { started, run, endAll } = openQueue({}, () => nowMs)
  const early = Array.from({ length: 5 }, (_, index) => run(visitor(`early${index}`), `early${index}`).catch((error: unknown) => error))
  nowMs = 8_001
  const late = run(visitor('late'), 'late')
  const owner = run(known, 'owner')
  await endAll()
  expect(await Promise.all([late, owner])).toEqual(['late', 'owner'])
  expect((await Promise.all(early)).map((result) => (typeof result === 'string' ? 'run' : 'refused'))).toEqual([
    'run',
    'refused',
    'refused',
    'refused',
    'refused',
  ])
  expect(started).toHaveLength(3)
})

it('goes on after work that failed', async () => {
  const { queue } = openQueue()
  await expect(queue.run(known, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(known, () => Promise.resolve(1))).toBe(1)
})
