import { expect, it } from 'vitest'
import { createWorkLimit, createWorkLimits } from './work-limit.ts'

const message = 'Please wait a moment.'
const isOver = (retryAfterSeconds: number) => expect.objectContaining({ code: 'TOO_MANY_REQUESTS', message, retryAfterSeconds })

it('lets one large piece of work through, and then wants its time', () => {
  let nowMs = 0
  const limit = createWorkLimit({ capacity: 100, perSecond: 10, message }, () => nowMs)
  limit.assertRoom('a')
  limit.charge('a', 150)
  expect(() => limit.assertRoom('a')).toThrow(isOver(5))
  limit.assertRoom('b')
  nowMs += 5_000
  limit.assertRoom('a')
  limit.charge('a', 10)
  expect(() => limit.assertRoom('a')).toThrow(isOver(1))
})

it('a clock that goes back takes no room away', () => {
  let nowMs = 60_000
  const limit = createWorkLimit({ capacity: 100, perSecond: 10, message }, () => nowMs)
  limit.charge('a', 1)
  nowMs -= 30_000
  limit.charge('a', 90)
  expect(() => limit.assertRoom('a')).not.toThrow()
})

it('forgets whoever has been quiet long enough, and only them', () => {
  let nowMs = 0
  const limit = createWorkLimit({ capacity: 10, perSecond: 1, message }, () => nowMs)
  limit.charge('old debt', 40_000)
  for (let index = 0; index < 10_001; index++) limit.charge(`key ${index}`, 1)
  nowMs = 20_000
  for (let index = 0; index < 10_001; index++) limit.charge(`other ${index}`, 1)
  expect(() => limit.assertRoom('old debt')).toThrow(message)
})

it('no session meets it that asks seven hundred times a second for an hour, or syncs ten devices for the first time', () => {
  let nowMs = 0
  const limits = createWorkLimits(() => nowMs)
  const work = () => {
    for (let request = 0; request < 700 * 3_600; request++) {
      nowMs += 1_000 / 700
      limits.beginRequest('busy', 500)
    }
    for (let page = 0; page < 10 * 80; page++) {
      limits.beginRequest('first', 100)
      limits.chargePull('first', 5_000)
    }
  }
  expect(work).not.toThrow()
})

it('a thousand changes that are refused every day go through; ten thousand every hour do not', () => {
  let nowMs = 0
  const limits = createWorkLimits(() => nowMs)
  for (let day = 0; day < 30; day++) {
    limits.beginPush('session', 'honest', 500).end(500)
    limits.beginPush('session', 'honest', 500).end(500)
    nowMs += 86_400_000
  }
  const flood = () => {
    for (let hour = 0; hour < 24; hour++) {
      for (let push = 0; push < 20; push++) limits.beginPush('other', 'flood', 500).end(500)
      nowMs += 3_600_000
    }
  }
  expect(flood).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
})
