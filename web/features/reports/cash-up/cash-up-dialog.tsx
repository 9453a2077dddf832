import { useMemo, useState } from 'react'
import { buildCashUp } from '#schema/rules/money/cash-up.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { isRefund } from '#schema/values/payments/payment-kind.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useReadById } from '#web/device/react/use-answers.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { sizeByReceiptPaper } from '#web/features/papers/paper.ts'
import { Paper } from '#web/features/papers/paper-stack.tsx'
import { PreviewDialog } from '#web/features/papers/preview-dialog.tsx'
import { toPaperShop } from '#web/features/papers/read-papers.ts'
import { type CashUpLine, CashUpSheet } from '#web/features/papers/sheets/cash-up-sheet.tsx'
import { useClosedTills } from '#web/inputs/use-closed-tills.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { useShopFormat, useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import type { Money } from '../use-report-money.ts'
import { useReportMoney } from '../use-report-money.ts'
import { t } from '../reports-texts.ts'

type CashUpDialogProps = { shopId: string; day: string; onClose: () => void }

/** Prints a day's cash-up from this device's data, then from the server's once it answers. */
export function CashUpDialog({ shopId, day, onClose }: CashUpDialogProps) {
  const format = useShopFormat()
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const logo = useShopLogo(shopId)
  const { receiptPaper } = useShopProfile(shopId)
  const [sizeKey, setSizeKey] = useState<string>(receiptPaper)
  const [printedAt] = useState(() => correctedNow().toISOString())
  const sizes = Object.values(sizeByReceiptPaper)
  const size = sizes.find(({ key }) => key === sizeKey) ?? sizeByReceiptPaper.A4
  const { money, isReading } = useReportMoney(shopId, { from: day, to: day, timezone: format.timeZone, taxMode: useShopTaxMode(), unitCents: format.unitCents })
  const lines = useCashUpLines(shopId, isReading ? undefined : money)
  const paperShop = useMemo(() => (shop === undefined ? undefined : toPaperShop(shop, logo)), [shop, logo])
  const part = useMemo(
    () => (money === undefined ? undefined : buildCashUp({ payments: money.payments, range: money.range, timeZone: format.timeZone }).all),
    [money, format.timeZone],
  )
  const tills = useClosedTills(shopId, ({ closedAt }) => closedAt !== null && localDay(closedAt, format.timeZone) === day)
  const isReady = paperShop !== undefined && part !== undefined && lines !== undefined && tills !== undefined
  return (
    <PreviewDialog
      title={t.cashUpOf({ day: format.day(day) })}
      size={size}
      sheets={
        isReady
          ? [
              <Paper key={day} size={size} place={0}>
                <CashUpSheet shop={paperShop} day={day} part={part} lines={lines} tills={tills} format={format} printedAt={printedAt} />
              </Paper>,
            ]
          : undefined
      }
      emptyText={t.nothingToPrint()}
      onClose={onClose}
      choices={
        <Field label={t.size()} className="w-48">
          <Select value={size.key} onChange={(event) => setSizeKey(event.target.value)} options={sizes.map(({ key, name }) => ({ value: key, label: name }))} />
        </Field>
      }
    />
  )
}

/** The day's payments by time with their orders' names; undefined while loading. */
function useCashUpLines(shopId: string, money: Money | undefined): CashUpLine[] | undefined {
  const prefix = useTicketPrefix(shopId)
  const payments = useMemo(() => (money?.payments ?? []).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)), [money])
  const orderIds = useMemo(() => [...new Set(payments.map(({ orderId }) => orderId))], [payments])
  const orders = useReadById('orders', shopId, orderIds)
  const customerIds = useMemo(() => [...new Set([...orders.values()].flatMap((order) => order?.customerId ?? []))], [orders])
  const customers = useReadById('customers', shopId, customerIds)
  if (money === undefined || orderIds.some((id) => !orders.has(id)) || customerIds.some((id) => !customers.has(id))) return undefined
  return payments.map((payment) => {
    const order = orders.get(payment.orderId)
    return {
      id: payment.id,
      at: payment.createdAt,
      ticket: order === undefined ? '' : toPrintedTicket(order, prefix),
      customerName: customers.get(order?.customerId ?? '')?.name ?? '',
      method: payment.method ?? null,
      amount: isRefund(payment) ? -payment.amount : payment.amount,
    }
  })
}
