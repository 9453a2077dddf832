import { OrderPhotos } from '#web/features/attachments/order-photos.tsx'
import { OrderSignatures } from '#web/features/attachments/order-signatures.tsx'
import { OrderChecklist } from '#web/features/checklist/order-checklist.tsx'
import { OrderEstimates } from '#web/features/estimates/order-estimates.tsx'
import { OrderHistory } from '#web/features/history/order-history.tsx'
import { OrderLines } from '#web/features/lines/order-lines.tsx'
import type { QuoteOfForm } from '#web/features/lines/take-as-quote.tsx'
import { OrderMessages } from '#web/features/messages/order-messages.tsx'
import { MoneySection } from '#web/features/money/money-section.tsx'
import { OrderTasks } from '#web/features/tasks/order-tasks.tsx'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'

type OrderSectionsProps = { shopId: string; orderId: string; customerName: string; quote: QuoteOfForm; report: ReportTyped }

/** What belongs to an order and is saved by itself, line by line (ORDDLG-20..24). */
export function OrderSections({ shopId, orderId, customerName, quote, report }: OrderSectionsProps) {
  return (
    <div className="mt-8">
      <OrderPhotos shopId={shopId} orderId={orderId} draftKey={`photos/${orderId}`} />
      <OrderSignatures shopId={shopId} orderId={orderId} customerName={customerName} />
      <OrderTasks shopId={shopId} orderId={orderId} report={report} />
      <OrderLines shopId={shopId} orderId={orderId} quote={quote} />
      <OrderEstimates shopId={shopId} orderId={orderId} customerName={customerName} />
      <MoneySection kind="payment" shopId={shopId} orderId={orderId} report={report} />
      <MoneySection kind="cost" shopId={shopId} orderId={orderId} report={report} />
      <OrderChecklist shopId={shopId} orderId={orderId} />
      <OrderMessages shopId={shopId} orderId={orderId} />
      <OrderHistory shopId={shopId} orderId={orderId} />
    </div>
  )
}
