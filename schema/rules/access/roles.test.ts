import { describe, expect, it } from 'vitest'
import { privilegeNames, type Privilege } from '../../privileges.ts'
import { findRole, isRoleName, roleOf, roles } from './roles.ts'

describe('roles', () => {
  it('hold more from one to the next, and all at the end', () => {
    for (const [index, { privileges }] of roles.entries()) {
      expect(new Set(privileges).size).toBe(privileges.length)
      expect(privileges).toEqual(expect.arrayContaining([...(roles[index - 1]?.privileges ?? [])]))
    }
    expect(new Set(roles.at(-1)?.privileges)).toEqual(new Set(privilegeNames))
  })

  it('are known again by exactly their privileges, in any order', () => {
    for (const role of roles) {
      expect(roleOf(new Set(role.privileges.toReversed()))).toBe(role)
      expect(findRole(role.name)).toBe(role)
      expect(isRoleName(role.name)).toBe(true)
    }
    expect(roleOf(new Set())).toBeUndefined()
    expect(roleOf(new Set<Privilege>(['view_report']))).toBeUndefined()
    expect(roleOf(new Set<Privilege>(['view_activity', 'view_report']))).toBeUndefined()
    expect(isRoleName('boss')).toBe(false)
  })

  it('give settings and people to owners alone', () => {
    const others = roles.filter(({ name }) => name !== 'owner').flatMap(({ privileges }) => privileges)
    expect(others.filter((privilege) => privilege.endsWith('_setting'))).toEqual([])
  })
})
