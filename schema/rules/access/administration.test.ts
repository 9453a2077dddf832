import { describe, expect, test } from 'vitest'
import type { Privilege } from '../../privileges.ts'
import { canAdministerUser, findPrivilegesBeyond } from './administration.ts'

const person = (userId: string, ...privileges: Privilege[]) => ({ userId, privileges: new Set(privileges) })

describe('who may administer whom', () => {
  test('is whoever holds all that the other holds', () => {
    const chief = person('chief', 'view_app_setting', 'view_report')
    expect(canAdministerUser(chief, person('ann'))).toBe(true)
    expect(canAdministerUser(chief, person('bea', 'view_report'))).toBe(true)
    expect(canAdministerUser(chief, person('eve', 'view_app_setting', 'view_report'))).toBe(true)
    expect(canAdministerUser(chief, person('owner', 'view_app_setting', 'view_report', 'delete_order'))).toBe(false)
    expect(canAdministerUser(person('chief'), person('chief', 'view_report'))).toBe(true)
  })

  test('names what is missing, in the documented order', () => {
    expect(findPrivilegesBeyond(new Set(['view_app_setting']), new Set(['view_app_setting', 'view_report', 'delete_customer']))).toEqual([
      'delete_customer',
      'view_report',
    ])
  })
})
