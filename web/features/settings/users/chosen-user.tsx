import type { SessionUser } from '#schema/api/sync.ts'
import { isPrivilege, privilegeNames, type Privilege } from '#schema/privileges.ts'
import { findPrivilegesBeyond } from '#schema/rules/access/administration.ts'
import { reads } from '#web/api/admin-api.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useAuth } from '#web/session/session.ts'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { SubHeading } from '../online/section.tsx'
import { EditUser } from './edit-user.tsx'
import { ResetPassword } from './reset-password.tsx'
import { UserAccess } from './user-access.tsx'
import { UserEntities, UserPrivileges, UserShops } from './user-assignments.tsx'

/** All that is done to one user. Who holds more privileges than the administrator is shown, and cannot be changed here. */
export function ChosenUser({ user }: { user: SessionUser }) {
  const { hasPrivilege } = useAuth()
  const isSelf = useBootstrap()?.user.id === user.id
  const held = useOnline(reads.userPrivileges(user.id))
  return (
    <OnlineData answer={held}>
      {(rows) => {
        const theirs = new Set(rows.flatMap(({ privilegeName }): Privilege[] => (isPrivilege(privilegeName) ? [privilegeName] : [])))
        const beyond = isSelf ? [] : findPrivilegesBeyond(new Set(privilegeNames.filter(hasPrivilege)), theirs)
        const isLocked = beyond.length > 0
        return (
          <>
            {isLocked && (
              <p className="max-w-200 rounded-md bg-sunken px-3 py-2.5">
                This user holds {beyond.join(', ')}, which you do not hold yourself. So you cannot change this user, reset the password or take anything away.
              </p>
            )}
            {!isLocked && (
              <>
                <SubHeading>User Information</SubHeading>
                <EditUser user={user} />
                <SubHeading>Reset Password</SubHeading>
                <ResetPassword userId={user.id} />
              </>
            )}
            <SubHeading>Sign-in</SubHeading>
            <UserAccess userId={user.id} />
            <SubHeading>Shops</SubHeading>
            <UserShops userId={user.id} isLocked={isLocked} />
            <SubHeading>Entities</SubHeading>
            <UserEntities userId={user.id} isLocked={isLocked} />
            <SubHeading>Privileges</SubHeading>
            <UserPrivileges userId={user.id} isSelf={isSelf} isLocked={isLocked} />
          </>
        )
      }}
    </OnlineData>
  )
}
