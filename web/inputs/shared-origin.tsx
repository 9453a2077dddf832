import { toSharedOrigin } from '#schema/rules/shop/shared-origin.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { t } from '#web/inputs/inputs-texts.ts'

/** The origin for papers and links; null if others cannot reach the server. */
export const useSharedOrigin = (): string | null => toSharedOrigin(window.location.origin, useBootstrap()?.address ?? null)

/** The same, or that of this page: an address that works here at least. */
export const useLinkOrigin = (): string => useSharedOrigin() ?? window.location.origin

/** How others reach the server, for pages that name an address of this computer alone. */
export const HowOthersReachIt = () => t.forOthers({ host: 'HOST', address: 'PUBLIC_URL' })

/** Stands under an address that only this computer opens. */
export const ThisComputerAlone = () => (
  <p className="text-sm text-muted">
    {t.thisComputer()} <HowOthersReachIt />
  </p>
)
