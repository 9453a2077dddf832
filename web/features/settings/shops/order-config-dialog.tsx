import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { formToPortalMessages, portalMessagesToForm, type PortalMessagesProblems } from './portal-messages-form.ts'
import { formToOfflineEntry, offlineEntryToForm } from './offline-entry-form.ts'
import { saveShopConfig } from '#web/api/admin-api.ts'
import { NetworkError } from '#web/api/errors.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { needsConnection, OfflineNotice, useOnlineAction } from '../online/online-work.tsx'
import { ChecklistEditor } from './checklist-editor.tsx'
import { ColorSlider } from './color-slider.tsx'
import { OfflineSettings } from './offline-settings.tsx'
import { PortalSettings } from './portal-settings.tsx'

/** Order Config (SHOPSET-07..20): what nobody touched here follows what is stored, live. Items of the checklist are saved one by one. */
export function OrderConfigDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const perform = useOnlineAction()
  const closing = useClosing(onClose)
  const saved = {
    statusColors: shop.config.orderConfig.statusColors,
    customerPortal: shop.config.customerPortal,
    messages: portalMessagesToForm(shop.config),
    offline: offlineEntryToForm(shop.config),
  }
  const [edits, setEdits] = useState<Partial<typeof saved>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const [offlineProblem, setOfflineProblem] = useState<string>()
  const [problems, setProblems] = useState<PortalMessagesProblems>({})
  const { statusColors, customerPortal, messages, offline } = { ...saved, ...edits }

  const save = async (): Promise<void> => {
    const typed = formToPortalMessages(messages)
    if (typed.problems && customerPortal) return setProblems(typed.problems)
    const entry = formToOfflineEntry(offline)
    if (edits.offline && entry.problem !== undefined) return setOfflineProblem(entry.problem)
    setIsBusy(true)
    setResult(undefined)
    const outcome = await perform({
      run: () =>
        saveShopConfig(shop.id, { orderConfig: { statusColors }, customerPortal, ...(edits.messages && typed.body), ...(edits.offline && entry.body) }),
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
        <PortalSettings
          shopCode={shop.code}
          isEnabled={customerPortal}
          onEnabledChange={(isEnabled) => setEdits({ ...edits, customerPortal: isEnabled })}
          messages={messages}
          onMessagesChange={(next) => {
            setEdits({ ...edits, messages: next })
            setProblems({})
          }}
          problems={problems}
        />
        <OfflineSettings
          value={offline}
          onChange={(next) => {
            setEdits({ ...edits, offline: next })
            setOfflineProblem(undefined)
          }}
          problem={offlineProblem}
        />
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}
