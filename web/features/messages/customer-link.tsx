import { Link2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { makeOrderLink, withdrawOrderLinks } from '#web/api/shop-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline, useIsUnsent } from '#web/device/react/use-device.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'

const OrderLinkDialog = lazy(async () => ({ default: (await import('./order-link-dialog.tsx')).OrderLinkDialog }))

/** The customer's own page of the order: a link to it, and the end of all links; online. */
export function CustomerLink({ shopId, orderId }: { shopId: string; orderId: string }) {
  const device = useDevice()
  const isOffline = useIsOffline()
  const isUnsent = useIsUnsent('orders', orderId)
  const [url, setUrl] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const offlineId = useId()
  const make = async (): Promise<void> => {
    setIsBusy(true)
    const outcome = await runAction({
      run: async () => {
        // The server shows what it has.
        if (isUnsent) await device.sync.run()
        return makeOrderLink(shopId, orderId)
      },
      failure: 'Failed to make a link',
    })
    setIsBusy(false)
    if (outcome.ok) setUrl(new URL(outcome.value.url, window.location.origin).href)
  }
  const withdraw = () =>
    runAction({ run: () => withdrawOrderLinks(shopId, orderId), success: 'All links to this order are withdrawn', failure: 'Failed to withdraw the links' })
  return (
    <>
      <Button busy={isBusy} disabled={isOffline} aria-describedby={isOffline ? offlineId : undefined} onClick={() => void make()}>
        <Link2 aria-hidden="true" />
        Customer Link
      </Button>
      <ConfirmRow
        label="Withdraw Links"
        question="Withdraw all links to this order, those in messages too?"
        disabled={isOffline}
        onConfirm={() => void withdraw()}
      />
      {isOffline && (
        <p id={offlineId} className="w-full text-sm text-muted">
          The server makes links and withdraws them: that needs a connection. A message with a link can be written now, and gets its link when it is sent.
        </p>
      )}
      {url !== undefined && (
        <Suspense>
          <OrderLinkDialog url={url} onClose={() => setUrl(undefined)} />
        </Suspense>
      )}
    </>
  )
}
