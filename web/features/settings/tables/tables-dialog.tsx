import { useRef, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { ExportSection } from './export-section.tsx'
import { ImportSection } from './import-section.tsx'
import { t } from './tables-texts.ts'
import { common } from '#web/language/common-texts.ts'

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
