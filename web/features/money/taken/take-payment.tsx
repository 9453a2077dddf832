import { Banknote } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Balance, isUnpaid } from '#schema/rules/money/balance.ts'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from './take-payment-texts.ts'

const TakePaymentDialog = lazy(async () => ({ default: (await import('./take-payment-dialog.tsx')).TakePaymentDialog }))

type TakePaymentProps = { shopId: string; order: { id: string; orderStatusId: string }; balance: Balance; isMain: boolean; onPickUp: (() => void) | undefined }

/** The button at the head of an order that takes what is to pay. */
export function TakePayment({ shopId, order, balance, isMain, onPickUp }: TakePaymentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const print = (): void => openDialog({ kind: 'papers', orderIds: [order.id], paper: isFinishedStatus(order.orderStatusId) ? 'pick-up' : 'drop-off' })
  return (
    <>
      <Button variant={isMain && isUnpaid(balance) ? 'primary' : undefined} onClick={() => setIsOpen(true)}>
        <Banknote aria-hidden="true" />
        {t.take()}
      </Button>
      {isOpen && (
        <Suspense>
          <TakePaymentDialog shopId={shopId} orderId={order.id} balance={balance} onPrint={print} onPickUp={onPickUp} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
