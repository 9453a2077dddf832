import { sumBalances } from '#schema/rules/money/balance.ts'
import type { WaysToPay } from '#schema/rules/money/pay-online.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { Letterhead, SumRow, Typed } from '#web/sheets/sheet-parts.tsx'
import type { PaperOrder, PaperShop, PaperSize } from '../paper.ts'
import { CustomerFacts, DeviceFacts, Money, ReceiptEnd, toReceiptTitle } from './receipt-sheet.tsx'
import { TitleLine } from './title-line.tsx'
import { usePaperTexts } from '#web/sheets/paper-texts.tsx'

type VisitReceiptProps = {
  kind: 'drop-off' | 'pick-up'
  shop: PaperShop
  /** Of one customer. */
  orders: readonly [PaperOrder, ...PaperOrder[]]
  pay: WaysToPay | null
  size: PaperSize
  format: ShopFormat
  printedAt: string
}

/** One receipt for several devices of a customer: each with its own sums, and what is owed for all of them. */
export function VisitReceiptSheet({ kind, shop, orders, pay, size, format, printedAt }: VisitReceiptProps) {
  const t = usePaperTexts()
  const [first] = orders
  const balance = sumBalances(orders.map((order) => order.balance))
  return (
    <>
      <Letterhead shop={shop} />
      <div className="paper-title">
        <div className="paper-title-text">
          <h1>{toReceiptTitle(t, kind)}</h1>
          <p>{format.date(kind === 'drop-off' ? first.createdAt : printedAt)}</p>
        </div>
      </div>
      <dl className="paper-facts">
        <CustomerFacts order={first} />
      </dl>
      {orders.map((order) => (
        <section key={order.orderId} className="paper-device">
          <TitleLine heading="h2" title={<Typed text={order.device} />} order={order} size={size} />
          <dl className="paper-facts">
            <DeviceFacts kind={kind} order={order} format={format} />
          </dl>
          <Money order={order} format={format} />
        </section>
      ))}
      {balance !== null && (
        <table className="paper-lines paper-device">
          <thead>
            <tr>
              <th scope="col">{t.allDevices()}</th>
              <th scope="col">{t.balance()}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.orderId} data-line="order">
                <td>
                  <bdi>{order.ticket}</bdi> <Typed text={order.device} />
                </td>
                <td className="paper-amount">{order.balance.balance === null ? t.noPriceYet() : format.money(order.balance.balance)}</td>
              </tr>
            ))}
          </tbody>
          <tbody className="paper-sums">
            <SumRow className="paper-balance" name={balance < 0 ? t.paidTooMuch() : t.balanceOfAll()} amount={format.money(Math.abs(balance))} />
          </tbody>
        </table>
      )}
      <ReceiptEnd kind={kind} shop={shop} orders={orders} pay={pay} format={format} />
    </>
  )
}
