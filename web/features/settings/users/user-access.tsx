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
import { t } from './settings-team-texts.ts'

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
      success: userSuccess(disabled ? t.access.disabled() : t.access.enabled()),
      failure: userFailure(disabled ? t.access.disableFailed() : t.access.enableFailed()),
    })
  const turnOffCodes = (): Promise<void> =>
    run({
      run: () => turnOffUserSecondFactor(userId),
      success: userSuccess(t.access.codesOff()),
      failure: userFailure(t.access.codesOffFailed()),
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
              <p className="min-w-0 flex-1 basis-60">{disabledAt === null ? t.access.maySignIn() : t.access.disabledSince({ date: formatDate(disabledAt) })}</p>
              {isOutranked ? (
                <span className="text-sm text-muted">{outrankedText}</span>
              ) : disabledAt !== null ? (
                <Button busy={isBusy} onClick={() => void setDisabled(false)}>
                  {t.access.enable()}
                </Button>
              ) : userId === user?.id ? (
                <span className="text-sm text-muted">{t.access.notYourself()}</span>
              ) : (
                <ConfirmRow
                  label={t.access.disable()}
                  question={t.access.sureToDisable()}
                  className="ml-auto"
                  busy={isBusy}
                  onConfirm={() => void setDisabled(true)}
                />
              )}
            </div>
            {secondFactorOn && !isOutranked && (
              <div className={lineClass}>
                <p className="min-w-0 flex-1 basis-60">{t.access.usesCodes()}</p>
                {userId === user?.id ? (
                  <span className="text-sm text-muted">{t.access.inProfile()}</span>
                ) : (
                  <ConfirmRow
                    label={t.access.turnOffCodes()}
                    question={t.access.sureToTurnOff()}
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
