import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { closeTestDevices, customerInput, deviceState, testStorage, faulty, offline, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { browserLocks, type Ports } from '../platform/ports.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { TickingTime, VirtualTime } from '../testing/test-time.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const openTab = (tab: string, more: Partial<Ports> = {}) =>
    openTestDevice({ userId, api, collections: ['customers', 'orders'], storage: testStorage(tab), locks: browserLocks(), ...more })
  return { server, userId, api, openTab }
}

describe('two tabs of one user', () => {
  it('show the same, and one of them sends what the other wrote', async () => {
    const { server, openTab } = await world()
    const first = await openTab('first')
    const second = await openTab('second')
    await untilSynced(first)
    const customer = customerInput()
    await second.write(shopId, [customer])
    expect(await second.rows.read('customers', customer.id)).toMatchObject({ name: 'Ada Lovelace' })
    await until(async () => (await first.rows.read('customers', customer.id))?.seq === 1)
    await untilSynced(second)
    expect(server.applied).toHaveLength(1)
    expect(server.streams).toBe(1)
    expect(await deviceState(second, [shopId], ['customers'])).toEqual(server.state())
    await until(() => !second.outbox.isUnsent('customers', customer.id) && !first.outbox.isUnsent('customers', customer.id))
  })

  it('keep each other’s edits of one row in order', async () => {
    const { server, openTab, api } = await world()
    const first = await openTab('first')
    const second = await openTab('second')
    const customer = customerInput()
    await first.write(shopId, [customer])
    await untilSynced(first)
    api.always = offline
    const note = (text: string) => [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: text } } as const]
    for (let round = 0; round < 5; round++) {
      await first.write(shopId, note(`first ${round}`))
      await second.write(shopId, note(`second ${round}`))
    }
    expect(await first.outbox.count()).toBe(10)
    await until(() => first.sync.status.get().waiting === 10 && second.sync.status.get().waiting === 10)
    api.always = undefined
    first.wakeUp('online')
    second.wakeUp('online')
    await untilSynced(first)
    await untilSynced(second)
    expect((await first.rows.read('customers', customer.id))?.customerNotes).toBe('second 4')
    expect(server.applied).toHaveLength(11)
    expect(await deviceState(second, [shopId], ['customers'])).toEqual(server.state())
  })

  it('pass the lead on when the leading one closes', async () => {
    const { server, openTab } = await world()
    const first = await openTab('first')
    const second = await openTab('second')
    await untilSynced(first)
    await first.close()
    const customer = customerInput()
    await second.write(shopId, [customer])
    await untilSynced(second)
    expect(server.applied).toHaveLength(1)
  })

  it('pass it on within five seconds when the leading one freezes, which then sends nothing more', async () => {
    const { server, openTab, api } = await world()
    // A frozen tab's timers do not fire, but it keeps its lock.
    const frozen = new VirtualTime()
    const first = await openTab('first', { monotonic: () => frozen.nowMs, wait: frozen.wait })
    await untilSynced(first)
    const time = new VirtualTime()
    const second = await openTab('second', { monotonic: () => time.nowMs, wait: time.wait })
    api.faults.push.push(offline)
    const customer = customerInput()
    await second.write(shopId, [customer])
    await until(() => api.faults.push.length === 0, 'the frozen tab to fail')
    expect(server.applied).toEqual([])
    await time.pass(4_900)
    // Time stands still from here on.
    await until(() => server.applied.length === 1)
    await untilSynced(second)
    expect(server.streams).toBe(1)
    expect(await deviceState(second, [shopId], ['customers'])).toEqual(server.state())
  })

  it('let no late answer of a former lead take rows back', async () => {
    const { server, openTab, api } = await world()
    const other = v7()
    server.addUser(other, [shopId])
    let isFrozen = false
    const { monotonic, wait } = new TickingTime(3)
    const first = await openTab('first', {
      monotonic,
      wait: (durationMs, signal) => (isFrozen ? new Promise((resolve) => signal.addEventListener('abort', () => resolve())) : wait(durationMs, signal)),
    })
    const customer = customerInput()
    await first.write(shopId, [customer])
    await untilSynced(first)
    const second = await openTab('second', { monotonic, wait })
    const late = Promise.withResolvers<void>()
    api.faults.push.push(async (send) => {
      const answer = await send()
      await late.promise
      return answer
    })
    const change = (field: string, from: string | null, to: string) =>
      ({ action: 'update', collection: 'customers', id: customer.id, changes: { [field]: { from, to } } }) as const
    await first.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'of this tablet' } }])
    await until(() => server.applied.length === 2)
    isFrozen = true
    await until(() => server.pushes.filter(({ mutations }) => mutations[0]?.ops[0]?.action === 'update').length === 2, 'the second tab to lead')
    server.write(other, shopId, [change('email', null, 'newer@example.com')])
    await until(async () => (await second.rows.read('customers', customer.id))?.email === 'newer@example.com')
    await untilSynced(second)
    late.resolve()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await deviceState(second, [shopId], ['customers'])).toEqual(server.state())
  })

  it('both let go of the data when one of them wipes it, so that nobody fetches it again', async () => {
    const { userId, openTab, server } = await world()
    const first = await openTab('first')
    const second = await openTab('second')
    await first.write(shopId, [customerInput(), customerInput()])
    await untilSynced(first)
    await untilSynced(second)
    await first.leaving.wipe()
    await expect(second.write(shopId, [customerInput()])).rejects.toMatchObject({ name: 'AbortError' })
    const left = async (): Promise<string[]> => (await Dexie.getDatabaseNames()).filter((name) => name.includes(userId) && !name.startsWith('pubkey.'))
    await until(async () => (await left()).length === 0, 'the databases to be gone')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await left()).toEqual([])
    expect(server.streams).toBe(0)
  })
})
