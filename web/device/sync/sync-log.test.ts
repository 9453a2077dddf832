import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { closeTestDevices, customerInput, faulty, offline, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { type SyncLogEntry, syncLogToText } from './sync-log.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function openLogged() {
  const server = new ModelServer()
  const [userId, colleagueId] = [v7(), v7()]
  for (const id of [userId, colleagueId]) server.addUser(id, [shopId])
  const api = faulty(server.apiOf(userId))
  const device = await openTestDevice({ userId, api, logsSync: true })
  await untilSynced(device)
  const entries = (): readonly SyncLogEntry[] => device.sync.log?.entries.get() ?? []
  return { server, api, device, colleagueId, entries }
}

describe('the log of sync', () => {
  it('follows a change from the outbox to the answer, and another device’s into the list', async () => {
    const { server, device, colleagueId, entries } = await openLogged()
    // Pages must bring the colleague's row.
    server.sendsRows = false
    device.sync.log?.clear()
    const { mutationId } = await device.write(shopId, [customerInput()])
    await untilSynced(device)
    const id = mutationId?.slice(-8) ?? ''
    const own = entries()
      .filter(({ text }) => text.includes(id))
      .map(({ step, text }) => `${step}: ${text}`)
    expect(own).toEqual([`enqueued: ${id} create customers`, `pushed: ${id} create customers`, `answered: ${id} applied`])
    device.sync.log?.clear()
    const { collection, id: rowId, values } = customerInput()
    server.write(colleagueId, shopId, [{ action: 'create', collection, id: rowId, values }])
    await device.sync.run()
    const findLine = (pattern: RegExp): number => entries().findLastIndex(({ step, text }) => pattern.test(`${step}: ${text}`))
    // The device's own row may come in the same page.
    const pulled = /^pulled: customers: [12] rows?$/
    await until(() => findLine(pulled) >= 0 && findLine(/^applied: customers: [12] rows? stored/) > findLine(pulled), 'the row of the colleague')
  })

  it('says nothing that a person typed', async () => {
    const { device, entries } = await openLogged()
    await device.write(shopId, [customerInput({ name: 'Wilhelmina Quux', phone: '5550107788', email: 'quux@example.org' })])
    await untilSynced(device)
    expect(entries().length).toBeGreaterThan(3)
    expect(syncLogToText(entries())).not.toMatch(/Wilhelmina|Quux|5550107788|quux@example/)
  })

  it('names a failed call and its time, and changes nothing of what follows', async () => {
    const { api, device, entries } = await openLogged()
    api.always = offline
    await device.write(shopId, [customerInput()])
    await until(() => entries().some(({ step, durationMs }) => step === 'failed' && durationMs !== undefined), 'the failed push')
    api.always = undefined
    await device.sync.run()
    await untilSynced(device)
    expect(await device.outbox.count()).toBe(0)
  })

  it('is not kept unless it is asked for', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    const device = await openTestDevice({ userId, api: server.apiOf(userId) })
    expect(device.sync.log).toBeNull()
  })
})
