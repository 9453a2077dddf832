import { untaxedName } from '#schema/rules/money/price.ts'
import { defaultLanguage } from '#schema/language/pick-language.ts'
import { toOwnTexts } from '#schema/rules/shop/profile.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import type { PrintedTest } from '#schema/rules/tests/order-tests.ts'
import type { WaysToPay } from '#schema/rules/money/pay-online.ts'
import { parseAmount } from '#schema/values/money.ts'
import type { PaperItem, PaperOrder, PaperPayment, PaperShop, PaperSize } from '../paper.ts'
import { PayOnline } from '#web/sheets/pay-online.tsx'
import { toTaxRows } from '#web/sheets/tax-rows.ts'
import { Fact, Letterhead, ListFact, SumRow, Typed } from '#web/sheets/sheet-parts.tsx'
import { TitleLine } from './title-line.tsx'
import type { PapersTexts } from '#schema/language/compiled/papers/papers-type.ts'
import { soldToText } from '#schema/values/order-kind.ts'
import { paymentToText, usePaperTexts } from '#web/sheets/paper-texts.tsx'

type ReceiptKind = 'drop-off' | 'pick-up'

type ReceiptProps = { kind: ReceiptKind; shop: PaperShop; order: PaperOrder; size: PaperSize; format: ShopFormat; printedAt: string }

export const toReceiptTitle = (t: PapersTexts, kind: ReceiptKind): string => (kind === 'drop-off' ? t.dropOffReceipt() : t.pickUpReceipt())

/** The customer's receipt: what was agreed at drop-off, what was paid at pick-up. */
export function ReceiptSheet({ kind, shop, order, size, format, printedAt }: ReceiptProps) {
  const t = usePaperTexts()
  return (
    <>
      <Letterhead shop={shop} />
      <TitleLine
        title={order.isSale ? t.receipt() : toReceiptTitle(t, kind)}
        order={order}
        date={format.date(kind === 'drop-off' ? order.createdAt : printedAt)}
        size={size}
      />
      <dl className="paper-facts">
        <CustomerFacts order={order} />
        {order.isSale ? (
          <Fact label={t.warranty()} text={warrantyToText(order.warranty, t, format)} />
        ) : (
          <>
            <Fact label={t.device()} text={order.device} />
            <DeviceFacts kind={kind} order={order} format={format} />
          </>
        )}
      </dl>
      <Money order={order} format={format} />
      <ReceiptEnd kind={kind} shop={shop} orders={[order]} pay={order.pay} format={format} />
    </>
  )
}

export function CustomerFacts({ order }: { order: PaperOrder }) {
  const t = usePaperTexts()
  return (
    <>
      <ListFact label={t.customer()} items={order.customerLines.map((text) => ({ text }))} />
      <Fact label={t.taxId()} text={order.customerTaxId} />
      <ListFact label={t.phone()} items={order.customerPhones.map((text) => ({ text }))} />
    </>
  )
}

export function DeviceFacts({ kind, order, format }: { kind: ReceiptKind; order: PaperOrder; format: ShopFormat }) {
  const t = usePaperTexts()
  return (
    <>
      <Fact label={t.serialNumber()} text={order.serial} />
      <Fact label={t.imei()} text={order.imei} />
      <Fact label={t.issue()} text={order.issue} />
      <Fact label={t.requests()} text={order.requests} />
      <ListFact label={t.handedIn()} items={order.handedIn.map((text) => ({ text }))} />
      <ListFact label={t.tests()} items={order.tests.map((test) => ({ text: testToText(test, t) }))} />
      {kind === 'pick-up' && <Fact label={t.warranty()} text={warrantyToText(order.warranty, t, format)} />}
      {kind === 'drop-off' && order.dueAt !== null && (
        <Fact label={t.readyBy()} text={t.dayAndTime({ day: format.date(order.dueAt), time: format.time(order.dueAt) })} />
      )}
    </>
  )
}

const warrantyToText = ({ until, days }: PaperOrder['warranty'], t: PapersTexts, format: ShopFormat): string | null =>
  until !== null ? t.warrantyUntil({ day: format.day(until) }) : days > 0 ? t.warrantyDays({ days }) : null

/** 'Camera: before fail (cracked lens), after pass' */
export function testToText({ item, outcomes }: PrintedTest, t: PapersTexts): string {
  const facts = outcomes.map(({ phase, result, note }) => `${t.testOutcome[phase][result]()}${note === '' ? '' : ` (${note})`}`)
  return `${item}: ${facts.join(', ')}`
}

type ReceiptEndProps = { kind: ReceiptKind; shop: PaperShop; orders: readonly PaperOrder[]; pay: WaysToPay | null; format: ShopFormat }

/** How to pay, the terms, the signatures, the footer. */
export function ReceiptEnd({ kind, shop, orders, pay, format }: ReceiptEndProps) {
  const t = usePaperTexts()
  const { terms, receiptFooter } = toOwnTexts(shop, orders[0]?.language ?? defaultLanguage)
  const signatures = orders.flatMap((order) => order.signatures?.findLast(({ paper }) => paper === kind) ?? [])
  return (
    <>
      {pay !== null && <PayOnline pay={pay} />}
      {orders.some(({ invoiceFollows }) => invoiceFollows) && <p className="paper-follows">{t.invoiceFollows()}</p>}
      <Fact label={t.terms()} text={signatures[0]?.terms ?? terms} />
      {signatures.map((signature) => (
        <figure key={signature.at} className="paper-signature">
          <img src={signature.picture} alt="" />
          <figcaption>
            <Typed text={signature.name} />, {format.date(signature.at)}, {format.time(signature.at)}
          </figcaption>
        </figure>
      ))}
      {receiptFooter !== null && (
        <footer className="paper-footer">
          <Typed text={receiptFooter} />
        </footer>
      )}
    </>
  )
}

/** What is charged, the taxes, and what was paid. Without the shop's purchase costs. */
export function Money({ order, format }: { order: PaperOrder; format: ShopFormat }) {
  const t = usePaperTexts()
  const { items, payments, balance } = order
  const isQuoteInWords = order.quotedCost !== null && parseAmount(order.quotedCost) === null
  if (items.length === 0 && payments.length === 0 && !isQuoteInWords) return null
  return (
    <table className="paper-lines">
      <thead>
        <tr>
          <th scope="col">{t.item()}</th>
          <th scope="col">{t.amount()}</th>
        </tr>
      </thead>
      <tbody>
        {isQuoteInWords && (
          <tr>
            <td>{t.quote()}</td>
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
        {payments.length > 1 && <SumRow name={t.paid()} amount={format.money(balance.paid)} />}
        {balance.balance !== null && (
          <SumRow className="paper-balance" name={balance.balance < 0 ? t.paidTooMuch() : t.balance()} amount={format.money(Math.abs(balance.balance))} />
        )}
      </tbody>
    </table>
  )
}

function Item({ item: { text, quantity, unitPrice, amount }, format }: { item: PaperItem; format: ShopFormat }) {
  const t = usePaperTexts()
  return (
    <tr data-line="line">
      <td>
        <Typed text={text === null ? t.repairAsQuoted() : soldToText(text, t)} />
        {quantity !== '1' && unitPrice !== null && (
          <>
            ,{' '}
            <bdi className="paper-times">
              {quantity} × {format.money(unitPrice)}
            </bdi>
          </>
        )}
      </td>
      <td className="paper-amount">{amount === null ? t.included() : format.money(amount)}</td>
    </tr>
  )
}

/** Tax stands between subtotal and total where prices are without it, below the total where they include it. */
function Sums({ order: { balance, items, taxMode, exemptReason }, total, format }: { order: PaperOrder; total: number; format: ShopFormat }) {
  const t = usePaperTexts()
  const isOnTop = taxMode === 'exclusive'
  const taxes = exemptReason === null ? balance.taxes.flatMap(toTaxRows) : []
  const toName = (name: string): string => (name === untaxedName ? t.noTax() : isOnTop ? name : t.includesTax({ tax: name }))
  const taxRows = taxes.map(({ name, tax }, index) => <SumRow key={index} name={toName(name)} amount={format.money(tax)} />)
  return (
    <tbody className="paper-sums">
      {isOnTop && balance.net !== null && <SumRow name={t.subtotal()} amount={format.money(balance.net)} />}
      {isOnTop && taxRows}
      {(items.length > 1 || taxMode !== 'none') && <SumRow name={t.total()} amount={format.money(total)} />}
      {!isOnTop && taxRows}
      {taxMode !== 'none' && exemptReason !== null && (
        <SumRow name={exemptReason === '' ? t.noTax() : t.noTaxFor({ reason: exemptReason })} amount={format.money(0)} />
      )}
    </tbody>
  )
}

function PaymentRow({ payment, saysTax, format }: { payment: PaperPayment; saysTax: boolean; format: ShopFormat }) {
  const t = usePaperTexts()
  return (
    <tr data-line="payment">
      <td>
        {paymentToText(t, { ...payment, date: format.date(payment.at) })}
        {saysTax && payment.isAfterTax && `, ${t.afterTax()}`}
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
