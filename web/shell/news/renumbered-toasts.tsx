import { useEffect } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'

/** Tells at once that an order has another number than the one that may stand on its label; it stays to be read behind the sync badge. */
export function RenumberedToasts() {
  const device = useDevice()
  useEffect(
    () =>
      device.numbers.onRenumbered((renumbered) => {
        // Where it cannot be had, the badge says it all the same.
        void import('#web/features/attention/renumbered-text.ts').then(
          ({ tellRenumbered }) => tellRenumbered(renumbered, device.sync.bootstrap.get()),
          () => undefined,
        )
      }),
    [device],
  )
  return null
}
