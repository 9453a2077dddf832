import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from '../../turns.ts'
import { type Looks, streamInTurn } from './stream-in-turn.ts'

const piece = new Uint8Array(64_000)

function open() {
  const looking = new Set<() => void>()
  const looks: Looks = (look) => {
    looking.add(look)
    return () => looking.delete(look)
  }
  const turns = createTurns({ total: 2, ofOne: 1 })
  const lookAll = () => looking.forEach((look) => look())
  const begin = (from: string, stream: Readable) => streamInTurn(turns, from, async () => stream, looks)
  return { looking, lookAll, begin }
}

const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield piece
    })(),
  )

it('readers who read nothing give up their turns to those who wait', async () => {
  const { looking, lookAll, begin } = open()
  const [one, other] = [await begin('one', endless()), await begin('other', endless())]
  let isIn = false
  const third = begin('third', Readable.from([piece])).then((stream) => {
    isIn = true
    return stream
  })
  expect(isIn).toBe(false)
  // A reader who goes on, however slowly, keeps the turn.
  const reader = one.getReader()
  for (let look = 0; look < 1_000 && !isIn; look += 1) {
    for (let pieces = 0; pieces < 3; pieces += 1) expect((await reader.read()).value).toHaveLength(64_000)
    lookAll()
    await setImmediate()
  }
  await expect(buffer(other)).rejects.toThrow('hardly read')
  expect(await buffer(await third)).toHaveLength(64_000)
  expect((await reader.read()).done).toBe(false)
  await reader.cancel()
  await expect.poll(() => looking.size).toBe(0)
})

it('a stream that is made slowly is not broken off while its reader waits', async () => {
  const { lookAll, begin } = open()
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = Readable.from(
    (async function* () {
      yield piece
      await promise
      yield piece
    })(),
  )
  const reader = (await begin('one', slow)).getReader()
  await reader.read()
  const next = reader.read()
  lookAll()
  lookAll()
  resolve()
  expect((await next).value).toHaveLength(64_000)
})
