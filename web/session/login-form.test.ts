import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/api/errors.ts'
import { signInFailureToReason } from './login-form.tsx'

const busy = 'The server is busy right now. Please try again in a few seconds.'

test.each([
  ['our server when it is busy', new ApiError({ status: 503, message: busy, body: { code: 'UNAVAILABLE', message: busy } }), busy],
  [
    'our server after too many tries',
    new ApiError({ status: 429, message: 'Too many tries. Please wait a moment.', body: { code: 'TOO_MANY_REQUESTS' } }),
    'Too many tries. Please wait a moment.',
  ],
  [
    'a proxy in front of it',
    new ApiError({ status: 503, message: '503 Service Unavailable', body: undefined }),
    'The server is not available right now. Please try again in a moment.',
  ],
  ['nobody', new NetworkError(), 'There is no connection to the server.'],
])('signing in says in plain words what %s answered', (_title, error, reason) => {
  expect(signInFailureToReason(error)).toBe(reason)
})
