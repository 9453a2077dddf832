import { Check, PenLine } from 'lucide-react'
import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFileRoom, usePendingFiles, useSignature } from '#web/device/react/use-files.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from './attachments-texts.ts'

const SignatureDialog = laterDialog(async () => (await import('./signature-dialog.tsx')).SignatureDialog)

type OrderSigningProps = { shopId: string; orderId: string; customerId: string }

/** A button to sign right after intake. */
export function OrderSigning(props: OrderSigningProps) {
  const { files } = useDevice()
  const { signatureOn } = useShopProfile(props.shopId)
  return signatureOn && !files.isOff ? <SigningButton {...props} /> : null
}

function SigningButton({ shopId, orderId, customerId }: OrderSigningProps) {
  const signature = useSignature(orderId, 'drop-off')
  const customer = useRow('customers', customerId)
  const [isSigning, setIsSigning] = useState(false)
  // A signature made in the form belongs to the order once that is stored; its row follows later.
  const pending = usePendingFiles(useFileRoom())
  const isOnItsWay = pending.some((entry) => entry.orderId === orderId && entry.facts.kind === 'signature' && entry.facts.caption === 'drop-off')
  const isSigned = signature !== null || isOnItsWay
  const text = isSigned ? t.signAgain() : t.sign()
  return (
    <>
      {isSigned && (
        <span className="flex items-center gap-1 text-sm text-muted">
          <Check aria-hidden="true" className="size-4" />
          {t.signed()}
        </span>
      )}
      <Button
        variant={isSigned ? 'ghost' : 'secondary'}
        aria-label={isSigned ? t.signAgainAt['drop-off']() : t.signAt['drop-off']()}
        disabled={customer.state !== 'ready'}
        onClick={() => setIsSigning(true)}
      >
        <PenLine aria-hidden="true" />
        {text}
      </Button>
      {isSigning && customer.state === 'ready' && (
        <SignatureDialog
          shopId={shopId}
          orderId={orderId}
          draftKey={`signature/${orderId}`}
          at="drop-off"
          customer={customer.row}
          onClose={() => setIsSigning(false)}
        />
      )}
    </>
  )
}
