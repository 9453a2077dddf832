import { privilegeNames, type Privilege } from '../../privileges.ts'

/** Privileges that reach beyond single shops, so that a token for chosen shops cannot carry them. */
export const privilegesBeyondShops: readonly Privilege[] = ['view_entity_setting', 'view_app_setting']

/** Privileges of a user that an administrator lacks, in the documented order. */
export const findPrivilegesBeyond = (own: ReadonlySet<Privilege>, theirs: ReadonlySet<Privilege>): Privilege[] =>
  privilegeNames.filter((name) => theirs.has(name) && !own.has(name))

/**
 * May somebody change, move, disable or reset a user? Only where the user's privileges are a part of their own: whoever could take over
 * an account that can do more would hold more than was given to them. Everybody administers themselves.
 */
export const canAdministerUser = (
  administrator: { userId: string; privileges: ReadonlySet<Privilege> },
  user: { userId: string; privileges: ReadonlySet<Privilege> },
): boolean => administrator.userId === user.userId || findPrivilegesBeyond(administrator.privileges, user.privileges).length === 0

export const outrankedText = 'This user holds privileges that you do not hold yourself.'

/** The last holder of a privilege keeps it. */
export const lastHolderText = (privilege: Privilege): string => `This is the last user with ${privilege}. Assign it to somebody else first.`
