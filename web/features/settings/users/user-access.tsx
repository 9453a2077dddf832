import { useState } from 'react'
import { isPrivilege } from '#schema/privileges.ts'
import { canAdministerUser, outrankedText } from '#schema/rules/access/administration.ts'
import { setUserDisabled, reads, turnOffUserSecondFactor } from '#web/api/admin-api.ts'
import { formatDate } from '#web/inputs/time/time.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { userFailure, userSuccess } from '../online/failures.ts'
import { OnlineData } from '../online/online-list.tsx'
import { dataOf, type OnlineAction, useOnline, useOnlineAction } from '../online/online-work.tsx'

export function UserAccess({ userId }: { userId: string }) {
  const { user, privileges } = useAuth()
  const accounts = useOnline(reads.userAccounts)
  const held =
    dataOf(useOnline(reads.userPrivileges(userId)))
      ?.map(({ privilegeName }) => privilegeName)
      .filter(isPrivilege) ?? []
  const isOutranked = user !== null && !canAdministerUser({ userId: user.id, privileges: new Set(privileges) }, { userId, privileges: new Set(held) })
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (what: OnlineAction<unknown>): Promise<void> => {
    setIsBusy(true)
    await perform(what)
    setIsBusy(false)
  }
  const setDisabled = (disabled: boolean): Promise<void> =>
    run({
      run: () => setUserDisabled(userId, disabled),
      success: userSuccess(disabled ? 'User disabled' : 'User enabled'),
      failure: userFailure(disabled ? 'Failed to disable user' : 'Failed to enable user'),
    })
  const turnOffCodes = (): Promise<void> =>
    run({
      run: () => turnOffUserSecondFactor(userId),
      success: userSuccess('Sign-in codes turned off'),
      failure: userFailure('Failed to turn off sign-in codes'),
    })
  return (
    <OnlineData answer={accounts}>
      {(rows) => {
        const account = rows.find((row) => row.userId === userId)
        if (account === undefined) return null
        const { disabledAt, secondFactorOn } = account
        return (
          <div className="flex max-w-200 flex-col border-t border-line">
            <div className={lineClass}>
              <p className="min-w-0 flex-1 basis-60">
                {disabledAt === null ? 'May sign in.' : `Disabled since ${formatDate(disabledAt)}. Cannot sign in; API tokens are refused.`}
              </p>
              {isOutranked ? (
                <span className="text-sm text-muted">{outrankedText}</span>
              ) : disabledAt !== null ? (
                <Button busy={isBusy} onClick={() => void setDisabled(false)}>
                  Enable
                </Button>
              ) : userId === user?.id ? (
                <span className="text-sm text-muted">You cannot disable yourself.</span>
              ) : (
                <ConfirmRow
                  label="Disable"
                  question="Disable this person? They are signed out everywhere."
                  className="ml-auto"
                  busy={isBusy}
                  onConfirm={() => void setDisabled(true)}
                />
              )}
            </div>
            {secondFactorOn && !isOutranked && (
              <div className={lineClass}>
                <p className="min-w-0 flex-1 basis-60">Signs in with codes from an app.</p>
                {userId === user?.id ? (
                  <span className="text-sm text-muted">Turn them off in your profile.</span>
                ) : (
                  <ConfirmRow
                    label="Turn off codes"
                    question="Turn off? Make sure that it is them who ask."
                    className="ml-auto"
                    busy={isBusy}
                    onConfirm={() => void turnOffCodes()}
                  />
                )}
              </div>
            )}
          </div>
        )
      }}
    </OnlineData>
  )
}

const lineClass = 'flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1'
