import { toSharedOrigin } from '#schema/rules/shop/shared-origin.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'

/** The origin for papers and links; null if others cannot reach the server. */
export const useSharedOrigin = (): string | null => toSharedOrigin(window.location.origin, useBootstrap()?.address ?? null)

/** The same, or that of this page: an address that works here at least. */
export const useLinkOrigin = (): string => useSharedOrigin() ?? window.location.origin

/** How others reach the server, for pages that name an address of this computer alone. */
export const HowOthersReachIt = () => (
  <>
    For others, whoever runs the server sets <code>HOST</code> and <code>PUBLIC_URL</code>.
  </>
)

/** Stands under an address that only this computer opens. */
export const ThisComputerAlone = () => (
  <p className="text-sm text-muted">
    This address works on this computer alone. <HowOthersReachIt />
  </p>
)
