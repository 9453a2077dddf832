import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LeaveChoice, Leaving } from '#web/device/leaving/leaving.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { SaveUnsentButton } from '../sync/save-unsent.tsx'
import { filesToText, joinTexts } from '../sync/files/files-words.ts'
import { cancelSignOut, useSignOut } from './sign-out.ts'
import { unfinishedText } from '../sync/panel-words.ts'
import { changesText } from '../sync/sync-words.ts'
import type { Device } from '#web/device/device-types.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../sync/sync-texts.ts'

const sendPatienceMs = 5_000

/** Sends first, then asks about what is still unsent; never drops it silently. */
export function SignOutDialog() {
  const device = useDevice()
  const { logout } = useAuth()
  const state = useSignOut()
  const [isLeaving, setIsLeaving] = useState(false)
  const { step } = state

  const leave = async (choice: LeaveChoice, told: Leaving): Promise<void> => {
    setIsLeaving(true)
    const outcome = await device.leaving.leave(choice, told).catch(() => undefined)
    // A storage that keeps failing must not prevent signing out.
    if (outcome === undefined ? step === 'failed' : outcome.isOver) return logout()
    setIsLeaving(false)
    useSignOut.setState(outcome?.isOver === false ? { step: 'asking', ...outcome.leaving } : { step: 'failed', choice, told }, true)
  }

  useEffect(() => {
    if (step !== 'sending') return undefined
    let isOver = false
    void sendWhatWaits(device)
      .catch(() => undefined)
      .then(async (leaving) => {
        if (isOver) return
        // The contents could not be counted, so discard nothing.
        if (leaving === undefined) return leave('keep', { unsent: 0, refused: 0, drafts: 0, isSealable: false })
        const { unsent, refused, drafts, files = 0 } = leaving
        if (unsent + refused + drafts + files > 0) useSignOut.setState({ step: 'asking', ...leaving }, true)
        else await leave('discard', leaving)
      })
    return () => {
      isOver = true
    }
    // `leave` changes with each render, with the same effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [step, device])

  if (step === 'none') return null
  if (step === 'sending') {
    return (
      <Dialog key="sending" open onCloseRequest={() => !isLeaving && cancelSignOut()} size="sm" title={t.signingOut()}>
        <div className="[&>div]:min-h-32">
          <PageSpinner text={t.signingOutText()} />
        </div>
      </Dialog>
    )
  }
  if (step === 'failed') return <FailedDialog isLeaving={isLeaving} onRetry={() => void leave(state.choice, state.told)} />
  const { unsent, refused, drafts, files = 0, isSealable } = state
  const changes = unsent + refused
  return (
    <Dialog
      key="asking"
      open
      initialFocus={() => document.querySelector<HTMLElement>('[data-stay-signed-in]')}
      onCloseRequest={() => !isLeaving && cancelSignOut()}
      title={
        unsent > 0
          ? t.changesNotSent({ count: unsent })
          : refused > 0
            ? t.changesNeedAttention({ count: refused })
            : drafts > 0
              ? unfinishedText(drafts)
              : t.photosNotSent({ count: files })
      }
      footer={
        <>
          <Button onClick={cancelSignOut} disabled={isLeaving} data-stay-signed-in="">
            {t.staySignedIn()}
          </Button>
          <Button variant="primary" busy={isLeaving} onClick={() => void leave('keep', state)}>
            {t.signOutAndKeep()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {unsent > 0 && <p>{t.changesHere({ count: unsent })}</p>}
        {refused > 0 && <p>{t.changesRefused({ count: refused })}</p>}
        {files > 0 && <p>{t.photosHere({ count: files })}</p>}
        {drafts > 0 && <p>{t.draftsHere({ count: drafts })}</p>}
        <p>{isSealable ? t.keptSealed() : t.keptOpen()}</p>
        {changes + files > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="min-w-56 flex-1 text-sm text-muted">{t.takeAlong({ count: changes })}</p>
            <SaveUnsentButton disabled={isLeaving} className="px-3">
              <Download aria-hidden="true" />
              {t.saveAsFile()}
            </SaveUnsentButton>
          </div>
        )}
        <div className="border-t border-line pt-3">
          <ConfirmRow
            label={t.signOutAndDiscard()}
            question={t.discardForGood({
              items: joinTexts([changes > 0 ? changesText(changes) : '', files > 0 ? filesToText(files) : '', drafts > 0 ? unfinishedText(drafts) : '']),
            })}
            yesText={t.discard()}
            noText={t.keep()}
            busy={isLeaving}
            onConfirm={() => void leave('discard', state)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function FailedDialog({ isLeaving, onRetry }: { isLeaving: boolean; onRetry: () => void }) {
  return (
    <Dialog
      key="failed"
      open
      size="sm"
      onCloseRequest={() => !isLeaving && cancelSignOut()}
      title={t.notSignedOut()}
      footer={
        <>
          <Button onClick={cancelSignOut} disabled={isLeaving}>
            {t.staySignedIn()}
          </Button>
          <Button variant="primary" busy={isLeaving} onClick={onRetry}>
            {common.tryAgain()}
          </Button>
        </>
      }
    >
      <p role="alert">{t.notSignedOutText()}</p>
    </Dialog>
  )
}

async function sendWhatWaits(device: Device): Promise<Leaving> {
  if ((await device.outbox.count()) > 0) {
    await Promise.race([device.sync.run().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, sendPatienceMs))])
  }
  return device.leaving.count()
}
