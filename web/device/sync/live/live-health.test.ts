import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { LiveRows } from '#schema/api/sync.ts'
import { heartbeatMs } from '../../tabs/leadership.ts'
import type { LiveHandlers } from '../../platform/server-port.ts'
import { closeTestDevices, customerInput, testStorage, openTestDevice, until } from '../../testing/test-device.ts'
import { withEchoes } from '../../testing/test-echo.ts'
import { ModelServer } from '../../testing/test-model-server.ts'
import { VirtualTime } from '../../testing/test-time.ts'

afterEach(closeTestDevices)

async function openWorld() {
  const time = new VirtualTime(heartbeatMs)
  const server = new ModelServer()
  const [shopId, userId, other] = [v7(), v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId])
  const real = server.apiOf(userId)
  // A proxy that passes the headers and holds the body back.
  const proxy = { isSwallowing: false, opened: 0 }
  const passing = (handlers: LiveHandlers): LiveHandlers => {
    proxy.opened++
    const unless =
      <Input extends unknown[]>(run: (...input: Input) => void) =>
      (...input: Input): void => {
        if (!proxy.isSwallowing) run(...input)
      }
    return {
      ...handlers,
      onRows: unless((rows: LiveRows) => handlers.onRows?.(rows)),
      onHeads: unless(handlers.onHeads),
      onAccess: unless(handlers.onAccess),
      onEcho: unless(handlers.onEcho),
    }
  }
  let bootstraps = 0
  const device = await openTestDevice({
    userId,
    storage: testStorage(),
    wait: time.wait,
    monotonic: () => time.nowMs,
    api: withEchoes({ ...real, bootstrap: (signal) => (bootstraps++, real.bootstrap(signal)) }, time, passing),
  })
  await until(() => device.sync.status.get().state === 'synced')
  const add = (): string => {
    const customer = customerInput()
    server.write(other, shopId, [
      { action: 'create', collection: 'customers', id: customer.id, values: { name: 'Added there', countryCode: null, phone: null } },
    ])
    return customer.id
  }
  const isHere = async (id: string): Promise<boolean> => (await device.rows.read('customers', id)) !== undefined
  return { time, server, device, proxy, add, isHere, bootstraps: () => bootstraps }
}

it('a stream that echoes is believed: nothing is asked for, and it stays open', async () => {
  const { time, server, device, proxy } = await openWorld()
  await time.pass(2_000)
  const pulls = server.pulls.length
  await time.pass(4 * 60_000)
  expect(device.sync.status.get().isPolling).toBe(false)
  expect({ pulls: server.pulls.length, opened: proxy.opened }).toEqual({ pulls, opened: 1 })
})

it('a stream that a proxy swallows half-way is noticed: changes of others arrive within 75 s, then every 15 s, and the status says so', async () => {
  const { time, server, device, proxy, add, isHere, bootstraps } = await openWorld()
  await time.pass(30_000)
  proxy.isSwallowing = true
  const first = add()
  await time.pass(75_000)
  await until(() => isHere(first))
  await until(() => device.sync.status.get().state === 'synced')
  expect(device.sync.status.get().isPolling).toBe(true)
  const second = add()
  await time.pass(15_500)
  await until(() => isHere(second))
  // Polling is limited: each collection once in 15 s, the bootstrap once a minute, a new stream every two minutes.
  const before = { pulls: server.pulls.length, bootstraps: bootstraps(), opened: proxy.opened }
  await time.pass(10 * 60_000)
  // The last round may request its other two collections only now.
  expect(server.pulls.length - before.pulls).toBeLessThanOrEqual(3 * 48 + 2)
  expect(proxy.opened - before.opened).toBeLessThanOrEqual(8)
  expect(bootstraps() - before.bootstraps).toBeLessThanOrEqual(24)
  proxy.isSwallowing = false
  await time.pass(2 * 60_000 + 16_000)
  expect(device.sync.status.get().isPolling).toBe(false)
  const pulls = server.pulls.length
  await time.pass(60_000)
  // The five-minute round may fall into this time.
  expect(server.pulls.length).toBeLessThanOrEqual(pulls + 3)
})

it('a stream that is swallowed from its opening is noticed after 10 s', async () => {
  const { time, device, proxy, add, isHere } = await openWorld()
  proxy.isSwallowing = true
  device.wakeUp('offline')
  device.wakeUp('online')
  await time.pass(12_000)
  expect(device.sync.status.get().isPolling).toBe(true)
  const added = add()
  await time.pass(15_500)
  await until(() => isHere(added))
})
