import { useDevice } from '#web/device/react/provider.tsx'
import { useArrivals } from '#web/device/react/use-arrivals.ts'
import { useRenumbered } from '#web/device/react/use-device.ts'

/** Says at once that an order's number differs from its printed label; it stays listed behind the sync badge. */
export function RenumberedToasts() {
  const device = useDevice()
  useArrivals(
    useRenumbered(),
    ({ orderId }) => orderId,
    (renumbered) => {
      // If the import fails, the badge still reports it.
      void import('#web/features/attention/renumbered-text.ts').then(
        ({ tellRenumbered }) => tellRenumbered(renumbered, device.sync.bootstrap.get()),
        () => undefined,
      )
    },
  )
  return null
}
