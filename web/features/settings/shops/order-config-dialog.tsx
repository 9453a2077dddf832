import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { saveShopConfig } from '#web/api/admin-api.ts'
import { NetworkError } from '#web/api/errors.ts'
import { BackGuard } from '#web/fields/back-guard.tsx'
import { useClosing } from '#web/fields/use-closing.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { needsConnection, OfflineNotice, useOnlineAct } from '../online/online-work.tsx'
import { ChecklistEditor } from './checklist-editor.tsx'
import { ColorSlider } from './color-slider.tsx'

/** Order Config (SHOPSET-07..20): what nobody touched here follows what is stored, live. Items of the checklist are saved one by one. */
export function OrderConfigDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const act = useOnlineAct()
  const closing = useClosing(onClose)
  const saved = { statusColors: shop.config.orderConfig.statusColors, customerPortal: shop.config.customerPortal }
  const [edits, setEdits] = useState<Partial<typeof saved>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const { statusColors, customerPortal } = { ...saved, ...edits }

  const save = async (): Promise<void> => {
    setIsBusy(true)
    setResult(undefined)
    const outcome = await act({
      run: () => saveShopConfig(shop.id, { orderConfig: { statusColors }, customerPortal }),
      success: 'Configuration saved',
      failure: { title: 'Save failed', description: 'Failed to save configuration. Please try again.' },
      isQuiet: true,
    })
    setIsBusy(false)
    if (outcome.ok) return closing.close()
    setResult(outcome.error instanceof NetworkError ? `Not saved. ${needsConnection}` : (outcome.reason ?? 'Not saved.'))
  }

  return (
    <>
      <Dialog
        open
        size="md"
        title="Order Config"
        description={shop.name}
        onCloseRequest={closing.close}
        initialFocus={() => document.querySelector<HTMLElement>('[data-handle=green]')}
        footer={
          <>
            <Button onClick={closing.close}>Cancel</Button>
            <span className="flex min-w-0 flex-1 items-center justify-end gap-3">
              <span role="status" className="min-w-0 text-right text-sm text-muted">
                {result}
              </span>
              <Button variant="primary" busy={isBusy} onClick={() => void save()}>
                Save Changes
              </Button>
            </span>
          </>
        }
      >
        <OfflineNotice className="mb-4" />
        <section aria-label="Color ranges">
          <h3 className="font-semibold">Color ranges</h3>
          <p className="mb-2 text-sm text-muted">Days since the last status change of an order.</p>
          <ColorSlider value={statusColors} onChange={(next) => setEdits({ ...edits, statusColors: next })} />
        </section>
        <ChecklistEditor shopId={shop.id} />
        <div className="mt-6 border-t border-line pt-3">
          <Checkbox
            label="Enable Customer Portal"
            hint={`Customers see and place their orders at ${window.location.host}/${shop.code}`}
            checked={customerPortal}
            onChange={(event) => setEdits({ ...edits, customerPortal: event.target.checked })}
          />
        </div>
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}
