import { ClockAlert, TriangleAlert, Download, Upload } from 'lucide-react'
import { useDevice } from '#web/device/react/provider.tsx'
import { storageTroubleMessage } from '#web/device/platform/storage-errors.ts'
import { useFilesProgress } from '#web/device/react/use-files-progress.ts'
import { useClockCorrectionMs, useOfSyncStatus, useRefusedChanges, useWaitingChanges } from '#web/device/react/use-device.ts'
import { NeedsAttention } from '#web/features/attention/needs-attention.tsx'
import { NewerRows, SetBackNotice } from '#web/features/attention/newer-rows.tsx'
import { RefusedOfShopLink } from '#web/features/attention/refused/refused-of-shop-link.tsx'
import { clockToText } from './clock-words.ts'
import { StorageHelp } from '../news/storage-help.tsx'
import { SyncFiles } from './files/sync-files.tsx'
import { SyncDevice } from './sync-device.tsx'
import { SyncWaiting } from './sync-waiting.tsx'
import { toShownText } from '#web/language/staff-texts.ts'
import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveUnsentButton } from './save-unsent.tsx'
import { t } from './sync-texts.ts'

export function SyncPanelBody({ onLeave, onFile }: { onLeave: () => void; onFile: (file: File) => void }) {
  const { userId } = useDevice()
  const problem = useOfSyncStatus((status) => status.problem)
  const correctionMs = useClockCorrectionMs()
  const refused = useRefusedChanges()
  const waiting = useWaitingChanges()
  const files = useFilesProgress()
  return (
    <>
      {problem !== null && (
        <div role="status" className="flex gap-3 border-b border-line bg-warn-soft px-4 py-3 text-warn-ink">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div>
            <p>{toShownText(problem)}</p>
            {waiting.length + refused.length > 0 && <p className="mt-1 text-sm">{t.problemSafe()}</p>}
            {problem === storageTroubleMessage && (
              <div className="mt-2 flex flex-wrap gap-2">
                <StorageHelp userId={userId} />
              </div>
            )}
          </div>
        </div>
      )}
      {correctionMs !== 0 && (
        <div role="status" className="flex gap-3 border-b border-line bg-warn-soft px-4 py-3 text-warn-ink">
          <ClockAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <p>{clockToText(correctionMs)}</p>
        </div>
      )}
      <SetBackNotice />
      <NeedsAttention onOpenForm={onLeave} />
      <NewerRows />
      <SyncWaiting waiting={waiting} />
      <SyncFiles />
      <SyncDevice />
      <SyncTransfer unsent={waiting.length + refused.length + files.waiting + files.troubled} onFile={onFile} />
      <RefusedOfShopLink onLeave={onLeave} />
    </>
  )
}

function SyncTransfer({ unsent, onFile }: { unsent: number; onFile: (file: File) => void }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <section aria-label={t.fileHead()} className="pb-3">
      <h3 className="px-4 pt-3 pb-1 text-sm font-semibold text-muted">{t.fileHead()}</h3>
      <p className="px-4 text-sm text-muted">{t.fileText()}</p>
      <div className="mt-2 flex flex-wrap gap-2 px-4">
        <SaveUnsentButton disabled={unsent === 0} className="px-3">
          <Download aria-hidden="true" />
          {t.saveAsFile()}
        </SaveUnsentButton>
        <Button className="px-3" onClick={() => inputRef.current?.click()}>
          <Upload aria-hidden="true" />
          {t.openFile()}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept="application/json,.json"
          aria-label={t.fileOfUnsent()}
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // Lets the same file be chosen again.
            currentTarget.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
    </section>
  )
}
