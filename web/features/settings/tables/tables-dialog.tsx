import { useRef, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { ImportSection } from './import-section.tsx'
import { t } from './tables-texts.ts'
import { common } from '#web/language/common-texts.ts'
import { Download } from 'lucide-react'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { exportShop } from '#web/api/tables-api.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { downloadBlob } from '#web/ui/download-text.ts'
import { toTrouble } from './table-trouble.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

/** Imports tables of other systems and exports the shop. Closing stops a running transfer. */
export function TablesDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const note = useRef<HTMLParagraphElement>(null)
  const close = (): void => {
    // A press outside must not stop a long import.
    if (isBusy) note.current?.focus()
    else onClose()
  }
  return (
    <Dialog
      open
      size="sheet"
      title={t.title()}
      description={shop.name}
      onCloseRequest={close}
      footer={
        <>
          <p ref={note} tabIndex={-1} role="status" className="text-sm text-muted outline-none">
            {isBusy && t.busy()}
          </p>
          <Button className="ml-auto" aria-disabled={isBusy || undefined} onClick={close}>
            {common.close()}
          </Button>
        </>
      }
    >
      <OfflineNotice className="mb-4" />
      <Tables shop={shop} onBusy={setIsBusy} />
    </Dialog>
  )
}

export function Tables({ shop, onBusy }: { shop: BootstrapShop; onBusy: (isBusy: boolean) => void }) {
  const { locale, countryCode, effectiveTimeZone } = shopToProfile(shop)
  return (
    <>
      <ImportSection shopId={shop.id} locale={locale} countryCode={countryCode} timeZone={effectiveTimeZone} onBusy={onBusy} />
      <ExportSection shopId={shop.id} shopName={shop.name} onBusy={onBusy} />
    </>
  )
}

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
