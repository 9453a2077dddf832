import { Download, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import { currentPasswordSchema } from '#schema/api/administration.ts'
import type { BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import { makeBackup, reads } from '#web/api/admin-api.ts'
import { downloadBackup } from '#web/api/tables-api.ts'
import { neededText } from '#web/forms/checked-by.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { downloadBlob } from '#web/ui/download-text.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline, useOnlineAction, useRefresh } from '../online/online-work.tsx'
import { backupsToFacts, backupsToWarning } from './backups-text.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { t } from './settings-app-texts.ts'

const lookEveryMs = 1_500

/** Of the server: the folder of its backups. */
const folderSetting = 'BACKUP_DIR'

export function Backups() {
  const answer = useOnline(reads.backups)
  return <OnlineData answer={answer}>{(backups) => (backups.isOn ? <Kept backups={backups} /> : <Off />)}</OnlineData>
}

function Off() {
  return (
    <p className="flex max-w-200 gap-2 border-t border-line py-3">
      <WarningIcon />
      <span>{fillNodes(t.backups.off({ setting: '{setting}' }), { setting: <code>{folderSetting}</code> })}</span>
    </p>
  )
}

function Kept({ backups }: { backups: BackupsAnswer }) {
  const now = useNow()
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  useLookWhile(backups.isRunning)
  const warning = backupsToWarning(backups, now)
  const begin = async (): Promise<void> => {
    setIsBusy(true)
    await perform({ run: makeBackup, failure: t.backups.beginFailed() })
    setIsBusy(false)
  }
  return (
    <div className="flex max-w-200 flex-col gap-3 border-t border-line py-3">
      {warning !== undefined && (
        <p role="alert" className="flex gap-2 text-danger">
          <WarningIcon />
          <span className="min-w-0 wrap-anywhere">{warning}</span>
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {backupsToFacts(backups, now).map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
      </dl>
      {backups.last !== null && <DownloadNewest />}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={isBusy || backups.isRunning} onClick={() => void begin()}>
          {t.backups.now()}
        </Button>
        <span role="status" className="text-sm text-muted">
          {backups.isRunning && t.backups.running()}
        </span>
      </div>
    </div>
  )
}

const passwordSchema = z.object({ currentPassword: neededText(t.backups.passwordRequired(), currentPasswordSchema, (text) => text === '') })

/** The file holds everything, password hashes too, so an unlocked tablet alone must not get it. */
function DownloadNewest() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-accent-ink">
        <Download aria-hidden="true" className="size-5" />
        {t.backups.downloadLast()}
      </summary>
      {isOpen && (
        <>
          <p className="mb-3 text-sm text-muted">{t.backups.holdsEverything()}</p>
          <OnlineForm
            label={t.backups.downloadLast()}
            formKey="backup-download"
            schema={passwordSchema}
            opened={{ currentPassword: '' }}
            secrets={['currentPassword']}
            submitText={t.backups.download()}
            busyText={t.backups.downloading()}
            send={async ({ currentPassword }) => {
              const { file, name } = await downloadBackup(currentPassword)
              downloadBlob(file, name)
              return name
            }}
            success={(name) => t.backups.downloaded({ name })}
            failure={t.backups.downloadFailed()}
            afterwards="emptied"
            isLine
            onSent={() => setIsOpen(false)}
          >
            {(form) => (
              <Field label={t.backups.yourPassword()} required error={form.formState.errors.currentPassword?.message} className="min-w-60">
                <TextField type="password" autoComplete="current-password" {...form.register('currentPassword')} />
              </Field>
            )}
          </OnlineForm>
        </>
      )}
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </>
  )
}

const WarningIcon = () => <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />

/** Polls until the backup is done. */
function useLookWhile(isRunning: boolean): void {
  const refresh = useRefresh()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refresh(reads.backups), lookEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, refresh])
}
