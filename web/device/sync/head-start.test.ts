import { describe, expect, it } from 'vitest'
import type { Bootstrap, PullRequest, PullResponse } from '#schema/api/sync.ts'
import type { WakeUp } from '../platform/ports.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { makeHeadStart } from './head-start.ts'

const request: PullRequest = { collection: 'orders', limit: 100, checkpoint: {} }
const page: PullResponse = { documents: [], checkpoint: {}, reset: [], gone: [] }

function world() {
  const asked: string[] = []
  let wake: (reason: WakeUp) => void = () => undefined
  const api = {
    bootstrap: async () => {
      asked.push('bootstrap')
      return { serverTime: '2026-03-01T10:00:00.000Z' } as Bootstrap
    },
    pull: async ({ collection, limit }: PullRequest) => {
      asked.push(`${collection} ${limit}`)
      return page
    },
  } as unknown as SyncApi
  const watchWakeUps = (listener: (reason: WakeUp) => void): (() => void) => {
    wake = listener
    return () => undefined
  }
  const headStart = makeHeadStart(api, { opensAt: undefined, clock: () => new Date(0), monotonic: () => 0, watchWakeUps })
  return { asked, headStart, lose: () => wake('offline') }
}

const { signal } = new AbortController()

describe('a head start', () => {
  it('gives its answers to whoever asks first, and once', async () => {
    const { asked, headStart } = world()
    headStart.askAhead(request, signal)
    await headStart.api.bootstrap(signal)
    expect(await headStart.api.pull(request, signal)).toBe(page)
    expect(asked).toEqual(['bootstrap', 'orders 100'])
    await headStart.api.bootstrap(signal)
    await headStart.api.pull(request, signal)
    expect(asked).toEqual(['bootstrap', 'orders 100', 'bootstrap', 'orders 100'])
  })

  it('keeps a page for who asks for just that one', async () => {
    const { asked, headStart } = world()
    headStart.askAhead(request, signal)
    await headStart.api.pull({ ...request, limit: 25 }, signal)
    await headStart.api.pull({ ...request, checkpoint: { shop: { epoch: 'e', seq: 3 } } }, signal)
    await headStart.api.pull(request, signal)
    expect(asked).toEqual(['bootstrap', 'orders 100', 'orders 25', 'orders 100'])
  })

  it('gives nothing that was answered before the network went: it would make the connection look good', async () => {
    const { asked, headStart, lose } = world()
    headStart.askAhead(request, signal)
    await headStart.bootstrap
    lose()
    await headStart.api.bootstrap(signal)
    await headStart.api.pull(request, signal)
    expect(asked).toEqual(['bootstrap', 'orders 100', 'bootstrap', 'orders 100'])
  })

  it('does not hold up who gives up waiting', async () => {
    const { headStart } = world()
    const never = makeHeadStart({ pull: () => new Promise(() => undefined), bootstrap: () => headStart.bootstrap } as unknown as SyncApi, {
      opensAt: undefined,
      clock: () => new Date(0),
      monotonic: () => 0,
      watchWakeUps: () => () => undefined,
    })
    never.askAhead(request, signal)
    const own = new AbortController()
    const pulled = never.api.pull(request, own.signal)
    own.abort(new Error('closed'))
    await expect(pulled).rejects.toThrow('closed')
  })
})
