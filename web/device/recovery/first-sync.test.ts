import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { closeTestDevices, customerInput, faulty, mapNotes, offline, openTestDevice, orderInput, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()

function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const customer = customerInput()
  const order = orderInput(customer.id)
  for (const { action, collection, id, values } of [customer, order]) server.write(userId, shopId, [{ action, collection, id, values }])
  return { server, userId, api: faulty(server.apiOf(userId)), notes: mapNotes() }
}

describe('a first download that is cut off', () => {
  it('is still one when the page is opened again, until everything is there', async () => {
    const { api, notes, userId } = world()
    // Only the first collection can be pulled.
    const calls: string[] = []
    const cut = {
      ...api,
      pull: (request: Parameters<typeof api.pull>[0], signal: AbortSignal) => (
        calls.push(request.collection),
        request.collection === 'customers' ? api.pull(request, signal) : Promise.reject(new Error('cut'))
      ),
    }
    const first = await openTestDevice({ userId, api: cut, notes })
    await until(async () => (await first.rows.list('customers', shopId)).length === 1)
    await until(() => calls.filter((name) => name === 'orders').length > 1, 'a round that failed')
    expect(first.sync.status.get().firstSync).not.toBeNull()
    await first.close()

    api.always = offline
    const again = await openTestDevice({ userId, api, notes })
    await until(() => again.sync.status.get().state === 'offline')
    expect(again.sync.status.get().firstSync, 'an empty list is not known to be empty').not.toBeNull()
    const states = new Set<string>()
    const stop = again.sync.status.subscribe(() => states.add(`${again.sync.status.get().state}/${again.sync.status.get().firstSync !== null}`))
    api.always = undefined
    again.wakeUp('online')
    await untilSynced(again)
    stop()
    expect(states).not.toContain('synced/true')
    expect(await again.rows.list('orders', shopId)).toHaveLength(1)
    expect(again.sync.status.get().firstSync).toBeNull()
  })

  it('is over for good once everything was fetched', async () => {
    const { api, notes, userId } = world()
    const first = await openTestDevice({ userId, api, notes })
    await untilSynced(first)
    await first.close()
    api.always = offline
    const again = await openTestDevice({ userId, api, notes })
    await until(() => again.sync.status.get().state === 'offline')
    expect(again.sync.status.get().firstSync).toBeNull()
  })
})
