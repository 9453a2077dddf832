import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import type { StaffSession } from '../../app-env.ts'
import { createWorld, type World } from '../../testing/test-world.ts'
import { readCaller } from '../../queries/people/read-caller.ts'
import { assignShopToEntity, assignUserToEntity, removeUserFromEntity, unlinkShopFromEntity } from './assign-to-entity.ts'
import { createEntity } from './create-entity.ts'
import { addShop } from './create-shop.ts'
import { grantPrivilege, removePrivilege } from './grant-privilege.ts'
import { resetPassword } from './set-password.ts'
import { addShopMember, removeShopMember } from './shop-members.ts'
import { saveShopConfig, updateShop } from './update-shop.ts'
import { addChecklistItem, deleteChecklistItem, renameChecklistItem } from '../write-checklist-item.ts'
import { addEmployee, deleteEmployee, updateEmployee } from './write-employee.ts'
import { addEntity, updateEntity } from './write-entity.ts'
import { addUser, updateUser } from './write-user.ts'

/** Commands check rights themselves, in case a route lacks its rule. */
describe('commands of administration', () => {
  let world: World
  let caller: Caller
  let member: Caller
  const ids = { shop: '', entity: '', user: '', employee: '00000000-0000-4000-8000-000000000000' }

  beforeAll(async () => {
    world = await createWorld()
    ids.shop = await world.addShop()
    ids.entity = (await createEntity(world.services, { entityName: 'E', contactName: 'C' })).id
    ids.user = await world.addUser({ shopIds: [] })
    const others = privilegeNames.filter((name) => name !== 'view_app_setting' && name !== 'view_entity_setting')
    caller = await readCaller(world.services.reader, await world.addUser({ shopIds: [], privileges: others }))
    member = await readCaller(world.services.reader, await world.addUser({ shopIds: [ids.shop], privileges: others }))
  })
  afterAll(() => world.close())

  const contact = { countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null }
  const entity = { entityName: 'X', contactName: 'Y', ...contact, entityAddress: null }
  const privilegeId = privilegeRows[0]?.id ?? ''
  type Command = (asking: Caller) => Promise<unknown>
  const administration: [string, Command][] = [
    ['make an entity', (asking) => addEntity(world.services, asking, entity)],
    ['change an entity', (asking) => updateEntity(world.services, asking, ids.entity, entity)],
    ['assign a user to an entity', (asking) => assignUserToEntity(world.services, asking, ids.entity, ids.user)],
    ['remove a user from an entity', (asking) => removeUserFromEntity(world.services, asking, ids.entity, ids.user)],
    ['link a shop', (asking) => assignShopToEntity(world.services, asking, ids.entity, ids.shop)],
    ['unlink a shop', (asking) => unlinkShopFromEntity(world.services, asking, ids.entity, ids.shop)],
    ['make a shop', (asking) => addShop(world.services, asking, { name: 'X', code: 'x' })],
    ['change a shop', (asking) => updateShop(world.services, asking, ids.shop, { name: 'X' })],
    ['assign a user to a shop', (asking) => addShopMember(world.services, asking, ids.shop, ids.user)],
    ['remove a user from a shop', (asking) => removeShopMember(world.services, asking, ids.shop, ids.user)],
    ['add an employee', (asking) => addEmployee(world.services, asking, ids.entity, { entityId: ids.entity, shopId: ids.shop, name: 'X' })],
    ['change an employee', (asking) => updateEmployee(world.services, asking, ids.shop, ids.employee, { name: 'X' })],
    ['delete an employee', (asking) => deleteEmployee(world.services, asking, ids.entity, ids.employee)],
    ['make a user', (asking) => addUser(world.services, asking, { name: 'X', loginId: undefined, password: undefined })],
    ['change a user', (asking) => updateUser(world.services, asking, ids.user, { name: 'X' })],
    ['reset a password', (asking) => resetPassword(world.services, asking, { id: '' } as StaffSession, ids.user, 'secret1')],
    ['assign a privilege', (asking) => grantPrivilege(world.services, asking, ids.user, privilegeId)],
    ['remove a privilege', (asking) => removePrivilege(world.services, asking, ids.user, privilegeId)],
  ]
  it.each(administration)('%s for nobody without the right, member or not', async (_title, run) => {
    for (const asking of [caller, member]) await expect(run(asking)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  const ofMembers: [string, Command][] = [
    ['save a configuration', (asking) => saveShopConfig(world.services, asking, ids.shop, { customerPortal: true })],
    ['add to a checklist', (asking) => addChecklistItem(world.services, asking, ids.shop, 'X')],
    ['rename on a checklist', (asking) => renameChecklistItem(world.services, asking, ids.shop, ids.employee, 'X')],
    ['delete from a checklist', (asking) => deleteChecklistItem(world.services, asking, ids.shop, ids.employee)],
  ]
  it.each(ofMembers)('%s for members only', async (_title, run) => {
    await expect(run(caller)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Not found.' })
  })

  it('leave no trace when they are refused', async () => {
    const { reader } = world.services
    expect(await reader.selectFrom('activities').select('id').execute()).toEqual([])
    expect(await reader.selectFrom('entity_shops').select('id').execute()).toEqual([])
    expect(await reader.selectFrom('entities').select('entity_name').execute()).toEqual([{ entity_name: 'E' }])
    expect(await reader.selectFrom('users').select('id').execute()).toHaveLength(3)
  })
})
