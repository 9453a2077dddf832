import { useEffect } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'

/** Says at once that an order's number differs from its printed label; it stays listed behind the sync badge. */
export function RenumberedToasts() {
  const device = useDevice()
  useEffect(
    () =>
      device.numbers.onRenumbered((renumbered) => {
        // If the import fails, the badge still reports it.
        void import('#web/features/attention/renumbered-text.ts').then(
          ({ tellRenumbered }) => tellRenumbered(renumbered, device.sync.bootstrap.get()),
          () => undefined,
        )
      }),
    [device],
  )
  return null
}
