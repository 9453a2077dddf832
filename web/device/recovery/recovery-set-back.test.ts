import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { PushRequest, PushResponse } from '#schema/api/sync.ts'
import { Outbox } from '../outbox/outbox.ts'
import { rowKey } from '../rows/rows.ts'
import { openLocalDatabase } from '../storage/row-database.ts'
import { openDeviceStore, toSentEntries } from '../storage/unsent-store.ts'
import { testStorage } from '../testing/test-device.ts'
import { SetBacks } from './set-back.ts'

const shopId = v7()
const serverTime = '2026-03-02T09:00:00.000Z'

/** A device that has sent one change; the test supplies the server's answers. */
async function openSent() {
  const store = await openDeviceStore(v7())
  const outbox = new Outbox(store)
  await outbox.refresh()
  const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
  const id = v7()
  const op = { action: 'update', collection: 'customers', id, changes: { email: { from: null, to: 'a@example.com' } } } as const
  const mutation = { id: v7(), shopId, at: serverTime, ops: [op] }
  await outbox.appendAll([{ mutation, effects: [], keys: [rowKey('customers', id)], bytes: 200, summary: '' }], [], [])
  const take = (seq: number) =>
    outbox.settle(
      [{ id: mutation.id, outcome: 'applied', documents: [] }],
      () => expect.unreachable(),
      () => ({ serverTime, reached: { [shopId]: { epoch: 'epoch', seq, mark: `mark ${seq}` } } }),
    )
  await take(60)
  const asked: { places: (number | undefined)[]; answer: (setBack?: number) => void }[] = []
  const push = ({ known }: PushRequest) =>
    new Promise<PushResponse>((resolve) => {
      asked.push({
        places: known?.[shopId]?.places.map(({ seq }) => seq) ?? [],
        answer: (setBack) => resolve({ serverTime, results: [], ...(setBack !== undefined && { setBack: { [shopId]: setBack } }) }),
      })
    })
  const marked: number[] = []
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run)
    last = done
    return done
  }
  const setBacks = new SetBacks({
    api: { push } as never,
    localState: { database, outbox },
    store,
    deviceId: v7(),
    ports: { clock: () => new Date(serverTime) },
    withLock: inTurn,
    onMarked: (count) => void marked.push(count),
  })
  const ask = () => setBacks.ask(shopId, new AbortController().signal)
  const close = async () => {
    await database.close()
    store.close()
  }
  const sent = async () => (await store.sent.toArray()).flatMap(toSentEntries).map((entry) => entry.id)
  return { outbox, mutationId: mutation.id, ask, asked, take, marked, sent, close }
}

it('hazard 36: a late answer takes nothing back that the server has taken again since', async () => {
  const { outbox, mutationId, ask, asked, take, marked, sent, close } = await openSent()
  const [first, late] = [ask(), ask()]
  await expect.poll(() => asked.length).toBe(2)
  asked[0]?.answer(40)
  await first
  expect(outbox.entries.map(({ mutation }) => mutation.id)).toEqual([mutationId])
  await take(43)
  asked[1]?.answer(40)
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]?.places).toEqual([43])
  asked[2]?.answer()
  await late
  expect(outbox.entries).toEqual([])
  expect(await sent()).toEqual([mutationId])
  expect(marked).toEqual([1])
  await close()
})

it('hazard 36: of two answers to the same question the second one finds nothing to take back', async () => {
  const { outbox, mutationId, ask, asked, marked, close } = await openSent()
  const both = [ask(), ask()]
  await expect.poll(() => asked.length).toBe(2)
  for (const { answer } of asked) answer(40)
  await Promise.all(both)
  expect(asked).toHaveLength(2)
  expect(outbox.entries.map(({ mutation }) => mutation.id)).toEqual([mutationId])
  expect(marked).toEqual([1])
  await close()
})
