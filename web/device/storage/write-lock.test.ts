import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { LocalStorage } from './row-database.ts'
import { browserLocks, type ChannelPort, openBrowserChannel, type Ports } from '../platform/ports.ts'
import { closeTestDevices, customerInput, deviceState, testStorage, faulty, mapNotes, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { TickingTime } from '../testing/test-time.ts'
import { openWriteLock, runAsHolder, type WriteLock } from './write-lock.ts'

afterEach(closeTestDevices)

const shopId = v7()
/** Faster than real time, so that silences are short. */
const { monotonic, wait, pass } = new TickingTime(5)

/** A channel that delivers nothing while the tab is frozen. */
function freezableChannel() {
  let isFrozen = false
  const openChannel: Ports['openChannel'] = (name): ChannelPort => {
    const channel = openBrowserChannel(name)
    return {
      post: (message) => void (isFrozen || channel.post(message)),
      listen: (listener) => channel.listen((message) => void (isFrozen || listener(message))),
      close: channel.close,
    }
  }
  return {
    openChannel,
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
    },
  }
}

describe('the write lock', () => {
  const name = `mainspring-write-${v7()}`
  const opened: WriteLock[] = []
  afterEach(() => {
    for (const lock of opened.splice(0)) lock.close()
  })
  function openTab() {
    const tab = freezableChannel()
    const told: string[] = []
    const lock = openWriteLock({
      name,
      locks: browserLocks(),
      channel: tab.openChannel(name),
      wait,
      monotonic,
      fenceOff: async () => void told.push('fenced'),
      onStolen: () => void told.push('stolen'),
    })
    opened.push(lock)
    return { ...tab, hold: lock.hold, close: lock.close, told }
  }

  async function expectWaiting(other: ReturnType<typeof openTab>, hold: (run: () => Promise<void>) => Promise<void>): Promise<void> {
    const end = Promise.withResolvers<void>()
    const holding = hold(() => end.promise)
    let isOther = false
    const waiting = other.hold(async () => {
      isOther = true
    })
    await pass(10_000)
    expect(isOther).toBe(false)
    end.resolve()
    await Promise.all([holding, waiting])
  }

  it('is not taken from a tab that lives, however long that one needs it', async () => {
    const [holder, other] = [openTab(), openTab()]
    await expectWaiting(other, (run) => holder.hold(run))
    expect([...holder.told, ...other.told]).toEqual([])
  })

  it('is not taken from who holds it by another way and says that it lives', async () => {
    const other = openTab()
    await expectWaiting(other, (run) => browserLocks().request(name, {}, () => runAsHolder(openBrowserChannel(name), run)))
    expect(other.told).toEqual([])
  })

  it('is not taken by a tab that closed while it waited: its write is told as an error, and does nothing', async () => {
    const [holder, closed] = [openTab(), openTab()]
    const end = Promise.withResolvers<string>()
    const holding = holder.hold(() => end.promise)
    let isRun = false
    const run = async (): Promise<void> => {
      isRun = true
    }
    const waiting = closed.hold(run)
    waiting.catch(() => undefined)
    await pass(250)
    closed.close()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(closed.hold(run)).rejects.toMatchObject({ name: 'AbortError' })
    await pass(7_500)
    end.resolve('done')
    expect(await holding).toBe('done')
    await pass(250)
    expect(isRun).toBe(false)
    expect([...holder.told, ...closed.told]).toEqual([])
  })

  it('is taken from a tab that stands still by one of several that wait, and the others wait for that one', async () => {
    const [frozen, ...others] = [openTab(), openTab(), openTab(), openTab()]
    const thawed = Promise.withResolvers<string>()
    const holding = frozen?.hold(() => thawed.promise)
    frozen?.freeze()
    let running = 0
    const run = async (): Promise<number> => {
      running++
      await pass(2_000)
      return running--
    }
    expect(await Promise.all(others.map(({ hold }) => hold(run)))).toEqual([1, 1, 1])
    expect(others.flatMap(({ told }) => told)).toEqual(['fenced'])
    thawed.resolve('done')
    expect(await holding).toBe('done')
    await until(() => frozen?.told.includes('stolen'))
  })

  it('that cannot be taken over, because storing is held up too, says so instead of waiting for ever', async () => {
    const frozen = openTab()
    void frozen.hold(() => new Promise(() => undefined))
    frozen.freeze()
    const channel = freezableChannel().openChannel(name)
    const lock = openWriteLock({
      name,
      locks: browserLocks(),
      channel,
      wait,
      monotonic,
      fenceOff: () => new Promise(() => undefined),
      onStolen: () => undefined,
    })
    opened.push(lock)
    await expect(lock.hold(async () => undefined)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Another tab of Mainspring is not responding. Close it, then save again.',
    })
  })
})

/** A storage whose reads or writes of customers block while `held`, as in a frozen tab. */
function pausable(tab: string) {
  const inner = testStorage(tab)
  const pause: { at: 'read' | 'write' | undefined; held: PromiseWithResolvers<void>; reached: PromiseWithResolvers<void> } = {
    at: undefined,
    held: Promise.withResolvers(),
    reached: Promise.withResolvers(),
  }
  const stop = async (at: 'read' | 'write'): Promise<void> => {
    if (pause.at !== at) return
    pause.reached.resolve()
    await pause.held.promise
  }
  const storage: LocalStorage = {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      if (params.collectionName !== 'rows') return instance
      const [write, find] = [instance.bulkWrite.bind(instance), instance.findDocumentsById.bind(instance)]
      instance.bulkWrite = async (rows, context) => {
        await stop('write')
        return write(rows, context)
      }
      instance.findDocumentsById = async (ids, withDeleted) => {
        await stop('read')
        return find(ids, withDeleted)
      }
      return instance
    },
  }
  return { storage, pause }
}

describe('a tab that stands still while it writes', () => {
  for (const at of ['read', 'write'] as const) {
    it(`keeps no other tab from opening and saving, and after its thaw everything happened once (before its ${at})`, async () => {
      const server = new ModelServer()
      const userId = v7()
      server.addUser(userId, [shopId])
      const api = faulty(server.apiOf(userId))
      const notes = mapNotes()
      const more = { userId, api, notes, locks: browserLocks(), monotonic, wait, collections: ['customers', 'orders'] as const }
      const tab = freezableChannel()
      const { storage, pause } = pausable('frozen')
      const frozen = await openTestDevice({ ...more, storage, openChannel: tab.openChannel })
      const customer = customerInput({ customerNotes: 'first' })
      await frozen.write(shopId, [customer])
      await untilSynced(frozen)
      pause.at = at
      const halted = frozen.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'halted@example.com' } }])
      halted.catch(() => undefined)
      await pause.reached.promise
      tab.freeze()

      const other = await openTestDevice({ ...more, storage: testStorage('other') })
      await other.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { name: 'Saved meanwhile' } }])
      await until(() => server.applied.length >= 2)
      pause.at = undefined
      pause.held.resolve()
      tab.thaw()
      await halted
      frozen.wakeUp('visible')
      await until(() => server.applied.length === 3)
      await untilSynced(other)
      await untilSynced(frozen)
      expect(await frozen.rows.read('customers', customer.id)).toMatchObject({ name: 'Saved meanwhile', email: 'halted@example.com' })
      expect(await deviceState(frozen, [shopId], ['customers'])).toEqual(server.state())
      expect(await deviceState(other, [shopId], ['customers'])).toEqual(server.state())
    })
  }
})
