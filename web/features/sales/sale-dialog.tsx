import { Printer, Undo2 } from 'lucide-react'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { toPrice } from '#schema/rules/money/price.ts'
import { comparePayments } from '#schema/values/payments/payment-order.ts'
import { paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import type { OrderMoney } from '#web/device/lists/totals.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useOrderMoney, useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useOpenTill } from '#web/features/money/taken/open-till.ts'
import { TakePayment } from '#web/features/money/taken/take-payment.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type Refund, toReturnable, toReturnOps } from './return-ops.ts'
import { common } from '#web/language/common-texts.ts'
import { lineToText } from '#web/language/set-names-texts.ts'
import { t } from './sales-texts.ts'

/** A sale as it was rung up: what was sold, paid and taken back. */
export function SaleDialog({ shopId, order, onClose }: { shopId: string; order: Order; onClose: () => void }) {
  const { close } = useClosing(onClose)
  const { date, time, money } = useShopFormat()
  const [isReturning, setIsReturning] = useState(false)
  const read = useOrderMoney(shopId, order.id)
  const payments = useRowsOfOrder('payments', shopId, order.id)
  const found = useRow('customers', order.customerId)
  const customer = found.state === 'ready' ? found.row : undefined
  const isRead = read !== undefined && payments !== undefined
  const price = read && toPrice(read.money)
  const balance = price && priceToBalance(price, payments ?? [])
  const canReturn = isRead && toReturnable(read.money.lines).length > 0
  return (
    <Dialog
      open
      size="md"
      title={t.sale()}
      description={`${date(order.createdAt)}, ${time(order.createdAt)}`}
      headerAside={<Ticket shopId={shopId} number={order.number} />}
      onCloseRequest={close}
      footer={
        <>
          <Button className="max-sm:hidden" onClick={close}>
            {common.close()}
          </Button>
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            {canReturn && !isReturning && (
              <Button onClick={() => setIsReturning(true)}>
                <Undo2 aria-hidden="true" />
                {t.return()}
              </Button>
            )}
            {balance !== undefined && (balance.balance ?? 0) > 0 && (
              <TakePayment shopId={shopId} order={order} balance={balance} isMain={false} onPickUp={undefined} />
            )}
            <Button data-autofocus="" variant="primary" onClick={() => openDialog({ kind: 'papers', orderIds: [order.id], paper: 'pick-up' })}>
              <Printer aria-hidden="true" />
              {t.printReceipt()}
            </Button>
          </span>
        </>
      }
    >
      {!isRead || price === undefined || balance === undefined ? (
        <p role="status" className="text-muted">
          {t.readingSale()}
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          {customer !== undefined && <p className="wrap-anywhere">{customer.name}</p>}
          <ul aria-label={t.articles()} className="divide-y divide-line border-y border-line empty:hidden">
            {price.items.map(({ line, amount }, place) => (
              <Row
                key={line?.id ?? place}
                text={line === null ? t.quote() : line.quantity === 1 ? lineToText(line.description) : `${line.quantity} × ${lineToText(line.description)}`}
                amount={amount}
              />
            ))}
          </ul>
          <p className="text-right text-xl font-semibold tabular-nums">{t.totalIs({ amount: money(balance.total ?? 0) })}</p>
          <ul aria-label={t.payments()} className="divide-y divide-line border-y border-line empty:hidden">
            {payments.toSorted(comparePayments).map((payment) => (
              <Row key={payment.id} text={paymentToText(payment)} amount={paymentToSigned(payment)} />
            ))}
          </ul>
          {(balance.balance ?? 0) !== 0 && <p className="text-right tabular-nums">{t.balanceIs({ amount: money(balance.balance ?? 0) })}</p>}
          {isReturning && <ReturnForm shopId={shopId} orderId={order.id} money={read.money} payments={payments} onEnd={() => setIsReturning(false)} />}
        </div>
      )}
    </Dialog>
  )
}

const paymentToText = ({ kind, method, paymentText }: Payment): string =>
  [kind === 'refund' ? t.refund() : '', methodToText(method), paymentText ?? ''].filter((part) => part !== '').join(' · ')

function Row({ text, amount }: { text: string; amount: number | null }) {
  const { money } = useShopFormat()
  return (
    <li className="flex justify-between gap-3 py-2">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <span className="tabular-nums">{amount === null ? '' : money(amount)}</span>
    </li>
  )
}

type ReturnFormProps = { shopId: string; orderId: string; money: OrderMoney; payments: readonly Payment[]; onEnd: () => void }

/** Takes chosen articles back to stock, and gives their money back. */
function ReturnForm({ shopId, orderId, money, payments, onEnd }: ReturnFormProps) {
  const device = useDevice()
  const till = useOpenTill(shopId)
  const format = useShopFormat()
  const [typedById, setTypedById] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const returnable = toReturnable(money.lines)
  const quantityById = new Map(returnable.map(({ line, left }) => [line.id, Math.min(left, readPieces(typedById[line.id]))]))
  const isNothing = [...quantityById.values()].every((quantity) => quantity === 0)
  const { ops, refunds } = toReturnOps(orderId, { money, payments, quantityById, reason: reason.trim(), tillDayId: till?.id ?? null, newId: () => v7() })
  /** '$9.90 (Card)'. */
  const toWords = ({ method, amount }: Refund): string => [format.money(amount), ...(method === null ? [] : [`(${methodToText(method)})`])].join(' ')
  const save = async (): Promise<void> => {
    if (isNothing) return setProblem(t.piecesBackMissing())
    if (reason.trim() === '') return setProblem(t.reasonMissing())
    setIsSaving(true)
    const outcome = await runAction({ run: () => device.write(shopId, ops), success: t.returnSaved(), failure: t.returnFailed() })
    if (outcome.ok) onEnd()
    else setIsSaving(false)
  }
  return (
    <form
      aria-label={t.return()}
      className="flex flex-col gap-3 rounded-md bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      {returnable.map(({ line, left }) => (
        <Field key={line.id} label={t.piecesOf({ article: lineToText(line.description) })} hint={t.canComeBack({ count: left })}>
          <TextField
            numeric
            inputMode="numeric"
            autoComplete="off"
            data-quantity
            value={typedById[line.id] ?? ''}
            onChange={(event) => setTypedById({ ...typedById, [line.id]: event.target.value })}
          />
        </Field>
      ))}
      <Field label={t.reason()} required error={problem}>
        <TextField autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Button onClick={onEnd}>{common.cancel()}</Button>
        <Button type="submit" busy={isSaving} className="max-w-full py-2 text-left whitespace-normal">
          {refunds.length > 0 ? t.takeBackAndRefund({ amount: refunds.map(toWords).join(', ') }) : t.takeBack()}
        </Button>
      </div>
    </form>
  )
}

const readPieces = (typed = ''): number => (/^\s*\d{1,5}\s*$/.test(typed) ? Number(typed) : 0)
