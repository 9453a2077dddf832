import { useEffect } from 'react'
import { shopTicketPrefix } from '#web/device/platform/shop-ticket-prefix.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { renumberedToText } from '#web/features/attention/renumbered-text.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** Tells at once that an order has another number than the one that may stand on its label; it stays to be read behind the sync badge. */
export function RenumberedToasts() {
  const device = useDevice()
  useEffect(
    () =>
      device.numbers.onRenumbered((renumbered) => {
        const [newest] = renumbered
        if (newest === undefined) return
        const others = renumbered.length - 1
        const more = others === 0 ? '' : ` ${others.toLocaleString('en-US')} more under “Needs attention”.`
        showToast({
          title: renumberedToText(newest, shopTicketPrefix(device.sync.bootstrap.get(), newest.shopId)),
          description: `The number was taken. Write the new one on the label.${more}`,
        })
      }),
    [device],
  )
  return null
}
