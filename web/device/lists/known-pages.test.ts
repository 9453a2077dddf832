import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { type DeviceStore, openDeviceStore } from '../storage/unsent-store.ts'
import { openKnownPages } from './known-pages.ts'

const page = (...ids: string[]) => ({ ids, total: ids.length, shopTotal: 9 })

describe('the pages that lists showed last', () => {
  let store: DeviceStore
  const closing = new AbortController()
  const open = () => openKnownPages(store, closing.signal)
  beforeEach(async () => {
    store = await openDeviceStore(v7())
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    store.close()
  })

  it('are there at the next opening, each under its list and query, the newest twenty', async () => {
    const before = await open()
    for (let index = 0; index < 21; index++) before.of('orders').note({ page: index }, page(`order ${index}`))
    before.of('customers').note({ page: 20 }, page('customer'))
    before.of('orders').note({ page: 2 }, page('changed'))
    vi.runAllTimers()
    const after = await open()
    expect(after.of('customers').readEarly({ page: 20 })).toEqual(page('customer'))
    const read = (index: number) => after.of('orders').readEarly({ page: index })
    expect([read(0), read(1), read(2), read(3), read(20)]).toEqual([undefined, undefined, page('changed'), page('order 3'), page('order 20')])
  })
})
