import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeServer } from './main.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a server that stops ends its streams at once, and cuts off a request that never ends before the ten seconds of Docker are over', async () => {
  let tellClosed: () => void = () => undefined
  const calls: string[] = []
  let idle = 0
  const server = {
    close: (closed: () => void) => {
      calls.push('accepts nobody')
      tellClosed = closed
    },
    closeIdleConnections: () => void idle++,
    closeAllConnections: () => {
      calls.push('cuts off')
      tellClosed()
    },
  } as unknown as Server
  const closing = closeServer(server, () => calls.push('ends streams'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls).toEqual(['accepts nobody', 'ends streams'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(calls).toEqual(['accepts nobody', 'ends streams', 'cuts off'])
  await closing
  // Both of its timers are over.
  const looked = idle
  await vi.advanceTimersByTimeAsync(10_000)
  expect([calls.length, idle]).toEqual([3, looked])
})
