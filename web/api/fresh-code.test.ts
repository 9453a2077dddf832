import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { createFreshRequest } from './fresh-code.ts'
import type { Http } from './http.ts'

const wantsCode = () => new ApiError({ status: 403, message: 'Enter a code from your app to go on.', body: { code: 'FRESH_CODE_REQUIRED', message: '' } })

function setUp() {
  const state = { isFresh: false, asked: 0, calls: [] as unknown[][] }
  const request = (async (...call: unknown[]) => {
    state.calls.push(call)
    if (!state.isFresh) throw wantsCode()
    return { ok: true }
  }) as unknown as Http['request']
  return { state, fresh: createFreshRequest({ request }) }
}

test('a request that needs a code is sent again unchanged once a code was given', async () => {
  const { state, fresh } = setUp()
  fresh.setAsker(async () => {
    state.asked++
    return (state.isFresh = true)
  })
  expect(await fresh.request('PUT', '/api/users/1', { name: 'X' })).toEqual({ ok: true })
  expect(state).toMatchObject({
    asked: 1,
    calls: [
      ['PUT', '/api/users/1', { name: 'X' }],
      ['PUT', '/api/users/1', { name: 'X' }],
    ],
  })
})

test('several requests at once ask for one code', async () => {
  const { state, fresh } = setUp()
  fresh.setAsker(async () => {
    state.asked++
    await new Promise((resolve) => setTimeout(resolve, 10))
    return (state.isFresh = true)
  })
  await Promise.all([1, 2, 3].map((id) => fresh.request('PUT', `/api/users/${id}`)))
  expect(state.asked).toBe(1)
})

test('a person who gives no code gets the refusal, and so does a page that cannot ask', async () => {
  const { fresh } = setUp()
  await expect(fresh.request('PUT', '/api/users/1')).rejects.toMatchObject({ code: 'FRESH_CODE_REQUIRED' })
  const stop = fresh.setAsker(async () => false)
  await expect(fresh.request('PUT', '/api/users/1')).rejects.toMatchObject({ code: 'FRESH_CODE_REQUIRED' })
  stop()
})

test('other refusals ask nothing', async () => {
  const request = (async () => {
    throw new ApiError({ status: 403, message: 'No.', body: { code: 'FORBIDDEN', message: 'No.' } })
  }) as unknown as Http['request']
  const fresh = createFreshRequest({ request })
  fresh.setAsker(() => Promise.reject(new Error('asked')))
  await expect(fresh.request('PUT', '/api/users/1')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
