import { HowOthersReachIt, useSharedOrigin } from '#web/inputs/shared-origin.tsx'
import { QrCode } from '../profile/qr-code.tsx'

/** The address that tablets open, with its code; without one, how to open the server to them. */
export function TabletsAddress() {
  const address = useSharedOrigin()
  if (address === null)
    return (
      <p>
        Mainspring is open on this computer alone, and tablets cannot reach it. <HowOthersReachIt />
      </p>
    )
  return (
    <div className="flex flex-wrap items-start gap-4">
      <QrCode text={address} label={`QR code of ${address}`} />
      <p className="min-w-0 flex-1 basis-60">
        Tablets open <span className="font-semibold wrap-anywhere">{address}</span>: hold their camera before the code, sign in, and install it as an app when
        the browser offers that.
      </p>
    </div>
  )
}
