import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import type { WaysToPay } from '#schema/rules/money/pay-online.ts'
import { parseAmount } from '#schema/values/money.ts'
import type { PaperItem, PaperOrder, PaperPayment, PaperShop, PaperSize } from '../paper.ts'
import { PayOnline } from '#web/sheets/pay-online.tsx'
import { toTaxRows } from '#web/sheets/tax-rows.ts'
import { Fact, Letterhead, ListFact, SumRow, Typed } from '#web/sheets/sheet-parts.tsx'
import { TitleLine } from './title-line.tsx'

type ReceiptKind = 'drop-off' | 'pick-up'

type ReceiptProps = { kind: ReceiptKind; shop: PaperShop; order: PaperOrder; size: PaperSize; format: ShopFormat; printedAt: string }

export const receiptTitleByKind: Readonly<Record<ReceiptKind, string>> = { 'drop-off': 'Drop-off receipt', 'pick-up': 'Pick-up receipt' }

/** The customer's receipt: what was agreed at drop-off, what was paid at pick-up. */
export function ReceiptSheet({ kind, shop, order, size, format, printedAt }: ReceiptProps) {
  return (
    <>
      <Letterhead shop={shop} />
      <TitleLine title={receiptTitleByKind[kind]} order={order} date={format.date(kind === 'drop-off' ? order.createdAt : printedAt)} size={size} />
      <dl className="paper-facts">
        <CustomerFacts order={order} />
        <Fact label="Device" text={order.device} />
        <DeviceFacts kind={kind} order={order} format={format} />
      </dl>
      <Money order={order} format={format} />
      <ReceiptEnd kind={kind} shop={shop} orders={[order]} pay={order.pay} format={format} />
    </>
  )
}

export function CustomerFacts({ order }: { order: PaperOrder }) {
  return (
    <>
      <ListFact label="Customer" items={order.customerLines.map((text) => ({ text }))} />
      <Fact label="Tax ID" text={order.customerTaxId} />
      <ListFact label="Phone" items={order.customerPhones.map((text) => ({ text }))} />
    </>
  )
}

export function DeviceFacts({ kind, order, format }: { kind: ReceiptKind; order: PaperOrder; format: ShopFormat }) {
  return (
    <>
      <Fact label="Serial number" text={order.serial} />
      <Fact label="IMEI" text={order.imei} />
      <Fact label="Issue" text={order.issue} />
      <Fact label="Requests" text={order.requests} />
      <ListFact label="Handed in" items={order.handedIn.map((text) => ({ text }))} />
      <ListFact label="Tests" items={order.tests.map(({ text, results }) => ({ text: `${text}: ${results}` }))} />
      {kind === 'pick-up' && <Fact label="Warranty" text={warrantyToText(order.warranty, format)} />}
      {kind === 'drop-off' && order.dueAt !== null && <Fact label="Ready by" text={`${format.date(order.dueAt)}, ${format.time(order.dueAt)}`} />}
    </>
  )
}

const warrantyToText = ({ until, days }: PaperOrder['warranty'], format: ShopFormat): string | null =>
  until !== null ? `until ${format.day(until)}` : days > 0 ? `${days} days from pick-up` : null

type ReceiptEndProps = { kind: ReceiptKind; shop: PaperShop; orders: readonly PaperOrder[]; pay: WaysToPay | null; format: ShopFormat }

/** How to pay, the terms, the signatures, the footer. */
export function ReceiptEnd({ kind, shop, orders, pay, format }: ReceiptEndProps) {
  const signatures = orders.flatMap((order) => order.signatures?.findLast(({ paper }) => paper === kind) ?? [])
  return (
    <>
      {pay !== null && <PayOnline pay={pay} />}
      {orders.some(({ invoiceFollows }) => invoiceFollows) && <p className="paper-follows">The invoice follows</p>}
      <Fact label="Terms" text={signatures[0]?.terms ?? shop.terms} />
      {signatures.map((signature) => (
        <figure key={signature.at} className="paper-signature">
          <img src={signature.picture} alt="" />
          <figcaption>
            <Typed text={signature.name} />, {format.date(signature.at)}, {format.time(signature.at)}
          </figcaption>
        </figure>
      ))}
      {shop.footer !== null && (
        <footer className="paper-footer">
          <Typed text={shop.footer} />
        </footer>
      )}
    </>
  )
}

/** What is charged, the taxes, and what was paid. Without the shop's purchase costs. */
export function Money({ order, format }: { order: PaperOrder; format: ShopFormat }) {
  const { items, payments, balance } = order
  const isQuoteInWords = order.quotedCost !== null && parseAmount(order.quotedCost) === null
  if (items.length === 0 && payments.length === 0 && !isQuoteInWords) return null
  return (
    <table className="paper-lines">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {isQuoteInWords && (
          <tr>
            <td>Quote</td>
            <td className="paper-amount paper-quote">
              <bdi dir="auto">{order.quotedCost}</bdi>
            </td>
          </tr>
        )}
        {items.map((item, index) => (
          <Item key={index} item={item} format={format} />
        ))}
      </tbody>
      {balance.total !== null && <Sums order={order} total={balance.total} format={format} />}
      {payments.length > 0 && (
        <tbody>
          {payments.map((payment, index) => (
            <PaymentRow key={index} payment={payment} saysTax={order.taxMode === 'none'} format={format} />
          ))}
        </tbody>
      )}
      <tbody className="paper-sums">
        {payments.length > 1 && <SumRow name="Paid" amount={format.money(balance.paid)} />}
        {balance.balance !== null && (
          <SumRow className="paper-balance" name={balance.balance < 0 ? 'Paid too much' : 'Balance'} amount={format.money(Math.abs(balance.balance))} />
        )}
      </tbody>
    </table>
  )
}

function Item({ item: { text, quantity, unitPrice, amount }, format }: { item: PaperItem; format: ShopFormat }) {
  return (
    <tr data-line="line">
      <td>
        <Typed text={text} />
        {quantity !== '1' && unitPrice !== null && (
          <>
            ,{' '}
            <bdi className="paper-times">
              {quantity} × {format.money(unitPrice)}
            </bdi>
          </>
        )}
      </td>
      <td className="paper-amount">{amount === null ? 'included' : format.money(amount)}</td>
    </tr>
  )
}

/** Tax stands between subtotal and total where prices are without it, below the total where they include it. */
function Sums({ order: { balance, items, taxMode, exemptReason }, total, format }: { order: PaperOrder; total: number; format: ShopFormat }) {
  const isOnTop = taxMode === 'exclusive'
  const taxes = exemptReason === null ? balance.taxes.flatMap(toTaxRows) : []
  const taxRows = taxes.map(({ name, tax }, index) => <SumRow key={index} name={isOnTop ? name : `Includes ${name}`} amount={format.money(tax)} />)
  return (
    <tbody className="paper-sums">
      {isOnTop && balance.net !== null && <SumRow name="Subtotal" amount={format.money(balance.net)} />}
      {isOnTop && taxRows}
      {(items.length > 1 || taxMode !== 'none') && <SumRow name="Total" amount={format.money(total)} />}
      {!isOnTop && taxRows}
      {taxMode !== 'none' && exemptReason !== null && <SumRow name={`No tax${exemptReason === '' ? '' : `: ${exemptReason}`}`} amount={format.money(0)} />}
    </tbody>
  )
}

function PaymentRow({ payment, saysTax, format }: { payment: PaperPayment; saysTax: boolean; format: ShopFormat }) {
  return (
    <tr data-line="payment">
      <td>
        {payment.amount < 0 ? 'Refunded' : 'Paid'} {format.date(payment.at)}
        {payment.method !== null && `, ${paymentMethodToText(payment.method).toLowerCase()}`}
        {saysTax && payment.isAfterTax && ', after tax'}
        {payment.text !== null && payment.text.trim() !== '' && (
          <>
            {' · '}
            <Typed text={payment.text} />
          </>
        )}
      </td>
      <td className="paper-amount">{format.money(-payment.amount)}</td>
    </tr>
  )
}
