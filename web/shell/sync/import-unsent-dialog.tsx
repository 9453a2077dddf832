import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ImportPreview } from '#web/device/outbox/unsent/unsent-transfer.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { failureToDescription, runAction } from '../../navigation/notify.ts'
import { changesToCounts } from './panel-words.ts'
import { useClockTime } from '../../inputs/shop-format.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './sync-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

type Read = { state: 'reading' } | { state: 'failed'; reason: string } | { state: 'ready'; preview: ImportPreview }

export function ImportUnsentDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const device = useDevice()
  const [read, setRead] = useState<Read>({ state: 'reading' })
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    let isOver = false
    const look = async (): Promise<Read> => ({ state: 'ready', preview: await device.outbox.previewImport(file) })
    look()
      .catch((error: unknown): Read => ({ state: 'failed', reason: failureToDescription(error) ?? t.importUnread() }))
      .then(
        (next) => !isOver && setRead(next),
        () => undefined,
      )
    return () => {
      isOver = true
    }
  }, [device, file])

  const fresh = read.state === 'ready' ? read.preview.changes.length + read.preview.refused : 0
  const take = async (): Promise<void> => {
    setIsBusy(true)
    const outcome = await runAction({
      run: () => device.outbox.importFile(file),
      success: ({ changes, refused, alreadyHere }) => ({
        title: t.importAdded({ count: changes + refused }),
        description: [
          changes > 0 ? t.importSent({ count: changes }) : '',
          refused > 0 ? t.importAttention({ count: refused }) : '',
          alreadyHere > 0 ? t.importKnown({ count: alreadyHere }) : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      }),
      failure: { title: t.importFailed(), description: t.nothingChanged() },
    })
    setIsBusy(false)
    if (outcome.ok) onClose()
  }

  return (
    <Dialog
      open
      onCloseRequest={() => !isBusy && onClose()}
      size="sm"
      title={t.importTitle()}
      description={file.name}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {fresh > 0 ? common.cancel() : common.close()}
          </Button>
          {read.state === 'ready' && fresh > 0 && (
            <Button variant="primary" busy={isBusy} onClick={() => void take()}>
              {t.importAdd({ count: fresh })}
            </Button>
          )}
        </>
      }
    >
      <div className="min-h-24" aria-live="polite">
        {read.state === 'reading' && (
          <div className="flex flex-col gap-3 pt-1">
            <Skeleton className="w-56" />
            <Skeleton className="w-40" />
          </div>
        )}
        {read.state === 'failed' && (
          <div className="flex gap-3">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
            <div>
              <p>{read.reason}</p>
              <p className="mt-1 text-muted">{t.nothingChanged()}</p>
            </div>
          </div>
        )}
        {read.state === 'ready' && <Summary preview={read.preview} />}
      </div>
    </Dialog>
  )
}

function Summary({ preview: { changes, refused, alreadyHere, exportedAt } }: { preview: ImportPreview }) {
  const toClockTime = useClockTime()
  const total = changes.length + refused + alreadyHere
  const oldest = changes.reduce<string | undefined>((first, { at }) => (first === undefined || at < first ? at : first), undefined)
  const lines = [
    ...changesToCounts(changes),
    ...(refused > 0 ? [t.importRefused({ count: countToText(refused) })] : []),
    ...(alreadyHere > 0 ? [t.importHere({ count: countToText(alreadyHere) })] : []),
  ]
  return (
    <>
      <p className="tabular-nums">
        {total === 0
          ? t.importEmpty()
          : oldest === undefined
            ? t.importHolds({ count: total, time: toClockTime(exportedAt) })
            : t.importHoldsOldest({ count: total, time: toClockTime(exportedAt), oldest: toClockTime(oldest) })}
      </p>
      <ul className="mt-2 list-disc pl-5 tabular-nums">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {changes.length + refused > 0 ? (
        <p className="mt-3 text-sm text-muted">{t.importText()}</p>
      ) : (
        total > 0 && <p className="mt-3 text-sm text-muted">{t.importAllHere()}</p>
      )}
    </>
  )
}
