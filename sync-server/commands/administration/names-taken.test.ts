import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { createEmployee } from '../../testing/test-server.ts'
import { create, createWorld, mutation, remove, update, type World } from '../../testing/test-world.ts'
import { applyMutations } from '../../store/write.ts'
import { createEntity } from './create-entity.ts'
import { createShop } from './create-shop.ts'

const nameTaken = 'An employee with this name already exists in this entity'
const codeTaken = 'This shop code is already taken.'

describe('names that are there only once', () => {
  let world: World
  let shopId: string
  let entityId: string
  beforeEach(async () => {
    world = await createWorld()
    shopId = (await createShop(world.services, { name: 'North', code: 'north', alias: 'polar' })).id
    entityId = (await createEntity(world.services, { entityName: 'North Ltd', contactName: 'Nora', shopIds: [shopId] })).id
  })
  afterEach(() => world.close())

  const addEmployee = (name: string, entity = entityId) => createEmployee(world.services, shopId, { entityId: entity, name })
  const employees = () => world.services.reader.selectFrom('employees').select('name').where('deleted', '=', 0).execute()
  const outcomes = async (commands: Promise<unknown>[]) =>
    (await Promise.allSettled(commands)).map((command) => (command.status === 'fulfilled' ? 'made' : (command.reason as Error).message)).toSorted()

  it('hazard 23: refuses the second of two employees with one name in an entity in words, also when both come at once', async () => {
    await addEmployee('Eve')
    const refused = await addEmployee('Eve').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION', status: 409, message: nameTaken, issues: [{ path: 'name', message: nameTaken }] })
    expect(await outcomes(Array.from({ length: 5 }, () => addEmployee('Max')))).toEqual([nameTaken, nameTaken, nameTaken, nameTaken, 'made'].toSorted())
    expect(await employees()).toEqual([{ name: 'Eve' }, { name: 'Max' }])
  })

  it('hazard 23: refuses a rename to a name that is taken, and takes the name of somebody who left', async () => {
    const { id: eve } = await addEmployee('Eve')
    const { id: max } = await addEmployee('Max')
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'administration' as const }
    const push = (mutations: object[]) => applyMutations(world.services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: world.now, mutations })
    expect(await push([mutation(shopId, [update('employees', max, { name: ['Max', 'Eve'] })])])).toMatchObject([
      { outcome: 'rejected', error: { code: 'UNIQUE_CONSTRAINT_VIOLATION', message: nameTaken } },
    ])
    expect(await push([mutation(shopId, [remove('employees', eve)]), mutation(shopId, [create('employees', v7(), { entityId, name: 'Eve' })])])).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'applied' },
    ])
  })

  it('hazard 23: refuses the second of two shops with one code in words, whatever its case and also when both come at once', async () => {
    for (const code of ['north', 'NORTH', 'Polar']) {
      const refused = await createShop(world.services, { name: 'Again', code }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'UNIQUE_CONSTRAINT_VIOLATION', status: 409, message: codeTaken, issues: [{ path: 'code', message: codeTaken }] })
    }
    expect(await outcomes(['twin', 'Twin', 'TWIN'].map((code) => createShop(world.services, { name: code, code })))).toEqual(
      [codeTaken, codeTaken, 'made'].toSorted(),
    )
    const shops = await world.services.reader.selectFrom('shops').select('code').execute()
    expect(shops.map(({ code }) => code.toLowerCase()).toSorted()).toEqual(['north', 'twin'])
    expect(await world.services.reader.selectFrom('shop_feed').select('shop_id').execute()).toHaveLength(2)
  })
})
