import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { PushRequest, PushResponse } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { DeferredRows } from '../../outbox/outbox.ts'
import type { LocalState } from '../../outbox/local-state.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import { Gate } from '../../platform/gate.ts'
import { defaultSizes } from '../../platform/sizes.ts'
import type { ConnectionPort, SyncContext } from '../sync-context.ts'
import { Pusher, type PushEvents } from './pusher.ts'
import type { SyncApi } from '../../platform/server-port.ts'
import { until } from '../../testing/test-device.ts'

const shopId = v7()
let closing: AbortController
beforeEach(() => {
  closing = new AbortController()
})
afterEach(() => closing.abort())

/** Each has its own origin device, so each is pushed alone. */
const entryAt = (position: number): OutboxEntry => {
  const id = v7()
  const mutation = {
    id: v7(),
    shopId,
    at: '2026-05-04T10:00:00.000Z',
    ops: [{ action: 'create' as const, collection: 'customers' as const, id, values: { name: 'Ada' } }],
  }
  return { position, mutation, effects: [], keys: [`customers/${id}`], bytes: 200, summary: 'Customer added', origin: { deviceId: v7(), clockOffsetMs: 0 } }
}

type Overrides = { withLock?: SyncContext['withLock']; fail?: ConnectionPort['fail']; onSetBack?: PushEvents['onSetBack'] }

function openPusher(entries: OutboxEntry[], push: (request: PushRequest) => Promise<PushResponse>, overrides: Overrides = {}): Pusher {
  const gate = new Gate()
  gate.open()
  const context: Omit<SyncContext, 'store'> = {
    api: { push } as unknown as SyncApi,
    localState: {
      outbox: {
        entries,
        sendable: entries,
        finished: entries,
        unfinished: { noteLeaving: () => undefined },
        reachedByShop: new Map(),
        late: new DeferredRows(() => 0),
      },
    } as unknown as LocalState,
    deviceId: v7(),
    readClockOffsetMs: () => 0,
    ports: {
      clock: () => new Date('2026-05-04T10:00:00.000Z'),
      monotonic: () => 0,
      notes: { read: () => null, write: () => undefined },
      random: () => 0,
      // A turn of the event loop: with a no-op wait, endless retries would block the test.
      wait: () => new Promise((resolve) => setImmediate(resolve)),
    },
    sizes: defaultSizes,
    // The write lock stays held, so the answer cannot be stored.
    withLock: overrides.withLock ?? (() => new Promise<never>(() => undefined)),
  }
  return new Pusher({
    context,
    gate,
    connection: { isUp: () => true, succeed: () => undefined, fail: overrides.fail ?? (() => 0) },
    events: { onSettled: () => undefined, onGaps: () => undefined, onSetBack: overrides.onSetBack ?? (() => Promise.resolve()) },
  })
}

describe('sending', () => {
  it('says of what was answered a moment ago, and is not stored yet, that the server must hold it', async () => {
    const entries = [entryAt(1), entryAt(2)]
    const sent: PushRequest[] = []
    const place = { epoch: 'one', seq: 7, mark: 'seven' }
    const push = async (request: PushRequest): Promise<PushResponse> => {
      sent.push(request)
      return {
        serverTime: '2026-05-04T10:00:01.000Z',
        results: request.mutations.map(({ id }) => ({ id, outcome: 'applied' as const, documents: [] })),
        reached: { [shopId]: place },
      }
    }
    const pusher = openPusher(entries, push)
    void pusher.run(closing.signal)
    await until(() => sent.length === 2, 'both mutations to be sent')
    expect(sent.map(({ mutations, known }) => [mutations.length, known])).toEqual([
      [1, {}],
      [1, { [shopId]: { epoch: 'one', places: [{ seq: 7, mark: 'seven' }] } }],
    ])
  })

  it('refuses nothing where the question what a set-back server lost fails, and sends the mutation again', async () => {
    const trouble = new AppError('VALIDATION', 'Not understood.')
    const answers: PushResponse[] = [{ serverTime: '2026-05-04T10:00:01.000Z', results: [], setBack: { [shopId]: 3 } }]
    const failures: unknown[] = []
    let [pushes, locks] = [0, 0]
    const push = (): Promise<PushResponse> => {
      pushes++
      const answer = answers.shift()
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer)
    }
    const pusher = openPusher([entryAt(1)], push, {
      withLock: () => {
        locks++
        return new Promise<never>(() => undefined)
      },
      fail: (error) => {
        failures.push(error)
        return 0
      },
      onSetBack: () => Promise.reject(trouble),
    })
    void pusher.run(closing.signal)
    await until(() => pushes === 2 || locks > 0, 'the mutation to be sent again')
    expect([pushes, locks, failures]).toEqual([2, 0, [trouble]])
  })
})
