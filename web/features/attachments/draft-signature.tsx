import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFileRoom, useFileUrl, usePendingFiles } from '#web/device/react/use-files.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { findDraftSignature } from './files-of.ts'
import { SignaturePicture } from './signature-picture.tsx'
import { t } from './attachments-texts.ts'

const SignatureDialog = laterDialog(async () => (await import('./signature-dialog.tsx')).SignatureDialog)

type DraftSignatureProps = { shopId: string; draftKey: string; customerId: string }

export function DraftSignature(props: DraftSignatureProps) {
  const { files } = useDevice()
  const { signatureOn } = useShopProfile(props.shopId)
  return signatureOn && !files.isOff ? <SignaturePanel {...props} /> : null
}

function SignaturePanel({ shopId, draftKey, customerId }: DraftSignatureProps) {
  const room = useFileRoom()
  const signature = findDraftSignature(usePendingFiles(room), draftKey)
  const view = useFileUrl(room, signature, 'content')
  const customer = useRow('customers', customerId === '' ? null : customerId)
  const [isSigning, setIsSigning] = useState(false)
  const signedName = signature?.facts.signedName ?? t.theCustomer()
  return (
    <Panel title={t.signature()}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pl-7">
        {signature !== undefined && <SignaturePicture view={view} signedName={signedName} />}
        <p role="status" className="min-w-0 basis-full text-muted wrap-anywhere sm:basis-auto">
          {signature === undefined ? t.notSigned() : t.signedBy({ name: signedName })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button disabled={customer.state !== 'ready'} onClick={() => setIsSigning(true)}>
            <PenLine aria-hidden="true" />
            {signature === undefined ? t.takeSignature() : t.signAgain()}
          </Button>
          {signature !== undefined && (
            <Button variant="ghost" onClick={() => void room?.remove([signature.id])}>
              {t.removeSignature()}
            </Button>
          )}
        </div>
      </div>
      {isSigning && customer.state === 'ready' && (
        <SignatureDialog shopId={shopId} orderId={null} draftKey={draftKey} at="drop-off" customer={customer.row} onClose={() => setIsSigning(false)} />
      )}
    </Panel>
  )
}
