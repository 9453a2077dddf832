import { type CashUpPart, cashUpMethods } from '#schema/rules/money/cash-up.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { inSentence } from '#web/language/staff-texts.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { type CountedTill, TillTable } from './till-sheet.tsx'
import type { PaperShop } from '../paper.ts'
import { Letterhead, Typed } from '#web/sheets/sheet-parts.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from '../printing-texts.ts'

/** A payment of the day; `amount` is as summed up: refunds are negative. */
export type CashUpLine = { id: string; at: string; ticket: string; customerName: string; method: string | null; amount: number }

function toMethodText({ method, amount }: CashUpLine): string {
  const text = inSentence(methodToText(method))
  return amount < 0 ? t.refund({ method: text }) : text
}

type CashUpSheetProps = {
  shop: PaperShop
  day: string
  part: CashUpPart
  lines: readonly CashUpLine[]
  tills: readonly CountedTill[]
  format: ShopFormat
  printedAt: string
}

/** The expected takings by payment method, and the day's payments. */
export function CashUpSheet({ shop, day, part: { byMethod, total }, lines, tills, format, printedAt }: CashUpSheetProps) {
  return (
    <>
      <Letterhead shop={shop} />
      <div className="paper-title">
        <div className="paper-title-text">
          <h1>{t.cashUp()}</h1>
          <p className="paper-ticket">{format.day(day)}</p>
          <p>{t.printedAt({ date: format.date(printedAt), time: format.time(printedAt) })}</p>
        </div>
      </div>
      <table className="paper-lines">
        <thead>
          <tr>
            <th scope="col">{t.method()}</th>
            <th scope="col">{t.amount()}</th>
          </tr>
        </thead>
        {cashUpMethods.map((method) => {
          const sum = byMethod.get(method)
          if (sum === undefined) return null
          return (
            <tbody key={method}>
              <tr>
                <td>{t.taken({ method: methodToText(method) })}</td>
                <td className="paper-amount">{format.money(sum.taken)}</td>
              </tr>
              {sum.refunded > 0 && (
                <tr>
                  <td>{t.refunded({ method: methodToText(method) })}</td>
                  <td className="paper-amount">{format.money(-sum.refunded)}</td>
                </tr>
              )}
            </tbody>
          )
        })}
        <tbody className="paper-sums">
          <tr className="paper-balance">
            <th scope="row">{common.total()}</th>
            <td className="paper-amount">{format.money(total.net)}</td>
          </tr>
        </tbody>
      </table>
      {tills.map((till) => (
        <TillTable key={till.id} till={till} format={format} />
      ))}
      <table className="paper-lines">
        <thead>
          <tr>
            <th scope="col">{t.payments()}</th>
            <th scope="col">{t.amount()}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {format.time(line.at)} · {line.ticket} · {toMethodText(line)} · <Typed text={line.customerName} />
              </td>
              <td className="paper-amount">{format.money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
