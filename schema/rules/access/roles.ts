import { privilegeNames, type Privilege } from '../../privileges.ts'

/** The first administrator's, until a person writes another. */
export const firstAdminName = 'Administrator'

/** Presets of privileges; roles are not stored. */
type RoleName = 'technician' | 'front-desk' | 'owner'

export type Role = { name: RoleName; privileges: readonly Privilege[] }

/** Ascending: each includes the previous one's privileges. */
export const roles: readonly Role[] = [
  { name: 'technician', privileges: ['view_activity'] },
  {
    name: 'front-desk',
    privileges: ['view_activity', 'view_report', 'delete_customer', 'delete_order'],
  },
  { name: 'owner', privileges: privilegeNames },
]

export const isRoleName = (name: string): name is RoleName => roles.some((role) => role.name === name)

export const findRole = (name: RoleName): Role => roles.find((role) => role.name === name) ?? (roles[0] as Role)

export const roleOf = (privileges: ReadonlySet<Privilege>): Role | undefined =>
  roles.find((role) => role.privileges.length === privileges.size && role.privileges.every((privilege) => privileges.has(privilege)))

/** Whoever has one of these roles becomes an employee of their shops by itself. */
export const isGivenWork = (privileges: ReadonlySet<Privilege>): boolean => {
  const role = roleOf(privileges)
  return role !== undefined && role.name !== 'owner'
}
