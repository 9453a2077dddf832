import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUploadRoom } from './upload-room.ts'

const limits = { totalBytes: 10, ofOneBytes: 6, maxWaiting: 3, waitMs: 60_000, retryAfterSeconds: 5 }

/** Work that ends when it is told to. */
function openRoom(more: Partial<typeof limits> = {}) {
  const room = createUploadRoom({ ...limits, ...more })
  const running: string[] = []
  const endByName = new Map<string, () => void>()
  const send = (name: string, sender: string, bytes: number): Promise<string> =>
    room.run(sender, bytes, async () => {
      running.push(name)
      await new Promise<void>((resolve) => endByName.set(name, resolve))
      running.splice(running.indexOf(name), 1)
      return name
    })
  /** Ends this one, and gives those a turn that may begin then. */
  const end = async (name: string): Promise<void> => {
    endByName.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { room, running, send, end }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('uploads are read as long as there is room, and the next when some of it is free again, in their order', async () => {
  const { room, running, send, end } = openRoom()
  const all = [send('a', 'ann', 6), send('b', 'bob', 4), send('c', 'cat', 5), send('d', 'dan', 1)]
  await settle()
  expect([running, room.waiting]).toEqual([['a', 'b'], 2])
  await end('b')
  // 'd' would fit, but 'c' came first.
  expect(running).toEqual(['a'])
  await end('a')
  expect(running).toEqual(['c', 'd'])
  await end('c')
  await end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('a sender who has taken their part waits, and stops nobody else', async () => {
  const { running, send, end } = openRoom()
  const all = [send('a1', 'ann', 5), send('a2', 'ann', 2), send('b1', 'bob', 4)]
  await settle()
  expect(running).toEqual(['a1', 'b1'])
  await end('a1')
  expect(running).toEqual(['b1', 'a2'])
  await end('b1')
  await end('a2')
  await Promise.all(all)
})

const busy = { code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 5 }

test('who waits too long, and who comes when too many wait, is told to come back, and takes no room', async () => {
  const { room, running, send, end } = openRoom({ waitMs: 1, maxWaiting: 2 })
  const first = send('a', 'ann', 6)
  const crowd = await Promise.allSettled([send('b', 'bob', 5), send('c', 'cat', 5), send('d', 'dan', 5)])
  expect(crowd).toEqual(crowd.map(() => ({ status: 'rejected', reason: expect.objectContaining(busy) })))
  expect([running, room.waiting]).toEqual([['a'], 0])
  await end('a')
  await first
  const next = send('e', 'eve', 6)
  await settle()
  expect(running).toEqual(['e'])
  await end('e')
  await next
})

test('work that fails gives its room back', async () => {
  const { room, running, send, end } = openRoom()
  await expect(room.run('ann', 6, () => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off')
  const all = [send('a', 'ann', 6), send('b', 'bob', 4)]
  await settle()
  expect(running).toEqual(['a', 'b'])
  await end('a')
  await end('b')
  await Promise.all(all)
})

test('never more is held than there is room for, and everybody comes to an end', async () => {
  const upload = fc.record({ sender: fc.constantFrom('ann', 'bob', 'cat'), bytes: fc.integer({ min: 0, max: 6 }), turns: fc.integer({ min: 0, max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { maxLength: 30 }), async (uploads) => {
      const room = createUploadRoom({ ...limits, maxWaiting: 30 })
      const held: { sender: string; bytes: number }[] = []
      const sum = (of: typeof held) => of.reduce((total, { bytes }) => total + bytes, 0)
      const done = uploads.map((one) =>
        room.run(one.sender, one.bytes, async () => {
          held.push(one)
          expect(sum(held)).toBeLessThanOrEqual(limits.totalBytes)
          expect(sum(held.filter(({ sender }) => sender === one.sender))).toBeLessThanOrEqual(limits.ofOneBytes)
          for (let turn = 0; turn < one.turns; turn++) await settle()
          held.splice(held.indexOf(one), 1)
        }),
      )
      await Promise.all(done)
      expect([held, room.waiting]).toEqual([[], 0])
    }),
    { numRuns: 50 },
  )
})
