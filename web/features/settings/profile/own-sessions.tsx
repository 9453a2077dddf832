import { useState } from 'react'
import type { OwnSessionAnswer } from '#schema/api/account.ts'
import { endOtherSessions, endOwnSession, reads } from '#web/api/admin-api.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { sessionsToTable } from '../online/lists-csv.ts'
import { OnlineList } from '../online/online-list.tsx'
import { dataOf, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { t } from './profile-texts.ts'

/** The user's sessions. Unsent changes stay on a signed-out device until the next sign-in there. */
export function OwnSessions() {
  const sessions = useOnline(reads.ownSessions)
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  const others = dataOf(sessions)?.filter(({ isCurrent }) => !isCurrent) ?? []
  const endOthers = async (): Promise<void> => {
    setIsBusy(true)
    await perform({ run: endOtherSessions, success: t.othersEnded(), failure: t.othersNotEnded() })
    setIsBusy(false)
  }
  return (
    <Section id="sessions" title={t.sessionsHead()} text={t.sessionsText()}>
      <OnlineList answer={sessions} label={t.sessions()} emptyText={t.noSessions()} rowKey={({ id }) => id} toTable={sessionsToTable}>
        {(session) => <SessionRow session={session} />}
      </OnlineList>
      {others.length > 1 && (
        <ConfirmRow
          label={t.endOthers()}
          question={t.endOthersQuestion({ count: others.length })}
          className="mt-3 max-w-200"
          busy={isBusy}
          onConfirm={() => void endOthers()}
        />
      )}
    </Section>
  )
}

function SessionRow({ session: { id, device, address, signedInAt, lastUsedAt, isCurrent } }: { session: OwnSessionAnswer }) {
  const perform = useOnlineAction()
  const now = useNow()
  const [isBusy, setIsBusy] = useState(false)
  const name = device ?? t.unknownDevice()
  const end = async (): Promise<void> => {
    setIsBusy(true)
    const { ok } = await perform({ run: () => endOwnSession(id), success: t.sessionEnded(), failure: t.sessionNotEnded() })
    if (!ok) setIsBusy(false)
  }
  return (
    <>
      <span className="min-w-0 flex-1 basis-60 py-1">
        <span className="block font-semibold wrap-anywhere">
          {name}
          {isCurrent && <span className="font-normal text-muted"> · {t.thisDevice()}</span>}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {address !== null && <>{t.sessionFrom({ address })} · </>}
          {t.sessionTimes({ signedIn: formatDateTime(signedInAt, now), used: formatDateTime(lastUsedAt, now) })}
        </span>
      </span>
      {!isCurrent && (
        <ConfirmRow
          label={
            <>
              {t.end()}
              <span className="sr-only"> {name}</span>
            </>
          }
          question={t.endQuestion()}
          className="ml-auto"
          busy={isBusy}
          onConfirm={() => void end()}
        />
      )}
    </>
  )
}
