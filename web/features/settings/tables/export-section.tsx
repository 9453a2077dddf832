import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { exportShop } from '#web/api/tables-api.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { downloadBlob } from '#web/ui/download-text.ts'
import { toTrouble } from './table-trouble.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'
import { t } from './tables-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

type ExportSectionProps = { shopId: string; shopName: string; onBusy: (isBusy: boolean) => void; get?: typeof exportShop }

export function ExportSection({ shopId, shopName, onBusy, get = exportShop }: ExportSectionProps) {
  const [bytes, setBytes] = useState<number>()
  const [result, setResult] = useState<string>()
  const stopper = useRef<AbortController>(undefined)
  useStopOnLeave(stopper)

  const run = async (): Promise<void> => {
    const controller = new AbortController()
    stopper.current = controller
    onBusy(true)
    setBytes(0)
    setResult(undefined)
    try {
      const blob = await get(shopId, setBytes, controller.signal)
      const name = `${shopName.replace(/[^A-Za-z0-9]+/g, '_')}_${correctedNow().toISOString().slice(0, 10)}.zip`
      downloadBlob(blob, name)
      setResult(t.exported({ file: name, size: bytesToText(blob.size, readLanguage()) }))
    } catch (error) {
      setResult(controller.signal.aborted ? t.exportCancelled() : toTrouble(t.exportFailed(), error))
    } finally {
      setBytes(undefined)
      onBusy(false)
    }
  }

  return (
    <section aria-labelledby="export-title" className="mt-8 border-t border-line pt-5">
      <h3 id="export-title" className="text-lg font-semibold">
        {t.export()}
      </h3>
      <p className="mt-1 max-w-200 text-muted">{t.exportText()}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button busy={bytes !== undefined} onClick={() => void run()}>
          <Download aria-hidden="true" />
          {t.export()}
        </Button>
        {bytes !== undefined && <Button onClick={() => stopper.current?.abort()}>{t.cancelExport()}</Button>}
        <p role="status" className="min-w-0 text-sm text-muted wrap-anywhere tabular-nums">
          {bytes === undefined ? result : t.soFar({ size: bytesToText(bytes, readLanguage()) })}
        </p>
      </div>
    </section>
  )
}
