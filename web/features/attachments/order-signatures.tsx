import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useSignature } from '#web/device/react/use-files.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { SignedAt } from './signature-dialog.tsx'
import { SignaturePicture } from './signature-picture.tsx'

const SignatureDialog = laterDialog(async () => (await import('./signature-dialog.tsx')).SignatureDialog)

type OrderSignaturesProps = { shopId: string; orderId: string; customerName: string }

/** An order's signatures; they are immutable, a new one is added instead. */
export function OrderSignatures(props: OrderSignaturesProps) {
  const { files } = useDevice()
  const { signatureOn } = useShopProfile(props.shopId)
  const [signing, setSigning] = useState<SignedAt>()
  if (!signatureOn || files.isOff) return null
  return (
    <Panel title="Signatures">
      <div className="grid gap-4 pl-7 sm:grid-cols-2">
        <Signature at="drop-off" title="Drop-off" orderId={props.orderId} onSign={setSigning} />
        <Signature at="pick-up" title="Pick-up" orderId={props.orderId} onSign={setSigning} />
      </div>
      {signing !== undefined && <SignatureDialog {...props} draftKey={`signature/${props.orderId}`} at={signing} onClose={() => setSigning(undefined)} />}
    </Panel>
  )
}

type SignatureProps = { at: SignedAt; title: string; orderId: string; onSign: (at: SignedAt) => void }

function Signature({ at, title, orderId, onSign }: SignatureProps) {
  const signature = useSignature(orderId, at)
  const format = useShopFormat()
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h4 className="text-sm font-semibold">{title}</h4>
      {signature === null ? (
        <p className="text-sm text-muted">Not signed.</p>
      ) : (
        <>
          <SignaturePicture view={signature.view} signedName={signature.row.signedName ?? 'the customer'} />
          <p className="text-sm text-muted">
            {signature.row.signedName}, {format.date(signature.row.takenAt ?? signature.row.createdAt)}
          </p>
        </>
      )}
      <Button className="self-start" aria-label={`${signature === null ? 'Sign' : 'Sign again'} at ${at}`} onClick={() => onSign(at)}>
        <PenLine aria-hidden="true" />
        {signature === null ? 'Sign' : 'Sign again'}
      </Button>
    </section>
  )
}
