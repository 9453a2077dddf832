import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectionByName, collectionToDependants } from '#schema/collections/index.ts'
import { eraseCustomer } from '../../../commands/write-customer.ts'
import { pullPage } from '../../../feed/pull.ts'
import {
  contentOf,
  create,
  createWorld,
  documentOf,
  listActivityTexts,
  mutation,
  orderValues,
  remove,
  restore,
  update,
  type World,
} from '../../../testing/test-world.ts'
import { readCaller } from '../../../queries/people/read-caller.ts'
import { purgeDeletedRows } from '../../deletions/purge-deleted.ts'
import { goneWinnerMessage, mergedElsewhereMessage, sameCustomerMessage } from './merge-customers.ts'

let world: World
let shopId: string
let userId: string
const [bob, bobLee, carl, phone, repair, oldRepair] = [v7(), v7(), v7(), v7(), v7(), v7()]

const send = async (id: string, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString(), id)]))[0]
const push = (...ops: unknown[]) => send(v7(), ...ops)
const merge = (loser: string, into: string, more: object = {}) => ({ ...remove('customers', loser), into, ...more })
const customerOf = async (table: 'orders' | 'assets', id: string) =>
  (await world.services.reader.selectFrom(table).select('customer_id').where('id', '=', id).executeTakeFirstOrThrow()).customer_id
const isDeleted = async (id: string) =>
  (await world.services.reader.selectFrom('customers').select('deleted').where('id', '=', id).executeTakeFirstOrThrow()).deleted === 1
/** Living orders and devices whose customer is not alive. */
const findOrphans = async () => {
  const living = new Set((await world.services.reader.selectFrom('customers').select('id').where('deleted', '=', 0).execute()).map(({ id }) => id))
  const rows = [
    ...(await world.services.reader.selectFrom('orders').select(['id', 'customer_id']).where('deleted', '=', 0).execute()),
    ...(await world.services.reader.selectFrom('assets').select(['id', 'customer_id']).where('deleted', '=', 0).execute()),
  ]
  return rows.filter(({ customer_id: customerId }) => !living.has(customerId ?? ''))
}

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(create('customers', bob, { name: 'Bob' }), create('customers', bobLee, { name: 'Bob Lee' }), create('customers', carl, { name: 'Carl' }))
  await push(
    create('assets', phone, { customerId: bob, kind: 'phone', brand: 'Apple', model: 'iPhone 12' }),
    create('orders', repair, orderValues(bob, { assetId: phone })),
    create('orders', oldRepair, orderValues(bob)),
  )
  await push(remove('orders', oldRepair))
})
afterEach(async () => {
  const orphans = await findOrphans()
  await world.close()
  if (orphans.length > 0) throw new Error(`These name a customer who is gone: ${JSON.stringify(orphans)}`)
})

describe('a customer that is merged into another (MERGE-01)', () => {
  it('gives orders and devices to that one, which keep each other, and is told of in one entry', async () => {
    const before = (await listActivityTexts(world, shopId)).length
    const result = await push(update('customers', bobLee, { email: [null, 'bob@example.com'] }), merge(bob, bobLee))
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(contentOf(result, repair)).toMatchObject({ customerId: bobLee, assetId: phone })
    expect(contentOf(result, phone)).toMatchObject({ customerId: bobLee })
    expect(contentOf(result, repair)).not.toHaveProperty('mergedFrom')
    expect(documentOf(result, bob)).toMatchObject({ _deleted: true })
    expect((await listActivityTexts(world, shopId)).slice(before)).toEqual([
      "Customer 'Bob Lee': Email set to 'bob@example.com'",
      "Customer 'Bob' merged into 'Bob Lee'",
    ])
    const { documents } = await pullPage(world.services, await readCaller(world.services.reader, userId), { collection: 'orders', limit: 10, checkpoint: {} })
    expect(documents.find(({ id }) => id === repair)).toMatchObject({ customerId: bobLee })
  })

  it('takes along orders that were deleted before, so that they can be restored', async () => {
    await push(merge(bob, bobLee))
    expect(contentOf(await push(restore('orders', oldRepair)), oldRepair)).toMatchObject({ customerId: bobLee })
  })

  it('gives up an order and a device that the author of the merge had not seen', async () => {
    const [late, lateDevice] = [v7(), v7()]
    const { seq = 0 } = documentOf(await push(update('customers', bob, { name: ['Bob', 'Bob'] })), bob) ?? {}
    await push(create('assets', lateDevice, { customerId: bob, model: 'Watch' }), create('orders', late, orderValues(bob, { assetId: lateDevice })))
    expect(await push(merge(bob, bobLee, { seen: { [bob]: seq }, own: [] }))).toMatchObject({ outcome: 'applied' })
    expect([await customerOf('orders', late), await customerOf('assets', lateDevice)]).toEqual([bobLee, bobLee])
  })

  it('stays, and so does all else, when somebody changed it unseen', async () => {
    const { seq = 0 } = documentOf(await push(update('customers', bob, { name: ['Bob', 'Bob'] })), bob) ?? {}
    const colleague = await world.addUser({ shopIds: [shopId], name: 'Eve' })
    await world.push(colleague, [mutation(shopId, [update('customers', bob, { customerNotes: [null, 'Deaf'] })])], { deviceId: 'device-2' })
    const result = await push(update('customers', bobLee, { email: [null, 'bob@example.com'] }), merge(bob, bobLee, { seen: { [bob]: seq }, own: [] }))
    expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'CHANGED_SINCE' } })
    expect(await isDeleted(bob)).toBe(false)
    expect([await customerOf('orders', repair), await customerOf('assets', phone)]).toEqual([bob, bob])
  })
})

describe('what came while somebody merged (MERGE-01)', () => {
  it('stays with the customer who takes over: phones, notes and an address that the author of the merge had not seen', async () => {
    const seen = { [bob]: documentOf(await push(update('customers', bob, { name: ['Bob', 'Rob'] })), bob)?.seq ?? 0 }
    const late = { phone: [null, '4155550199'], countryCode: [null, '+1'], customerNotes: [null, 'Deaf'], email: [null, 'bob@example.com'] } as const
    await world.push(await world.addUser({ shopIds: [shopId], name: 'Eve' }), [mutation(shopId, [update('customers', bob, late)])], { deviceId: 'device-2' })
    await push(update('customers', bobLee, { customerNotes: [null, 'Rings'] }))
    const known = (await world.services.reader.selectFrom('customers').select('seq').where('id', '=', bob).executeTakeFirstOrThrow()).seq
    const result = await push(merge(bob, bobLee, { seen: { [bob]: known }, anyway: seen, own: [] }))
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(contentOf(result, bobLee)).toMatchObject({ customerNotes: 'Rings\nDeaf\nOther phone: +1 415-555-0199\nOther email: bob@example.com' })
  })

  it('is said once, however often they are merged and parted', async () => {
    await push(update('customers', bob, { phone: [null, '4155550199'], countryCode: [null, '+1'] }))
    for (let times = 0; times < 2; times++) {
      await push(merge(bob, bobLee))
      await push(restore('customers', bob))
    }
    expect(contentOf(await push(update('customers', bobLee, { name: ['Bob Lee', 'Bob L.'] })), bobLee)).toMatchObject({
      customerNotes: 'Other phone: +1 415-555-0199',
    })
  })
})

describe('work for a customer that was merged away (MERGE-01)', () => {
  it('goes to who took over: a new order, with the device that came with it', async () => {
    await push(merge(bob, bobLee))
    const [late, lateDevice] = [v7(), v7()]
    const result = await push(
      create('assets', lateDevice, { customerId: bob, model: 'Watch' }),
      create('orders', late, orderValues(bob, { assetId: lateDevice })),
    )
    expect(contentOf(result, late)).toMatchObject({ customerId: bobLee, assetId: lateDevice })
    expect(contentOf(result, lateDevice)).toMatchObject({ customerId: bobLee })
  })

  it('goes to who took over: an order that was given to them', async () => {
    const order = v7()
    await push(create('orders', order, orderValues(carl)))
    await push(merge(bob, bobLee))
    expect(contentOf(await push(update('orders', order, { customerId: [carl, bob] })), order)).toMatchObject({ customerId: bobLee })
  })

  it('goes where its author wanted it, when that was another customer', async () => {
    await push(merge(bob, bobLee))
    const earlier = new Date(world.now.getTime() - 60_000).toISOString()
    const [result] = await world.push(userId, [mutation(shopId, [update('orders', repair, { customerId: [bob, carl] })], earlier)])
    expect(contentOf(result, repair)).toMatchObject({ customerId: carl })
  })

  it('follows over several merges, after a year as well', async () => {
    await push(merge(bob, bobLee))
    await push(merge(bobLee, carl))
    expect([await customerOf('orders', repair), await customerOf('assets', phone)]).toEqual([carl, carl])
    world.now = new Date(world.now.getTime() + 365 * 86_400_000)
    await purgeDeletedRows(world.services)
    const late = v7()
    expect(contentOf(await push(create('orders', late, orderValues(bob))), late)).toMatchObject({ customerId: carl })
  })

  it('is refused as before where the last of them is gone', async () => {
    await push(remove('orders', repair))
    await push(merge(bob, bobLee))
    await push(remove('customers', bobLee))
    expect(await push(create('orders', v7(), orderValues(bob)))).toMatchObject({ error: { code: 'INVALID_REFERENCE' } })
  })
})

it('refuses a change of a customer that was merged away and names who took over (MERGE-01)', async () => {
  await push(merge(bob, bobLee))
  const refusal = {
    code: 'DELETED',
    message: "Customer was merged into 'Bob Lee' in the meantime",
    issues: [{ path: `mergedInto.${bobLee}`, message: 'Bob Lee' }],
  }
  expect(await push(update('customers', bob, { email: [null, 'bob@example.com'] }))).toMatchObject({ outcome: 'rejected', error: refusal })
})

it('tells who merged a customer of an edit that was refused, once, and nobody of their own (MERGE-01)', async () => {
  const other = await world.addUser({ shopIds: [shopId] })
  await push(merge(bob, bobLee))
  const edit = mutation(shopId, [update('customers', bob, { email: [null, 'bob@example.com'] })], world.now.toISOString())
  for (const sent of [edit, edit]) await world.push(other, [sent])
  await push(update('customers', bob, { email: [null, 'mine@example.com'] }))
  const notices = await world.services.reader.selectFrom('notices').select(['user_id', 'kind', 'row_id', 'params']).execute()
  expect(notices.map(({ params, ...notice }) => ({ ...notice, params: JSON.parse(params) as unknown }))).toEqual([
    {
      user_id: userId,
      kind: 'mergedEdit',
      row_id: bobLee,
      params: { title: "Customer 'Bob'", name: 'Bob Lee', by: expect.any(String) as string, fields: 'Email' },
    },
  ])
})

describe('a number of a customer that was merged away (MERGE-01)', () => {
  const phoneOf = async (id: string) => {
    const row = await world.services.reader.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [row.phone, row.alternate_phone, row.customer_notes]
  }
  const number = (phone: string): Record<string, [null, string]> => ({ countryCode: [null, '+1'], phone: [null, phone] })

  it('comes to who stays, when it was set before the merge and its author had not seen it', async () => {
    await push(update('customers', bobLee, number('4155550100')))
    await push(update('customers', bob, number('4155550199')))
    await push(merge(bob, bobLee))
    expect(await phoneOf(bobLee)).toEqual(['4155550100', null, 'Other phone: +1 415-555-0199'])
  })

  it('comes to who stays, when it was set without knowing of the merge: as phone, as the other one, else in the notes, once', async () => {
    await push(update('customers', bobLee, number('4155550100')))
    await push(merge(bob, bobLee))
    await push(merge(bobLee, carl))
    const result = await push(update('customers', bob, number('4155550198')))
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(contentOf(result, carl)).toMatchObject({ countryCode: '+1', phone: '4155550198', alternatePhone: null })
    await push(update('customers', bob, number('4155550197')))
    await push(update('customers', bob, { phone: [null, '4155550197'], countryCode: [null, '+1'] }))
    await push(update('customers', bob, number('4155550196')))
    expect(await phoneOf(carl)).toEqual(['4155550198', '4155550197', 'Other phone: +1 415-555-0100\nOther phone: +1 415-555-0196'])
  })

  it('is refused with all else that was typed, where it came with more than numbers', async () => {
    await push(merge(bob, bobLee))
    const result = await push(update('customers', bob, { ...number('4155550199'), email: [null, 'bob@example.com'] }))
    expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'DELETED' } })
    expect(await phoneOf(bobLee)).toEqual([null, null, null])
  })
})

describe('a number that a merge gave to who stays (MERGE-01)', () => {
  beforeEach(() => void (world.now = new Date(world.now.getTime() + 36_000_000)))

  const minutesAgo = (minutes: number): string => new Date(world.now.getTime() - minutes * 60_000).toISOString()
  // Each from its own device, because times of one device never decrease.
  const pushAt = async (at: string, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, at)], { deviceId: v7() }))[0]
  const number = { countryCode: [null, '+1'], phone: [null, '4155550101'] } as const
  const numbersOf = async (id: string) => {
    const row = await world.services.reader.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [row.phone, row.alternate_phone, row.customer_notes]
  }

  it('is kept where somebody who knew nothing of it types another one, later or earlier than it came', async () => {
    await pushAt(minutesAgo(60), update('customers', bobLee, { countryCode: [null, '+1'], phone: [null, '4155550199'] }), merge(bob, bobLee))
    const later = await pushAt(minutesAgo(30), update('customers', bobLee, number))
    expect(later).toMatchObject({ outcome: 'applied' })
    expect(contentOf(later, bobLee)).toMatchObject({ phone: '4155550101', alternateCountryCode: '+1', alternatePhone: '4155550199' })
    const earlier = await pushAt(minutesAgo(90), update('customers', bobLee, { countryCode: [null, '+1'], phone: [null, '4155550102'] }))
    expect(contentOf(earlier, bobLee)).toMatchObject({ customerNotes: 'Other phone: +1 415-555-0102' })
    expect(await numbersOf(bobLee)).toEqual(['4155550101', '4155550199', 'Other phone: +1 415-555-0102'])
  })

  it('comes back where somebody took away the number that was there before', async () => {
    await pushAt(minutesAgo(60), update('customers', bobLee, { countryCode: [null, '+1'], phone: [null, '4155550199'] }), merge(bob, bobLee))
    await pushAt(minutesAgo(30), update('customers', bobLee, { phone: ['4155550100', null] }))
    expect(await numbersOf(bobLee)).toEqual(['4155550199', null, null])
  })

  it('goes where who typed another one had seen it, as does any number of somebody whom nobody was merged into', async () => {
    await pushAt(minutesAgo(60), update('customers', bobLee, { countryCode: [null, '+1'], phone: [null, '4155550199'] }), merge(bob, bobLee))
    await pushAt(minutesAgo(30), update('customers', bobLee, { phone: ['4155550199', '4155550101'] }))
    expect(await numbersOf(bobLee)).toEqual(['4155550101', null, null])
    await pushAt(minutesAgo(60), update('customers', carl, { countryCode: [null, '+1'], phone: [null, '4155550199'] }))
    await pushAt(minutesAgo(30), update('customers', carl, number))
    expect(await numbersOf(carl)).toEqual(['4155550101', null, null])
  })
})

describe('restoring a customer that was merged away (MERGE-01)', () => {
  it('brings back what it had, deleted or not, and what came for it since', async () => {
    const [deletion, late, own] = [v7(), v7(), v7()]
    await push(create('orders', own, orderValues(bobLee)))
    await send(deletion, merge(bob, bobLee))
    await push(create('orders', late, orderValues(bob)))
    const result = await push({ ...restore('customers', bob), deletion })
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(contentOf(result, repair)).toMatchObject({ customerId: bob, assetId: phone })
    const owners = [await customerOf('assets', phone), await customerOf('orders', oldRepair), await customerOf('orders', late), await customerOf('orders', own)]
    expect(owners).toEqual([bob, bob, bob, bobLee])
    expect(await push(create('orders', v7(), orderValues(bob)))).toMatchObject({ outcome: 'applied' })
  })

  it('leaves with its new customer what was given away since', async () => {
    await push(merge(bob, bobLee))
    await push(update('orders', repair, { customerId: [bobLee, carl] }))
    await push(restore('customers', bob))
    expect([await customerOf('orders', repair), await customerOf('assets', phone)]).toEqual([carl, bob])
  })

  it('leaves a device and the orders that name it together with who stayed, once an order of theirs names it too', async () => {
    const [own, other] = [v7(), v7()]
    await push(create('orders', other, orderValues(bob)))
    await push(merge(bob, bobLee))
    await push(create('orders', own, orderValues(bobLee, { assetId: phone })))
    await push(restore('customers', bob))
    const owners = [await customerOf('assets', phone), await customerOf('orders', repair), await customerOf('orders', own), await customerOf('orders', other)]
    expect(owners).toEqual([bobLee, bobLee, bobLee, bob])
    expect(await push(update('orders', own, { quotedCost: [null, '20'] }))).toMatchObject({ outcome: 'applied' })
  })

  it('leaves an order with who stayed, once it names a device of theirs', async () => {
    const [tablet, plain] = [v7(), v7()]
    await push(create('assets', tablet, { customerId: bobLee, model: 'Tab' }), create('orders', plain, orderValues(bob)))
    await push(merge(bob, bobLee))
    await push(update('orders', plain, { assetId: [null, tablet] }))
    await push(restore('customers', bob))
    const owners = [
      await customerOf('orders', plain),
      await customerOf('assets', tablet),
      await customerOf('orders', repair),
      await customerOf('assets', phone),
    ]
    expect(owners).toEqual([bobLee, bobLee, bob, bob])
    expect(await push(update('orders', plain, { quotedCost: [null, '20'] }))).toMatchObject({ outcome: 'applied' })
  })

  it('undoes the later of two merges, then the earlier', async () => {
    await push(merge(bob, bobLee))
    await push(merge(bobLee, carl))
    await push(restore('customers', bobLee))
    expect(await customerOf('orders', repair)).toBe(bobLee)
    await push(restore('customers', bob))
    expect(await customerOf('orders', repair)).toBe(bob)
  })

  it('undoes the earlier of two merges, then the later', async () => {
    await push(merge(bob, bobLee))
    await push(merge(bobLee, carl))
    await push(restore('customers', bob))
    expect([await customerOf('orders', repair), await customerOf('assets', phone)]).toEqual([bob, bob])
    await push(restore('customers', bobLee))
    expect(await customerOf('orders', repair)).toBe(bob)
  })
})

it('is erased with the customer that took over, from the texts of orders that came along as well', async () => {
  await push(
    update('customers', bob, { countryCode: [null, '+1'], phone: [null, '4155550199'] }),
    update('orders', repair, { orderNotes: [null, 'Call 415-555-0199'] }),
  )
  await push(merge(bob, bobLee))
  await eraseCustomer(world.services, { ...(await world.caller(userId)), origin: 'rest' }, shopId, bobLee, 'Bob Lee')
  const { reader } = world.services
  expect(await reader.selectFrom('customers').select(['name', 'phone']).where('id', '=', bob).executeTakeFirst()).toEqual({
    name: 'Erased customer',
    phone: null,
  })
  expect(await reader.selectFrom('orders').select('order_notes').where('id', '=', repair).executeTakeFirst()).toEqual({ order_notes: 'Call [erased]' })
  expect((await listActivityTexts(world, shopId)).join()).not.toContain('Bob')
  expect(await push(restore('customers', bob))).toMatchObject({ error: { code: 'DELETED' } })
})

describe('a merge that cannot be', () => {
  it('is refused with all of it when the two were merged the other way round', async () => {
    await push(merge(bobLee, bob))
    const result = await push(update('customers', bobLee, { email: [null, 'bob@example.com'] }), merge(bob, bobLee))
    expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'DELETED' } })
    expect(await push(merge(bob, bobLee))).toMatchObject({ error: { message: sameCustomerMessage } })
    expect(await isDeleted(bob)).toBe(false)
  })

  it('is refused when the customer was merged into somebody else, and has no effect when into the same', async () => {
    await push(merge(bob, bobLee))
    expect(await push(merge(bob, carl))).toMatchObject({ error: { code: 'DELETED', message: mergedElsewhereMessage } })
    expect(await push(merge(bob, bobLee))).toMatchObject({ outcome: 'applied' })
    expect(await customerOf('orders', repair)).toBe(bobLee)
  })

  it('is refused when who should stay is gone, erased, or of another shop', async () => {
    const [elsewhere, stranger] = [await world.addShop('Other'), v7()]
    const both = await world.addUser({ shopIds: [shopId, elsewhere] })
    await world.push(both, [mutation(elsewhere, [create('customers', stranger, { name: 'Bob' })])])
    await push(remove('customers', carl))
    await eraseCustomer(world.services, { ...(await world.caller(userId)), origin: 'rest' }, shopId, bobLee, 'Bob Lee')
    for (const into of [carl, bobLee, stranger, v7()])
      expect(await push(merge(bob, into))).toMatchObject({ error: { code: 'INVALID_REFERENCE', message: goneWinnerMessage } })
    expect(await isDeleted(bob)).toBe(false)
  })

  it('is refused for who may not delete customers, and for other rows', async () => {
    const helper = await world.addUser({ shopIds: [shopId], privileges: [] })
    expect(await world.push(helper, [mutation(shopId, [merge(bob, bobLee)])])).toMatchObject([{ error: { code: 'FORBIDDEN' } }])
    expect(await push({ ...remove('orders', repair), into: bobLee })).toMatchObject({ error: { code: 'VALIDATION' } })
    expect(await customerOf('orders', repair)).toBe(bob)
  })
})

it('knows of each row that belongs to a customer where it came from', () => {
  const owned = collectionToDependants('customers').filter(({ onParentDelete }) => onParentDelete !== 'keep')
  expect(owned.map(({ collection, field }) => `${collection}.${field}`)).toEqual(['orders.customerId', 'assets.customerId', 'messages.customerId'])
  for (const { collection } of owned) expect(collectionByName[collection].fields).toHaveProperty('mergedFrom')
})
