import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { exportShop } from '#web/api/tables-api.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { downloadBlob } from '#web/ui/download-text.ts'
import { toTrouble } from './table-trouble.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'

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
      setResult(`${name} is saved, ${bytesToText(blob.size)}. It holds personal data: keep it where only you can read it.`)
    } catch (error) {
      setResult(controller.signal.aborted ? 'Cancelled. Nothing was saved.' : toTrouble('The export was not made', error))
    } finally {
      setBytes(undefined)
      onBusy(false)
    }
  }

  return (
    <section aria-labelledby="export-title" className="mt-8 border-t border-line pt-5">
      <h3 id="export-title" className="text-lg font-semibold">
        Export everything
      </h3>
      <p className="mt-1 max-w-200 text-muted">
        One zip with every row as CSV and JSON, and all photos and documents. Passcodes of devices and access codes are not in it, and activities only if you
        may see them. Another Mainspring takes it back row for row.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button busy={bytes !== undefined} onClick={() => void run()}>
          <Download aria-hidden="true" />
          Export everything
        </Button>
        {bytes !== undefined && <Button onClick={() => stopper.current?.abort()}>Cancel export</Button>}
        <p role="status" className="min-w-0 text-sm text-muted wrap-anywhere tabular-nums">
          {bytes === undefined ? result : `${bytesToText(bytes)} so far…`}
        </p>
      </div>
    </section>
  )
}
