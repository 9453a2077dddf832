import { CircleAlert, CircleCheck, Clock, CloudDownload, CloudOff, DatabaseZap, HardDrive, KeyRound, LoaderCircle, Sparkles } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useFilesProgress } from '#web/device/react/use-files-progress.ts'
import { useNotices, useRenumbered, useSyncStatus } from '#web/device/react/use-device.ts'
import { useAuth } from '#web/session/session.ts'
import { cn } from '#web/ui/cn.ts'
import { addOpenDialog } from '#web/ui/overlays/open-dialogs.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { addFilesToBadge } from './files/files-words.ts'
import { type Badge, type BadgeKind, badgeToAnnouncement, statusToBadge } from './sync-words.ts'
import { useClockTime } from '../../inputs/shop-format.tsx'
import { laterDialog, laterPart } from '#web/navigation/later.tsx'
import { t } from './sync-words-texts.ts'

const SignInAgainDialog = laterDialog(async () => (await import('../session/sign-in-again-dialog.tsx')).SignInAgainDialog)
const SyncPanelDialog = laterDialog(async () => (await import('./sync-panel-dialog.tsx')).SyncPanelDialog)
const ImportUnsentDialog = laterDialog(async () => (await import('./import-unsent-dialog.tsx')).ImportUnsentDialog)
const SyncPanelHead = laterPart(async () => (await import('./sync-panel.tsx')).SyncPanelHead)
const SyncPanelFoot = laterPart(async () => (await import('./sync-panel.tsx')).SyncPanelFoot)
const SyncPanelBody = laterPart(async () => (await import('./sync-panel-body.tsx')).SyncPanelBody)

const iconByKind = {
  'signed-out': KeyRound,
  outdated: Sparkles,
  attention: CircleAlert,
  'storage-full': HardDrive,
  'storage-trouble': DatabaseZap,
  'first-sync': CloudDownload,
  offline: CloudOff,
  waiting: Clock,
  starting: LoaderCircle,
  synced: CircleCheck,
} as const

const classByKind: Record<BadgeKind, string> = {
  'signed-out': 'bg-warn-soft text-warn-ink',
  outdated: 'bg-warn-soft text-warn-ink',
  attention: 'bg-warn-soft text-warn-ink',
  'storage-full': 'bg-warn-soft text-warn-ink',
  'storage-trouble': 'bg-warn-soft text-warn-ink',
  'first-sync': 'text-accent-ink',
  offline: 'bg-sunken text-ink',
  waiting: 'text-ink',
  starting: 'text-muted',
  synced: 'text-muted',
}

export function SyncBadge() {
  const toClockTime = useClockTime()
  const status = useSyncStatus()
  const { needsSignIn } = useAuth()
  const [isOpen, setIsOpen] = useState(false)
  const [isSigningIn, setIsSigningIn] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const isPhone = useMediaQuery('(max-width: 639px)')
  const files = useFilesProgress()
  const badge = addFilesToBadge(statusToBadge(status, needsSignIn, toClockTime), files)
  const leave = (): void => setIsOpen(false)
  // A toast above the panel passes Esc to it; on a phone the panel is a dialog, which registers itself.
  useEffect(() => (isOpen && !isPhone ? addOpenDialog({ requestClose: () => setIsOpen(false) }) : undefined), [isOpen, isPhone])
  const signIn = (): void => {
    leave()
    setIsSigningIn(true)
  }
  const openFile = (chosen: File): void => {
    leave()
    setFile(chosen)
  }
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger asChild>
          <BadgeButton badge={badge} />
        </Popover.Trigger>
        {!isPhone && (
          <Popover.Portal>
            <Popover.Content
              align="end"
              sideOffset={6}
              collisionPadding={8}
              aria-label={t.sync()}
              onOpenAutoFocus={focusPanel}
              // A fixed height, so that nothing moves under the pointer; leaves room for a toast below.
              className="z-40 flex h-[min(40rem,max(20rem,var(--radix-popover-content-available-height)_-_10rem))] max-h-(--radix-popover-content-available-height) w-[min(27rem,calc(100vw-1rem))] animate-rise flex-col overflow-hidden rounded-md border border-line bg-surface text-ink shadow-float outline-none"
            >
              <SyncPanelHead badge={badge} onSignIn={signIn} />
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
                <SyncPanelBody onLeave={leave} onFile={openFile} />
              </div>
              <div className="border-t border-line py-2 pr-2 pl-4">
                <SyncPanelFoot />
              </div>
            </Popover.Content>
          </Popover.Portal>
        )}
      </Popover.Root>
      {isPhone && <SyncPanelDialog open={isOpen} badge={badge} onClose={leave} onSignIn={signIn} onFile={openFile} />}
      <Announcer badge={badge} />
      <SignInAgainDialog open={isSigningIn} onClose={() => setIsSigningIn(false)} />
      {file && <ImportUnsentDialog file={file} onClose={() => setFile(null)} />}
    </>
  )
}

/** Focuses the panel itself, so that it is read from its start and a second Enter presses no button. */
function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

function BadgeButton({ badge, ...trigger }: { badge: Badge } & ComponentProps<'button'>) {
  const Icon = iconByKind[badge.kind]
  const notices = useNotices() ?? []
  const renumbered = useRenumbered() ?? []
  return (
    <button
      {...trigger}
      type="button"
      // As wide as its common states, so that its neighbours do not move during sending.
      data-sync={badge.kind}
      aria-label={t.badgeButton({ state: badge.text })}
      className={cn(
        'relative flex min-h-11 min-w-11 items-center gap-1.5 rounded-md px-2.5 max-sm:min-w-23 max-sm:justify-center max-sm:px-2 sm:min-w-38 lg:min-w-27 2xl:min-w-38 text-sm tabular-nums transition-colors hover:bg-hover',
        classByKind[badge.kind],
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
      {notices.length + renumbered.length > 0 && (
        <span data-unread="" aria-hidden="true" className="absolute top-1.5 left-1.5 size-2.5 rounded-full border-2 border-surface bg-accent" />
      )}
      {badge.isOffline === true && <CloudOff aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />}
      <span className="whitespace-nowrap max-sm:hidden lg:max-2xl:hidden">{badge.text}</span>
      {badge.short !== '' && (
        <span className={cn('whitespace-nowrap sm:max-lg:hidden 2xl:hidden', badge.count !== undefined && 'max-sm:hidden')}>{badge.short}</span>
      )}
      {badge.count !== undefined && <span className="font-semibold sm:hidden">{badge.count}</span>}
    </button>
  )
}

function Announcer({ badge }: { badge: Badge }) {
  const [text, setText] = useState('')
  const previous = useRef(badge.kind)
  useEffect(() => {
    const announcement = badgeToAnnouncement(previous.current, badge)
    previous.current = badge.kind
    if (announcement !== undefined) setText(announcement)
  }, [badge])
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}
