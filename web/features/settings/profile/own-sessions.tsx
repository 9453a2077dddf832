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

/** The user's sessions. Unsent changes stay on a signed-out device until the next sign-in there. */
export function OwnSessions() {
  const sessions = useOnline(reads.ownSessions)
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  const others = dataOf(sessions)?.filter(({ isCurrent }) => !isCurrent) ?? []
  const endOthers = async (): Promise<void> => {
    setIsBusy(true)
    await perform({ run: endOtherSessions, success: 'The other sessions were ended', failure: 'Failed to end the other sessions' })
    setIsBusy(false)
  }
  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      text="End what you do not know or no longer use. Work that a device has not sent yet stays on it until you sign in there again."
    >
      <OnlineList answer={sessions} label="Sessions" emptyText="No sessions." rowKey={({ id }) => id} toTable={sessionsToTable}>
        {(session) => <SessionRow session={session} />}
      </OnlineList>
      {others.length > 1 && (
        <ConfirmRow
          label="End all others"
          question={`End ${others.length} other sessions?`}
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
  const name = device ?? 'Unknown device'
  const end = async (): Promise<void> => {
    setIsBusy(true)
    const { ok } = await perform({ run: () => endOwnSession(id), success: 'Session ended', failure: 'Failed to end the session' })
    if (!ok) setIsBusy(false)
  }
  return (
    <>
      <span className="min-w-0 flex-1 basis-60 py-1">
        <span className="block font-semibold wrap-anywhere">
          {name}
          {isCurrent && <span className="font-normal text-muted"> · This device</span>}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {address !== null && <>From {address} · </>}
          Signed in {formatDateTime(signedInAt, now)} · Last used {formatDateTime(lastUsedAt, now)}
        </span>
      </span>
      {!isCurrent && (
        <ConfirmRow
          label={
            <>
              End<span className="sr-only"> {name}</span>
            </>
          }
          question="End this session?"
          className="ml-auto"
          busy={isBusy}
          onConfirm={() => void end()}
        />
      )}
    </>
  )
}
