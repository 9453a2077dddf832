import { HowOthersReachIt, useSharedOrigin } from '#web/inputs/shared-origin.tsx'
import { QrCode } from '../profile/qr-code.tsx'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { settings } from '../all/settings-texts.ts'

/** The address that tablets open, with its code; without one, how to open the server to them. */
export function TabletsAddress() {
  const address = useSharedOrigin()
  if (address === null)
    return (
      <p>
        {settings.thisComputerAlone()} <HowOthersReachIt />
      </p>
    )
  return (
    <div className="flex flex-wrap items-start gap-4">
      <QrCode text={address} label={settings.qrCodeOf({ address })} />
      <p className="min-w-0 flex-1 basis-60">
        {fillNodes(settings.tabletsOpen({ address: '{address}' }), { address: <span className="font-semibold wrap-anywhere">{address}</span> })}
      </p>
    </div>
  )
}
