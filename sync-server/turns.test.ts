import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns, type Turn } from './turns.ts'

const refusal = 'Please come back.'
const ofStrangers = { maxWaiting: 3, waitMs: 60_000, refusal, retryAfterSeconds: 5 }
const isSentAway = { status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE', status: 503, message: refusal, retryAfterSeconds: 5 }) }
const known = (from: string): Turn => ({ from, isKnown: true })

const settle = () => new Promise((resolve) => setImmediate(resolve))

function openTurns(limits: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(limits)
  const running: string[] = []
  const started: string[] = []
  const endByName = new Map<string, () => void>()
  const run = (name: string, turn: Turn): Promise<string> =>
    turns.run(turn, async () => {
      running.push(name)
      started.push(name)
      await new Promise<void>((resolve) => endByName.set(name, resolve))
      running.splice(running.indexOf(name), 1)
      return name
    })
  /** Ends this one, and starts those that may run then. */
  const end = async (name: string): Promise<void> => {
    endByName.get(name)?.()
    await settle()
  }
  const endAll = async (): Promise<void> => {
    await settle()
    while (running[0] !== undefined) await end(running[0])
  }
  return { running, started, run, end, endAll }
}

test('work is done as long as there is room, and the next when some of it is free again; nobody smaller passes', async () => {
  const { running, run, end, endAll } = openTurns({ total: 10 })
  const all = [run('a', { from: 'ann', size: 6 }), run('b', { from: 'bob', size: 4 }), run('c', { from: 'cat', size: 5 }), run('d', { from: 'dan' })]
  await settle()
  expect(running).toEqual(['a', 'b'])
  await end('b')
  // 'd' would fit, but 'c' is first.
  expect(running).toEqual(['a'])
  await end('a')
  expect(running).toEqual(['c', 'd'])
  await endAll()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('callers take turns, however much one of them asks for', async () => {
  const { started, run, endAll } = openTurns({ total: 1 })
  const names = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'ann 4', 'bob 2', 'cid 1']
  const all = names.map((name) => run(name, { from: name.slice(0, 3) }))
  await endAll()
  expect(started).toEqual(['ann 1', 'ann 2', 'bob 1', 'cid 1', 'ann 3', 'bob 2', 'ann 4'])
  await Promise.all(all)
})

test('a caller who has taken their part waits, and stops nobody else', async () => {
  const { running, run, end, endAll } = openTurns({ total: 10, ofOne: 6 })
  const all = [run('a1', { from: 'ann', size: 5 }), run('a2', { from: 'ann', size: 2 }), run('b1', { from: 'bob', size: 4 })]
  await settle()
  expect(running).toEqual(['a1', 'b1'])
  await end('a1')
  expect(running).toEqual(['b1', 'a2'])
  await endAll()
  await Promise.all(all)
})

test('known callers and strangers take turns, and known ones are never sent away', async () => {
  const { started, run, endAll } = openTurns({ total: 1, ofStrangers: { ...ofStrangers, maxWaiting: 50 } })
  const all = Array.from({ length: 50 }, (_, index) => run(`stranger ${index}`, { from: `site ${index}` }))
  for (let index = 0; index < 50; index++) all.push(run(`known ${index}`, known('signed in')))
  await endAll()
  expect(started.slice(1, 4)).toEqual(['known 0', 'stranger 1', 'known 1'])
  expect(await Promise.all(all)).toHaveLength(100)
})

test('when too many strangers wait, the last of the longest line is sent away, and never the newcomer of a short one', async () => {
  const { run, endAll } = openTurns({ total: 1, ofStrangers: { ...ofStrangers, maxWaiting: 10 } })
  const flood = Array.from({ length: 30 }, (_, index) => run(`flood ${index}`, { from: 'flood' }))
  const others = [run('ann', { from: 'ann' }), run('owner', known('owner'))]
  const results = Promise.allSettled(flood)
  await endAll()
  expect(await Promise.all(others)).toEqual(['ann', 'owner'])
  const away = (await results).filter(({ status }) => status === 'rejected')
  expect(away).toEqual(Array.from({ length: 20 }, () => isSentAway))
})

test('a stranger who waits too long is told to come back, and takes no room', async () => {
  const { running, run, endAll } = openTurns({ total: 10, ofStrangers: { ...ofStrangers, waitMs: 1 } })
  const first = run('a', { from: 'ann', size: 6 })
  expect(await Promise.allSettled([run('b', { from: 'bob', size: 5 }), run('c', { from: 'cat', size: 5 })])).toEqual([isSentAway, isSentAway])
  expect(running).toEqual(['a'])
  await endAll()
  await first
  const next = run('d', { from: 'dan', size: 10 })
  await endAll()
  expect(await next).toBe('d')
})

test('work that fails gives its room back', async () => {
  const turns = createTurns({ total: 1 })
  await expect(turns.run({ from: 'ann' }, () => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off')
  expect(await turns.run({ from: 'ann' }, () => Promise.resolve(1))).toBe(1)
})

test('never more is held than there is room for, and everybody comes to an end', async () => {
  const limits = { total: 10, ofOne: 6 }
  const piece = fc.record({
    from: fc.constantFrom('ann', 'bob', 'cat'),
    isKnown: fc.boolean(),
    size: fc.integer({ min: 0, max: 6 }),
    rounds: fc.integer({ min: 0, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const turns = createTurns({ ...limits, ofStrangers: { ...ofStrangers, maxWaiting: 30 } })
      const held: { from: string; size: number }[] = []
      const sum = (of: typeof held) => of.reduce((total, { size }) => total + size, 0)
      const done = pieces.map((one) =>
        turns.run(one, async () => {
          held.push(one)
          expect(sum(held)).toBeLessThanOrEqual(limits.total)
          expect(sum(held.filter(({ from }) => from === one.from))).toBeLessThanOrEqual(limits.ofOne)
          for (let round = 0; round < one.rounds; round++) await settle()
          held.splice(held.indexOf(one), 1)
        }),
      )
      await Promise.all(done)
      expect([held, turns.finished]).toEqual([[], pieces.length])
    }),
    { numRuns: 50 },
  )
})
