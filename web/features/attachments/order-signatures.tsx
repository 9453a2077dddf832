import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useSignature } from '#web/device/react/use-files.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { SignedAt } from './signature-dialog.tsx'
import { SignaturePicture } from './signature-picture.tsx'
import { t } from './attachments-texts.ts'

const SignatureDialog = laterDialog(async () => (await import('./signature-dialog.tsx')).SignatureDialog)

type OrderSignaturesProps = { shopId: string; orderId: string; customer: Pick<Customer, 'name' | 'language'> | undefined }

/** An order's signatures; they are immutable, a new one is added instead. */
export function OrderSignatures(props: OrderSignaturesProps) {
  const { files } = useDevice()
  const { signatureOn } = useShopProfile(props.shopId)
  const isEmpty = [useSignature(props.orderId, 'drop-off'), useSignature(props.orderId, 'pick-up')].every((signature) => signature === null)
  const [signing, setSigning] = useState<SignedAt>()
  if (!signatureOn || files.isOff) return null
  return (
    <Panel title={t.signatures()} isEmpty={isEmpty}>
      <div className="grid gap-4 pl-7 group-data-empty/panel:flex group-data-empty/panel:flex-wrap group-data-empty/panel:gap-2 group-data-empty/panel:pl-0 sm:grid-cols-2">
        <Signature at="drop-off" title={t.place['drop-off']()} orderId={props.orderId} onSign={setSigning} />
        <Signature at="pick-up" title={t.place['pick-up']()} orderId={props.orderId} onSign={setSigning} />
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
      <h4 className="text-sm font-semibold group-data-empty/panel:sr-only">{title}</h4>
      {signature === null ? (
        <p className="text-sm text-muted group-data-empty/panel:sr-only">{t.notSigned()}</p>
      ) : (
        <>
          <SignaturePicture view={signature.view} signedName={signature.row.signedName ?? t.theCustomer()} />
          <p className="text-sm text-muted">
            {signature.row.signedName}, {format.date(signature.row.takenAt ?? signature.row.createdAt)}
          </p>
        </>
      )}
      <Button className="self-start" aria-label={signature === null ? t.signAt[at]() : t.signAgainAt[at]()} onClick={() => onSign(at)}>
        <PenLine aria-hidden="true" />
        <span>
          {signature === null ? t.sign() : t.signAgain()}
          <span className="hidden group-data-empty/panel:inline"> {t.at[at]()}</span>
        </span>
      </Button>
    </section>
  )
}
