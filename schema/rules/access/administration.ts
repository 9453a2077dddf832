import { privilegeNames, type Privilege } from '../../privileges.ts'

/** Privileges beyond single shops; a token for chosen shops cannot carry them. */
export const privilegesBeyondShops: readonly Privilege[] = ['view_entity_setting', 'view_app_setting']

export const findPrivilegesBeyond = (own: ReadonlySet<Privilege>, theirs: ReadonlySet<Privilege>): Privilege[] =>
  privilegeNames.filter((name) => theirs.has(name) && !own.has(name))

/**
 * Users may administer themselves, and users whose privileges are a subset of theirs: otherwise taking over an account
 * would raise their own privileges.
 */
export const canAdministerUser = (
  administrator: { userId: string; privileges: ReadonlySet<Privilege> },
  user: { userId: string; privileges: ReadonlySet<Privilege> },
): boolean => administrator.userId === user.userId || findPrivilegesBeyond(administrator.privileges, user.privileges).length === 0

export const outrankedText = 'This user holds privileges that you do not hold yourself.'

export const lastHolderText = (privilege: Privilege): string => `This is the last user with ${privilege}. Assign it to somebody else first.`
