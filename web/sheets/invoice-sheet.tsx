import type { InvoicePaper } from '#schema/rules/invoices/invoice-paper.ts'
import type { InvoiceLine, InvoiceTax } from '#schema/collections/work/invoice-content.ts'
import { addressToLines } from '#schema/rules/customers/address-lines.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { rateToText } from '#schema/values/taxes/tax-rate.ts'
import { PayOnline } from './pay-online.tsx'
import { Fact, Letterhead, SumRow, Typed } from './sheet-parts.tsx'
import { toTaxRows } from './tax-rows.ts'
import type { PapersTexts } from '#schema/language/compiled/papers/papers-type.ts'
import { paymentToText, usePaperTexts } from './paper-texts.tsx'

/** What the shop's papers have today; all else of the shop is as it was at the issue. */
export type InvoiceShop = { website: string | null; footer: string | null; logo: string | null; locale: string }

/** `format`: of the document's currency. */
type InvoiceSheetProps = { paper: InvoicePaper; shop: InvoiceShop; format: ShopFormat }

/** An invoice or credit note, on each size of paper and as the customer's page. */
export function InvoiceSheet({ paper, shop, format }: InvoiceSheetProps) {
  const t = usePaperTexts()
  const { seller, buyer, kind, balance, note, terms, pay } = paper
  const { locale, footer, logo, website } = shop
  const own = addressToLines(seller, { ownCountry: seller.country, locale }).join('\n')
  return (
    <article className="paper-invoice">
      <Letterhead shop={{ ...seller, address: own === '' ? seller.address : own, website, logo }} />
      <div className="paper-invoice-head">
        <section className="paper-party">
          <h2>{kind === 'invoice' ? t.invoiceTo() : t.creditTo()}</h2>
          <BuyerLines buyer={buyer} lines={addressToLines(buyer, { ownCountry: seller.country, locale })} />
        </section>
        <DocumentFacts paper={paper} format={format} />
      </div>
      <Lines paper={paper} format={format} />
      <Sums paper={paper} format={format} />
      {kind === 'invoice' && balance !== null && balance <= 0 && paper.paid > 0 && <p className="paper-settled">{t.paidThanks()}</p>}
      {pay !== null && <PayOnline pay={pay} />}
      {note !== null && note.trim() !== '' && (
        <p className="paper-note">
          <Typed text={note} />
        </p>
      )}
      {kind === 'invoice' && (
        <dl className="paper-terms">
          <Fact label={t.terms()} text={terms} />
        </dl>
      )}
      {footer !== null && (
        <footer className="paper-footer">
          <Typed text={footer} />
        </footer>
      )}
    </article>
  )
}

function BuyerLines({ buyer: { name, company, taxId }, lines }: { buyer: InvoicePaper['buyer']; lines: readonly string[] }) {
  const t = usePaperTexts()
  const isOther = company !== null && company.trim() !== '' && company.trim().toLowerCase() !== name.trim().toLowerCase()
  return (
    <>
      {[...(isOther ? [company] : []), name, ...lines].map((line, index) => (
        <p key={index} className={index === 0 ? 'paper-party-name' : undefined}>
          <Typed text={line} />
        </p>
      ))}
      {taxId !== null && (
        <p>
          <Typed text={t.taxIdOf({ taxId })} />
        </p>
      )}
    </>
  )
}

function DocumentFacts({ paper, format }: { paper: InvoicePaper; format: ShopFormat }) {
  const t = usePaperTexts()
  const { kind, number, issuedAt, suppliedAt, dueAt, ticket, corrects } = paper
  return (
    <div className="paper-document">
      <h1>{kind === 'invoice' ? t.invoice() : t.creditNote()}</h1>
      <p className="paper-ticket">
        <bdi>{number}</bdi>
      </p>
      <dl>
        {corrects !== null && <Fact label={t.corrects()} text={`${corrects.number}, ${format.date(corrects.issuedAt)}`} />}
        <Fact label={t.date()} text={format.date(issuedAt)} />
        <Fact label={t.dateOfSupply()} text={suppliedAt === null ? null : format.date(suppliedAt)} />
        <Fact label={t.due()} text={dueAt === null ? null : format.date(dueAt)} />
        <Fact label={t.order()} text={ticket} />
      </dl>
    </div>
  )
}

function Lines({ paper: { lines, seller }, format }: { paper: InvoicePaper; format: ShopFormat }) {
  const t = usePaperTexts()
  const isTaxed = seller.taxMode !== 'none'
  return (
    <table className="paper-lines paper-invoice-lines">
      <thead>
        <tr>
          <th scope="col">{t.description()}</th>
          <th scope="col">{t.quantity()}</th>
          <th scope="col">{t.unitPrice()}</th>
          {isTaxed && <th scope="col">{t.tax()}</th>}
          <th scope="col">{seller.taxMode === 'inclusive' ? t.withTax() : t.amount()}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} data-line="line" data-once={line.quantity === 1 || undefined}>
            <td>
              <Typed text={line.kind === 'quote' ? t.repairAsQuoted() : line.description} />
            </td>
            <td className="paper-amount">{String(line.quantity)}</td>
            <td className="paper-amount">{format.money(line.unitPrice)}</td>
            {isTaxed && <td className="paper-amount">{lineToRate(line)}</td>}
            <td className="paper-amount">{format.money(seller.taxMode === 'inclusive' ? line.total : line.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** '19%' */
const lineToRate = ({ category, percent }: InvoiceLine): string =>
  category === 'none' || category === 'exempt' ? '–' : rateToText({ name: '', percent }).trim()

function Sums({ paper, format }: { paper: InvoicePaper; format: ShopFormat }) {
  const t = usePaperTexts()
  const { seller, net, taxes, total, credits, payments, paid, balance, kind } = paper
  const isAll = payments.length > 0 && Math.abs(payments.reduce((sum, { amount }) => sum + amount, 0) - paid) < 0.005
  const after = credits.length > 0 || paid !== 0
  return (
    <table className="paper-lines paper-invoice-sums">
      <tbody className="paper-sums">
        {seller.taxMode !== 'none' && <SumRow name={t.net()} amount={format.money(net)} />}
        {taxes.flatMap((tax, index) =>
          taxToRows(t, tax, format).map(({ name, amount }, part) => <SumRow key={`${index}/${part}`} name={name} amount={format.money(amount)} />),
        )}
        <SumRow className="paper-balance" name={kind === 'invoice' ? t.total() : t.credited()} amount={format.money(total)} />
      </tbody>
      {after && (
        <tbody className="paper-sums">
          {credits.map((credit) => (
            <SumRow
              key={credit.number}
              name={t.creditNoteOf({ number: credit.number, date: format.date(credit.issuedAt) })}
              amount={format.money(-credit.total)}
            />
          ))}
          {isAll &&
            payments.map(({ at, method, amount }, index) => (
              <SumRow key={index} name={paymentToText(t, { amount, date: format.date(at), method })} amount={format.money(-amount)} />
            ))}
          {!isAll && paid !== 0 && <SumRow name={t.paid()} amount={format.money(-paid)} />}
        </tbody>
      )}
      {balance !== null && (
        <tbody className="paper-sums">
          <SumRow className="paper-balance" name={balance < 0 ? t.paidTooMuch() : t.balanceDue()} amount={format.money(Math.abs(balance))} />
        </tbody>
      )}
    </table>
  )
}

/** 'VAT 19% on €90.00'; a sum of several taxes part by part; why none is charged. */
function taxToRows(t: PapersTexts, tax: InvoiceTax, format: ShopFormat): { name: string; amount: number }[] {
  const base = format.money(tax.base)
  if (tax.category === 'reverse') return [{ name: t.reverseCharge({ base }), amount: tax.tax }]
  if (tax.reason !== undefined) return [{ name: t.noTaxOnFor({ base, reason: tax.reason }), amount: tax.tax }]
  if (tax.category === 'exempt' || tax.category === 'none') return [{ name: t.noTaxOn({ base }), amount: tax.tax }]
  return toTaxRows(tax).map(({ name, tax: amount }) => ({ name: t.taxOn({ tax: name, base }), amount }))
}
