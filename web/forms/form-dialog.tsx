import { type FormEventHandler, type ReactNode, useState } from 'react'
import type { AppLocation } from '#web/navigation/browser-history.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { BackGuard } from './back-guard.tsx'
import { DraftNote } from './drafts/draft-note.tsx'
import { keepEnterForOneLineFields } from './form-keys.ts'
import type { FormShell } from './use-form-shell.ts'
import { useIsSaving } from './saving/use-saving.ts'
import { t } from '#web/forms/forms-texts.ts'
import { common } from '#web/language/common-texts.ts'
import { CircleAlert } from 'lucide-react'
import type { RefusedSource } from './drafts/refused-source.ts'

type FormDialogProps = {
  title: string
  description?: string | undefined
  size: 'md' | 'lg' | 'sheet'
  headerAside?: ReactNode
  shell: FormShell
  /** Clears input outside the form's fields when the form closes without saving. */
  onDiscard?: (() => void) | undefined
  onSubmit: FormEventHandler<HTMLFormElement>
  submitText: string
  /** Another way to save, before the first one. */
  alsoSubmit?: { text: string; onSubmit: () => void } | undefined
  busyText?: string | undefined
  cannotSubmit?: boolean | undefined
  /** Saving is not the main act yet. */
  isSubmitQuiet?: boolean | undefined
  /** Changes to the row meanwhile; above the buttons, where it moves no field. */
  news?: ReactNode
  initialFocus?: (() => HTMLElement | null) | undefined
  isOnAddress?: boolean | undefined
  /** The form lies over another one, which guards Back for both. */
  isNested?: boolean | undefined
  children: ReactNode
}

/** The frame of every form: asks before discarding typed text, and shows the save's result beside the button. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    size,
    headerAside,
    shell,
    onDiscard,
    onSubmit,
    submitText,
    alsoSubmit,
    busyText = t.saving(),
    cannotSubmit = false,
    isSubmitQuiet = false,
    news,
    initialFocus,
    isOnAddress = false,
    isNested = false,
    children,
  } = props
  const { isDirty, closing, result, refused, draftNote } = shell
  const isBusy = useIsSaving(shell)
  /** Set while the question is open; `to`: the target of a link pressed in the form. */
  const [asking, setAsking] = useState<{ to?: AppLocation }>()

  // While the form saves, the question waits for the outcome.
  const requestClose = () => {
    if (isDirty || isBusy) setAsking({})
    else closing.close()
  }
  const isAsking = asking !== undefined && !isBusy && !closing.isClosing.current

  const discard = () => {
    onDiscard?.()
    if (asking?.to === undefined) return shell.leave()
    void shell.removeDraft()
    // Leaving its address closes a form that has one; any other form must be closed first.
    if (isOnAddress) closing.isClosing.current = true
    else closing.close()
    navigate(asking.to)
  }

  return (
    <>
      <Dialog
        open
        size={size}
        title={title}
        description={description}
        headerAside={headerAside}
        onCloseRequest={requestClose}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !cannotSubmit) onSubmit(event)
        }}
        initialFocus={initialFocus}
        footer={
          <>
            {news}
            <Button onClick={requestClose}>{common.cancel()}</Button>
            <span className="flex min-w-0 flex-1 items-center justify-end gap-3">
              <span role="status" className="min-w-0 text-right text-sm text-danger-ink">
                {result}
              </span>
              {alsoSubmit !== undefined && (
                <Button disabled={cannotSubmit} onClick={() => !isBusy && alsoSubmit.onSubmit()}>
                  {alsoSubmit.text}
                </Button>
              )}
              <Button
                type="submit"
                variant={isSubmitQuiet ? 'secondary' : 'primary'}
                disabled={cannotSubmit}
                aria-busy={isBusy || undefined}
                className={alsoSubmit === undefined ? 'min-w-32' : 'sm:min-w-32'}
              >
                {isBusy ? busyText : submitText}
              </Button>
            </span>
          </>
        }
      >
        <div onKeyDown={keepEnterForOneLineFields}>
          <RefusedNote refused={refused} />
          {draftNote && <DraftNote savedAt={draftNote.savedAt} onStartOver={draftNote.startOver} />}
          {children}
        </div>
      </Dialog>
      {!isNested && <BackGuard isActive={isDirty || !isOnAddress} isClosing={closing.isClosing} onLink={isDirty ? (to) => setAsking({ to }) : undefined} />}
      <DiscardQuestion isOpen={isAsking} onKeep={() => setAsking(undefined)} onDiscard={discard} />
    </>
  )
}

function DiscardQuestion({ isOpen, onKeep, onDiscard }: { isOpen: boolean; onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      open={isOpen}
      size="sm"
      title={t.discardQuestion()}
      onCloseRequest={onKeep}
      initialFocus={() => document.querySelector<HTMLElement>('[data-keep-editing]')}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {t.discard()}
          </Button>
          <Button data-keep-editing onClick={onKeep}>
            {t.keepEditing()}
          </Button>
        </>
      }
    >
      <p>{t.notSavedYet()}</p>
    </Dialog>
  )
}

function RefusedNote({ refused }: { refused: RefusedSource | undefined }) {
  if (refused === undefined) return null
  return (
    <div role="status" className="mb-4 flex items-start gap-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0 flex-1">{t.refused({ reason: /[.!?]$/.test(refused.message) ? refused.message : `${refused.message}.` })}</p>
    </div>
  )
}
