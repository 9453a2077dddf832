import { privilegeNames, type Privilege } from '../../privileges.ts'

/** Work in a shop as a preset of privileges: a role is a way to give them, and nothing that is stored. */
export type RoleName = 'technician' | 'front-desk' | 'owner'

export type Role = { name: RoleName; label: string; /** What it allows, in a line. */ text: string; privileges: readonly Privilege[] }

/** From the fewest privileges to all of them; each holds what the one before holds. */
export const roles: readonly Role[] = [
  { name: 'technician', label: 'Technician', text: 'Works on orders, tasks and stock, and reads the log.', privileges: ['view_activity'] },
  {
    name: 'front-desk',
    label: 'Front desk',
    text: 'The same, reads reports, and deletes customers and orders.',
    privileges: ['view_activity', 'view_report', 'delete_customer', 'delete_order'],
  },
  { name: 'owner', label: 'Owner', text: 'Everything, settings and people too.', privileges: privilegeNames },
]

export const isRoleName = (name: string): name is RoleName => roles.some((role) => role.name === name)

export const findRole = (name: RoleName): Role => roles.find((role) => role.name === name) ?? (roles[0] as Role)

/** The role whose privileges these are exactly; undefined for none and for a choice of one's own. */
export const roleOf = (privileges: ReadonlySet<Privilege>): Role | undefined =>
  roles.find((role) => role.privileges.length === privileges.size && role.privileges.every((privilege) => privileges.has(privilege)))
