import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { closeTestDevices, customerInput, openTestDevice, type TestDevice, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { readDuplicateGroups, readDuplicatesOf } from './read-duplicates.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function openWith(customers: readonly Parameters<typeof customerInput>[0][]): Promise<TestDevice> {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId])
  for (const values of customers) {
    const { action, collection, id, values: made } = customerInput(values)
    server.write(other, shopId, [{ action, collection, id, values: made }])
  }
  const device = await openTestDevice({ userId, api: server.apiOf(userId) })
  await untilSynced(device)
  return device
}

const strangers = Array.from({ length: 600 }, (_, place) => ({ name: `Customer ${place}`, countryCode: '+1', phone: String(4155550000 + place) }))
const twins = [
  { name: 'Zoë Ångström', countryCode: '+1', phone: '2075551234', email: 'zoe@example.com' },
  { name: 'Zoe', alternateCountryCode: '+1', alternatePhone: '12075551234' },
  { name: 'zoe angstrom', email: null },
  { name: 'Z.', email: 'ZOE@example.com' },
]

it('finds, over several pages of customers, the groups that are likely one (MERGE-01)', async () => {
  const device = await openWith([...strangers, ...twins])
  const groups = await readDuplicateGroups(device, shopId, '+1', new AbortController().signal)
  expect(groups?.map((group) => group.map(({ customer }) => customer.name).toSorted())).toEqual([['Z.', 'Zoe', 'Zoë Ångström', 'zoe angstrom']])
})

it('finds who may be the same as one customer, with the reasons (MERGE-01)', async () => {
  const device = await openWith([...strangers, ...twins])
  const [zoe] = await device.lists.searchCustomers(shopId, 'Zoë Ångström 2075551234', 1)
  if (zoe === undefined) throw new Error('no such customer')
  const likely = await readDuplicatesOf(device, shopId, zoe, '+1')
  expect(likely.map(({ customer, reasons }) => [customer.name, ...reasons])).toEqual([
    ['Zoe', 'phone'],
    ['Z.', 'email'],
    ['zoe angstrom', 'name'],
  ])
})

it('gives nothing when it was stopped', async () => {
  const device = await openWith(twins)
  expect(await readDuplicateGroups(device, shopId, '+1', AbortSignal.abort())).toBeUndefined()
})
