import { expect, it } from 'vitest'
import { reads } from '#web/api/admin-api.ts'
import { ApiError, NetworkError } from '#web/api/errors.ts'
import { createAnswers } from './answers.ts'

type Ask = Parameters<typeof createAnswers>[0]

function setUp(answer: () => unknown) {
  const asked: string[] = []
  const ask = (({ path }) => {
    asked.push(path)
    return Promise.resolve().then(answer)
  }) as Ask
  return { asked, answers: createAnswers(ask) }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0))

it('asks once for all who want the same, and again only when told to (CONST-03)', async () => {
  let data: unknown = ['a']
  const { answers, asked } = setUp(() => data)
  let told = 0
  const stop = answers.watch(reads.entities, () => (told += 1))
  answers.watch(reads.entities, () => undefined)
  expect(answers.get(reads.entities)).toEqual({ state: 'loading' })
  await nextTask()
  expect(answers.get(reads.entities)).toEqual({ state: 'ready', data: ['a'] })
  data = ['a', 'b']
  await answers.refresh()
  expect(answers.get(reads.entities)).toEqual({ state: 'ready', data: ['a', 'b'] })
  expect(asked).toHaveLength(2)
  stop()
  expect(told).toBe(2)
})

it('keeps what it read when the connection goes, and asks again for what it never had', async () => {
  let isOnline = false
  const { answers } = setUp(() => {
    if (!isOnline) throw new NetworkError()
    return ['a']
  })
  answers.watch(reads.entities, () => undefined)
  await nextTask()
  expect(answers.get(reads.entities)).toEqual({ state: 'no-connection' })
  isOnline = true
  answers.retryFailed()
  await nextTask()
  isOnline = false
  await answers.refresh()
  expect(answers.get(reads.entities)).toEqual({ state: 'ready', data: ['a'] })
})

it('tells what the server said when it refused', async () => {
  const { answers } = setUp(() => {
    throw new ApiError({ status: 403, message: 'You do not have permission to do this.', body: {} })
  })
  answers.watch(reads.entities, () => undefined)
  await nextTask()
  expect(answers.get(reads.entities)).toEqual({ state: 'failed', message: 'You do not have permission to do this.' })
})
