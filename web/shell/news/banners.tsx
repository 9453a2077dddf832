import { ClockAlert, KeyRound, Lock, Sparkles, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { shopsToOfflineRule } from '#schema/rules/access/offline-entry.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { storageTroubleMessage } from '#web/device/platform/storage-errors.ts'
import { useBootstrap, useClockCorrectionMs, useHasPin, useOfSyncStatus } from '#web/device/react/use-device.ts'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { canHashPins } from '#web/session/pin.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toShownText } from '#web/language/staff-texts.ts'
import { cn } from '#web/ui/cn.ts'
import { applyUpdate, reloadToNewest, useUpdate } from './app-update.ts'
import { clockToText } from '../sync/clock-words.ts'
import { SaveUnsentButton } from '../sync/save-unsent.tsx'
import { StorageHelp } from './storage-help.tsx'
import { useSignOut } from '../session/sign-out.ts'
import { laterDialog, laterPart } from '#web/navigation/later.tsx'
import { t } from '../shell-texts.ts'
import { t as words } from '../sync/sync-words-texts.ts'

const SignInAgainDialog = laterDialog(async () => (await import('../session/sign-in-again-dialog.tsx')).SignInAgainDialog)
const SignOutDialog = laterPart(async () => (await import('../session/sign-out-dialog.tsx')).SignOutDialog)
const UpdateQuestion = laterDialog(async () => (await import('./update-question.tsx')).UpdateQuestion)
const PinDialog = laterDialog(async () => (await import('#web/features/settings/profile/pin-dialog.tsx')).PinDialog)

export function Notices() {
  const isSigningOut = useSignOut(({ step }) => step !== 'none')
  return (
    <>
      <SignInAgainBar />
      <ProblemBar />
      <ClockBar />
      <UpdateBar />
      <PinBar />
      {isSigningOut && <SignOutDialog />}
    </>
  )
}

function SignInAgainBar() {
  const { needsSignIn } = useAuth()
  const [isAsking, setIsAsking] = useState(false)
  if (!needsSignIn) return null
  return (
    <>
      <Bar tone="warn" icon={<KeyRound aria-hidden="true" />} action={<Button onClick={() => setIsAsking(true)}>{words.signIn()}</Button>}>
        {t.signInAgain()}
      </Bar>
      <SignInAgainDialog open={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

function ProblemBar() {
  const { userId } = useDevice()
  const problem = useOfSyncStatus((status) => status.problem)
  const unsent = useOfSyncStatus(({ waiting, attention }) => waiting + attention)
  if (problem === null) return null
  return (
    <Bar
      tone="warn"
      icon={<TriangleAlert aria-hidden="true" />}
      action={
        <>
          {unsent > 0 && <SaveUnsentButton>{t.saveUnsent()}</SaveUnsentButton>}
          {problem === storageTroubleMessage && <StorageHelp userId={userId} />}
        </>
      }
    >
      {toShownText(problem)}
    </Bar>
  )
}

/** Reports the wrong clock, because the user relies on it outside this app too. */
function ClockBar() {
  const correctionMs = useClockCorrectionMs()
  if (correctionMs === 0) return null
  return (
    <Bar tone="warn" icon={<ClockAlert aria-hidden="true" />}>
      {clockToText(correctionMs)}
    </Bar>
  )
}

/** A new version waits for the user; nothing reloads by itself, even if the server no longer accepts this version. */
function UpdateBar() {
  const { isReady, isUpdating } = useUpdate()
  const isNeeded = useOfSyncStatus(({ state }) => state === 'outdated')
  const [isAsking, setIsAsking] = useState(false)
  if (!isReady && !isNeeded) return null
  const update = (): void => {
    if (isReady) applyUpdate()
    else void reloadToNewest()
  }
  return (
    <>
      <Bar
        tone={isNeeded ? 'warn' : 'accent'}
        icon={<Sparkles aria-hidden="true" />}
        action={
          <Button busy={isUpdating} onClick={() => (hasUnsavedText() ? setIsAsking(true) : update())}>
            {t.update()}
          </Button>
        }
      >
        {isNeeded ? t.updateNeeded() : t.updateReady()}
      </Bar>
      <UpdateQuestion open={isAsking} onClose={() => setIsAsking(false)} onUpdate={update} />
    </>
  )
}

/** A shop requires this user to set a PIN here before going offline. */
function PinBar() {
  const { user, needsSignIn } = useAuth()
  const bootstrap = useBootstrap()
  const hasPin = useHasPin(user?.id)
  const [isSetting, setIsSetting] = useState(false)
  if (user === null || needsSignIn || (hasPin !== false && !isSetting) || !canHashPins() || !shopsToOfflineRule(bootstrap?.shops ?? []).asksPin) return null
  return (
    <>
      <Bar tone="accent" icon={<Lock aria-hidden="true" />} action={<Button onClick={() => setIsSetting(true)}>{t.setPin()}</Button>}>
        {t.pinWanted()}
      </Bar>
      <PinDialog userId={user.id} open={isSetting} onClose={() => setIsSetting(false)} />
    </>
  )
}

const toneClass = { warn: 'bg-warn-soft text-warn-ink', accent: 'bg-accent-soft text-accent-ink' }

function Bar({ tone, icon, action, children }: { tone: keyof typeof toneClass; icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cn(
        'flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1 [&>svg]:size-5 [&>svg]:shrink-0',
        toneClass[tone],
      )}
    >
      {icon}
      <p className="min-w-40 flex-1">{children}</p>
      {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
