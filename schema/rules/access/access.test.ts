import { describe, expect, it } from 'vitest'
import { collectionNames } from '../../collections/index.ts'
import { privilegeNames, type Privilege } from '../../privileges.ts'
import { isAllowed, readableCollections, type Caller, type RowAction } from './access.ts'

const shopId = '3b0a3f4e-0d5c-4f55-9f0e-0b5a1f0a7c11'
const otherShopId = '6f2cd3ce-4d5e-4f55-8a0e-1b5a1f0a7c12'
const actions: RowAction[] = ['read', 'create', 'update', 'delete', 'restore']

const caller = (...privileges: Privilege[]): Caller => ({ userId: 'u', privileges: new Set(privileges), shopIds: new Set([shopId]) })

describe('access to rows', () => {
  it('allows nothing in a shop that the caller does not belong to, whatever the privileges', () => {
    for (const collection of collectionNames) {
      for (const action of actions) expect(isAllowed(caller(...privilegeNames), action, collection, otherShopId), `${action} ${collection}`).toBe(false)
    }
  })

  it.each([
    ['orders', 'delete_order'],
    ['customers', 'delete_customer'],
  ] as const)('lets %s be deleted and brought back only with %s', (collection, privilege) => {
    const others = privilegeNames.filter((name) => name !== privilege)
    for (const action of ['delete', 'restore'] as const) {
      expect(isAllowed(caller(...others), action, collection, shopId)).toBe(false)
      expect(isAllowed(caller(privilege), action, collection, shopId)).toBe(true)
    }
    for (const action of ['read', 'create', 'update'] as const) expect(isAllowed(caller(), action, collection, shopId)).toBe(true)
  })

  it('shows activities to holders of view_activity alone and lets nobody write them', () => {
    expect(readableCollections(new Set())).toEqual(collectionNames.filter((name) => name !== 'activities'))
    expect(readableCollections(new Set<Privilege>(['view_activity']))).toEqual(collectionNames)
    for (const action of ['create', 'update', 'delete'] as const) expect(isAllowed(caller(...privilegeNames), action, 'activities', shopId)).toBe(false)
  })

  it('keeps employees and checklist items out of what devices push', () => {
    for (const collection of ['employees', 'checklist_items'] as const) {
      for (const action of ['create', 'update', 'delete'] as const) expect(isAllowed(caller(...privilegeNames), action, collection, shopId)).toBe(false)
    }
  })
})
