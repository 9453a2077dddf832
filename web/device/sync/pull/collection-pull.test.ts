import 'fake-indexeddb/auto'
import { expect, it, describe } from 'vitest'
import { v7 } from 'uuid'
import type { PullResponse } from '#schema/api/sync.ts'
import { settle } from '../../outbox/local-state.ts'
import { Outbox } from '../../outbox/outbox.ts'
import { documentToRow, rowKey } from '../../rows/rows.ts'
import { openLocalDatabase } from '../../storage/row-database.ts'
import { openDeviceStore } from '../../storage/unsent-store.ts'
import { testStorage } from '../../testing/test-device.ts'
import { findOrphans, removeOrphans, checkpointsAreEqual, isBehindAnswers, toAsked, withNoted } from './collection-pull.ts'

it('a row that its database has lost goes with the refusal of what made it, where its feed was never pulled before', async () => {
  const [userId, shopId, id] = [v7(), v7(), v7()]
  const store = await openDeviceStore(userId)
  const database = await openLocalDatabase({ userId, storage: testStorage(), collections: ['customers'] })
  const localState = { database, outbox: new Outbox(store) }
  const { outbox } = localState
  await outbox.refresh()
  const row = (seq: number) => documentToRow('customers', { id, shopId, createdAt: '', updatedAt: '', seq, name: 'Mary' })
  await database.insert('customers', [row(56)])
  // A sent mutation waits again, because the server's answer is in doubt.
  const mutation = {
    id: v7(),
    shopId,
    at: '2026-03-02T09:00:00.000Z',
    ops: [{ action: 'create' as const, collection: 'customers' as const, id, values: { name: 'Mary' } }],
  }
  const key = rowKey('customers', id)
  await outbox.append({ mutation, effects: [], keys: [key], bytes: 200, summary: '' }, [{ key, row: row(0) }])
  const page: PullResponse = { documents: [], checkpoint: { [shopId]: { epoch: 'now', seq: 3 } }, reset: [], gone: [] }
  await removeOrphans(localState, 'customers', await findOrphans(localState, [shopId], 'customers', {}), page)
  const error = { code: 'INVALID_REFERENCE' as const, message: '' }
  await settle(localState, [{ id: mutation.id, outcome: 'rejected', error, documents: [] }], (entry) => ({ ...entry, id: mutation.id, error, refusedAt: '' }))
  expect([...(await database.find('customers', [id])).values()].map(({ _deleted }) => _deleted)).toEqual([true])
  await database.close()
  store.close()
})

const known = { epoch: 'one', seq: 5, mark: 'five' }
const reached = { seq: 9, mark: 'nine' }
const answered = { epoch: 'one', seq: 7, mark: 'seven' }

describe('what the server is asked to vouch for', () => {
  it('is what an answer to a push reached beyond the checkpoint', () => {
    expect(toAsked(known, answered)).toEqual({ ...known, answered: { seq: 7, mark: 'seven' } })
  })

  it('is that beside the head at which the last page was read, wherever each lies', () => {
    for (const seq of [6, 9, 12]) expect(toAsked({ ...known, reached }, { ...answered, seq })).toEqual({ ...known, reached, answered: { seq, mark: 'seven' } })
  })

  it('is nothing more where no answer lies beyond the checkpoint, or in another epoch', () => {
    for (const place of [undefined, { ...answered, seq: 5 }, { ...answered, epoch: 'two' }]) {
      expect(isBehindAnswers(known, place)).toBe(false)
      expect(toAsked({ ...known, reached }, place)).toEqual({ ...known, reached })
    }
  })
})

describe('what is noted with the first rows of a page', () => {
  it('is the head at which the page was read, in place of the one of the page before', () => {
    const from = { shop: { ...known, reached: { seq: 8, mark: 'eight' } } }
    expect(withNoted(from, { shop: { epoch: 'one', seq: 6, mark: 'six', reached } })).toEqual({ shop: { ...known, reached } })
  })

  it('is the last row of the last page', () => {
    expect(withNoted({ shop: known }, { shop: { epoch: 'one', seq: 6, mark: 'six' } })).toEqual({ shop: { ...known, reached: { seq: 6, mark: 'six' } } })
  })

  it('is nothing of a page that reaches nothing new, and leaves other shops as they are', () => {
    expect(withNoted({ shop: known }, { shop: { ...known, reached } })).toBeUndefined()
    expect(withNoted({ shop: known, other: known }, { shop: { ...known, seq: 6 }, other: { ...known, reached } })).toEqual({
      shop: { ...known, reached: { seq: 6, mark: 'five' } },
      other: known,
    })
  })
})

describe('a checkpoint', () => {
  it('is another one when the pull got to the end of the feed without a row, so that live rows are taken again', () => {
    expect(checkpointsAreEqual({ shop: { ...known, reached } }, { shop: known })).toBe(false)
    expect(checkpointsAreEqual({ shop: { ...known, reached } }, { shop: { ...known, reached: { ...reached } } })).toBe(true)
  })
})
