import type { Payment } from '#schema/collections/work/payments.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { runAction } from '#web/navigation/notify.ts'
import { readOpenTill } from './taken/open-till.ts'
import { type MoneyForm, moneyToCreate, newRefundForm } from './form.ts'
import { MoneyEditor } from './money-editor.tsx'
import { t } from './money-texts.ts'

type RefundOfPaymentProps = {
  payment: Payment
  left: number
  /** Undefined: a draft decides, which a reload left. */
  isWanted: boolean | undefined
  shopId: string
  orderId: string
  report: ReportTyped
  onClose: () => void
}

/** Gives a payment back, whole or in part, below its line. */
export function RefundOfPayment({ payment, left, isWanted, shopId, orderId, report, onClose }: RefundOfPaymentProps) {
  const device = useDevice()
  const stored = useStoredDraft(`refund-add/${orderId}/${payment.id}`)
  if (stored.state === 'loading' || !(isWanted ?? stored.draft !== undefined)) return null
  const save = async (form: MoneyForm): Promise<boolean> => {
    const outcome = await runAction({
      run: async () => {
        const till = await readOpenTill(device.rows, shopId)
        return device.write(shopId, [moneyToCreate('payment', orderId, form, undefined, till)], { draftKey: stored.key, isStaying: true })
      },
      success: t.added.refund(),
      failure: t.addFailed.refund(),
    })
    if (outcome.ok) onClose()
    return outcome.ok
  }
  return (
    <div className="w-full py-1 max-sm:order-last sm:col-span-full">
      <MoneyEditor
        kind="payment"
        shopId={shopId}
        orderId={orderId}
        opened={newRefundForm(payment, left)}
        draftKey={stored.key}
        draft={stored.draft}
        saveText={t.add.refund()}
        toSaveText={t.addAmount}
        onSave={save}
        onCancel={onClose}
        report={report}
      />
    </div>
  )
}
