import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { createNewId } from '../db/new-id.ts'
import { contentOf, create, createWorld, mutation, orderValues, statusId, update, type World } from '../testing/test-world.ts'
import { listStatusHistory } from '../queries/rows/read-rows.ts'
import { toMutationTime } from './mutation-time.ts'

const minute = 60_000
const serverNow = Date.parse('2026-03-02T12:00:00.000Z')

describe('toMutationTime', () => {
  it.each([
    ['corrects a clock that is ahead', { deviceMs: serverNow + 500 * minute - 10 * minute, offsetMs: -500 * minute }, serverNow - 10 * minute],
    ['corrects a clock that is behind', { deviceMs: serverNow - 500 * minute - 10 * minute, offsetMs: 500 * minute }, serverNow - 10 * minute],
    ['is never later than the arrival', { deviceMs: serverNow + 10 * minute, offsetMs: 0 }, serverNow],
    [
      'is never before the previous mutation of the device',
      { deviceMs: serverNow - 30 * minute, offsetMs: 0, previousMs: serverNow - 20 * minute },
      serverNow - 20 * minute,
    ],
    [
      'is never later than the arrival, also after a server clock that stepped back',
      { deviceMs: serverNow, offsetMs: 0, previousMs: serverNow + minute },
      serverNow,
    ],
    [
      'stays a date that can be written',
      { deviceMs: Date.parse('0001-01-02T00:00:00.000Z'), offsetMs: -9_000 * 365 * 86_400_000 },
      Date.parse('0001-01-01T00:00:00.000Z'),
    ],
  ])('%s', (_title, input, expected) => {
    expect(toMutationTime({ previousMs: undefined, receivedMs: serverNow, ...input })).toBe(expected)
  })
})

describe('times of offline work', () => {
  let world: World
  let shopId: string
  let userId: string
  const orderId = v7()
  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
    const customerId = v7()
    await world.push(userId, [mutation(shopId, [create('customers', customerId, { name: 'A' }), create('orders', orderId, orderValues(customerId))])], {
      deviceId: 'desk',
    })
  })
  afterEach(() => world.close())

  const hops = (times: readonly string[]) => {
    const names = ['Dropped Off', 'Diagnosis', 'In Progress', 'Fixed'] as const
    return times.map((at, index) =>
      mutation(shopId, [update('orders', orderId, { orderStatusId: [statusId[names[index] ?? 'Fixed'], statusId[names[index + 1] ?? 'Fixed']] })], at),
    )
  }
  const historyTimes = async () => (await listStatusHistory(world.services.reader, shopId, orderId)).map(({ createdAt }) => createdAt).slice(1)

  it.each([
    ['a year ahead', 365 * 1440 * minute],
    ['a day behind', -1440 * minute],
  ])('hazard 34: are true though the device clock is %s', async (_title, skewMs) => {
    world.now = new Date('2026-03-02T15:00:00.000Z')
    const wrong = (instant: string) => new Date(Date.parse(instant) + skewMs).toISOString()
    const mutations = hops(['2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z', '2026-03-02T12:00:00.000Z'].map(wrong))
    const results = await world.push(userId, mutations, { deviceId: 'tablet', clockOffsetMs: -skewMs })
    expect(await historyTimes()).toEqual(['2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z', '2026-03-02T12:00:00.000Z'])
    expect(contentOf(results[2], orderId)).toMatchObject({ statusChangedAt: '2026-03-02T12:00:00.000Z' })
  })

  it('hazard 34: keep their order when the device clock steps back mid-way, also over two pushes', async () => {
    world.now = new Date('2026-03-02T15:00:00.000Z')
    const [first, second, third] = hops(['2026-03-02T11:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-02T10:30:00.000Z'])
    await world.push(userId, [first, second], { deviceId: 'tablet' })
    await world.push(userId, [third], { deviceId: 'tablet' })
    expect(await historyTimes()).toEqual(['2026-03-02T11:00:00.000Z', '2026-03-02T11:00:00.000Z', '2026-03-02T11:00:00.000Z'])
    const order = (await listStatusHistory(world.services.reader, shopId, orderId)).map(({ orderStatusId }) => orderStatusId)
    expect(order).toEqual([statusId['Dropped Off'], statusId.Diagnosis, statusId['In Progress'], statusId.Fixed])
  })

  it('keep their order when servers write them whose clocks, and so whose ids, do not sort', async () => {
    world.now = new Date('2026-03-02T15:00:00.000Z')
    const at = '2026-03-02T09:00:00.000Z'
    const steps = hops([at, at, at])
    for (const [index, step] of steps.entries()) {
      world.services.newId = createNewId(() => Date.now() - (index + 1) * 600_000)
      await world.push(userId, [step], { deviceId: 'tablet' })
    }
    const history = await listStatusHistory(world.services.reader, shopId, orderId)
    expect(history.map(({ orderStatusId }) => orderStatusId)).toEqual([statusId['Dropped Off'], statusId.Diagnosis, statusId['In Progress'], statusId.Fixed])
    expect(history.map(({ id }) => id)).toEqual(
      history
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
  })

  it('of one device do not bind another', async () => {
    world.now = new Date('2026-03-02T15:00:00.000Z')
    const [first, second] = hops(['2026-03-02T14:00:00.000Z', '2026-03-02T10:00:00.000Z'])
    await world.push(userId, [first], { deviceId: 'tablet' })
    await world.push(userId, [second], { deviceId: 'other tablet' })
    expect((await historyTimes()).sort()).toEqual(['2026-03-02T10:00:00.000Z', '2026-03-02T14:00:00.000Z'])
  })

  it('do not let a refused mutation hold back what follows', async () => {
    world.now = new Date('2026-03-02T15:00:00.000Z')
    const [hop] = hops(['2026-03-02T10:00:00.000Z'])
    await world.push(userId, [mutation(shopId, [create('tasks', v7(), { description: '' })], '2026-03-02T14:00:00.000Z'), hop], { deviceId: 'tablet' })
    expect(await historyTimes()).toEqual(['2026-03-02T10:00:00.000Z'])
  })
})
