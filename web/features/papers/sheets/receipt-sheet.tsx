import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import { sumAmounts } from '#schema/values/money.ts'
import type { PaperOrder, PaperShop, PaperSize } from '../paper.ts'
import { Fact, Letterhead, ListFact, TitleLine, Typed } from './sheet-parts.tsx'

type ReceiptProps = { kind: 'drop-off' | 'pick-up'; shop: PaperShop; order: PaperOrder; size: PaperSize; format: ShopFormat; printedAt: string }

/** The customer's receipt: what was agreed at drop-off, what was paid at pick-up. */
export function ReceiptSheet({ kind, shop, order, size, format, printedAt }: ReceiptProps) {
  const isDropOff = kind === 'drop-off'
  const signature = order.signatures?.findLast(({ paper }) => paper === kind)
  return (
    <>
      <Letterhead shop={shop} />
      <TitleLine
        title={isDropOff ? 'Drop-off receipt' : 'Pick-up receipt'}
        order={order}
        date={isDropOff ? format.date(order.createdAt) : format.date(printedAt)}
        size={size}
      />
      <dl className="paper-facts">
        <Fact label="Customer" text={order.customerName} />
        <ListFact label="Phone" items={order.customerPhones.map((text) => ({ text }))} />
        <Fact label="Device" text={order.device} />
        <Fact label="Serial number" text={order.serial} />
        <Fact label="IMEI" text={order.imei} />
        <Fact label="Issue" text={order.issue} />
        <Fact label="Requests" text={order.requests} />
        <ListFact label="Handed in" items={order.handedIn.map((text) => ({ text }))} />
        {isDropOff && order.dueAt !== null && <Fact label="Ready by" text={`${format.date(order.dueAt)}, ${format.time(order.dueAt)}`} />}
      </dl>
      <Lines lines={order.lines} format={format} />
      <Money order={order} format={format} />
      <Fact label="Terms" text={signature?.terms ?? shop.terms} />
      {signature !== undefined && (
        <figure className="paper-signature">
          <img src={signature.picture} alt="" />
          <figcaption>
            <Typed text={signature.name} />, {format.date(signature.at)}, {format.time(signature.at)}
          </figcaption>
        </figure>
      )}
      {shop.footer !== null && (
        <footer className="paper-footer">
          <Typed text={shop.footer} />
        </footer>
      )}
    </>
  )
}

/** Parts and labour with totals, without the shop's purchase costs. */
function Lines({ lines, format }: { lines: PaperOrder['lines']; format: ShopFormat }) {
  if (lines.length === 0) return null
  return (
    <table className="paper-lines">
      <thead>
        <tr>
          <th scope="col">Parts and labour</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ text, quantity, unitPrice, total }, index) => (
          <tr key={index} data-line="line">
            <td>
              <Typed text={text} />
              {quantity !== '1' && (
                <>
                  ,{' '}
                  <bdi className="paper-times">
                    {quantity} × {format.money(unitPrice)}
                  </bdi>
                </>
              )}
            </td>
            <td className="paper-amount">{format.money(total)}</td>
          </tr>
        ))}
      </tbody>
      <tbody className="paper-sums">
        <tr>
          <th scope="row">Lines in all</th>
          <td className="paper-amount">{format.money(sumAmounts(lines.map(({ total }) => total)))}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Charges and payments, without the shop's own costs. */
function Money({ order, format }: { order: PaperOrder; format: ShopFormat }) {
  const { paid, balance } = order.balance
  if (order.quotedCost === null && order.payments.length === 0 && balance === null) return null
  return (
    <table className="paper-lines">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {order.quotedCost !== null && (
          <tr>
            <td>Quote</td>
            <td className="paper-amount paper-quote">
              <bdi dir="auto">{format.quote(order.quotedCost)}</bdi>
            </td>
          </tr>
        )}
        {order.payments.map((payment, index) => (
          <tr key={index} data-line="payment">
            <td>
              {payment.amount < 0 ? 'Refunded' : 'Paid'} {format.date(payment.at)}
              {payment.method !== null && `, ${paymentMethodToText(payment.method).toLowerCase()}`}
              {payment.isAfterTax && ', after tax'}
              {payment.text !== null && payment.text.trim() !== '' && (
                <>
                  {' · '}
                  <Typed text={payment.text} />
                </>
              )}
            </td>
            <td className="paper-amount">{format.money(-payment.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tbody className="paper-sums">
        {order.payments.length > 1 && (
          <tr>
            <th scope="row">Paid in all</th>
            <td className="paper-amount">{format.money(paid)}</td>
          </tr>
        )}
        {balance !== null && (
          <tr className="paper-balance">
            <th scope="row">{balance < 0 ? 'Paid too much' : 'Balance'}</th>
            <td className="paper-amount">{format.money(Math.abs(balance))}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
