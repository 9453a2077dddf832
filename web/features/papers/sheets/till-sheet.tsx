import type { TillDay } from '#schema/collections/work/till-days.ts'
import { readCounted, readMoves, type TillSums } from '#schema/rules/money/till.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import { tillMethods } from '#schema/values/payments/till-methods.ts'
import { Letterhead, Typed } from '#web/sheets/sheet-parts.tsx'
import type { PaperShop } from '../paper.ts'

export type CountedTill = TillDay & TillSums

export const tillMethodToText = (method: string): string => paymentMethodToText(method === 'none' ? null : method)

/** A closed till: what should have been in it, what was counted, the differences, and the cash moves. */
export function TillSheet({ shop, till, format, printedAt }: { shop: PaperShop; till: CountedTill; format: ShopFormat; printedAt: string }) {
  const when = (at: string): string => `${format.date(at)}, ${format.time(at)}`
  return (
    <>
      <Letterhead shop={shop} />
      <div className="paper-title">
        <div className="paper-title-text">
          <h1>Till</h1>
          <p className="paper-ticket">
            <Typed text={till.name} />
          </p>
          {till.openedAt !== null && <p>Opened {when(till.openedAt)}</p>}
          {till.closedAt !== null && <p>Closed {when(till.closedAt)}</p>}
          <p>Printed {when(printedAt)}</p>
        </div>
      </div>
      <TillTable till={till} format={format} />
    </>
  )
}

/** Three figures for each method, then the cash that was put in and taken out. */
export function TillTable({ till, format }: { till: CountedTill; format: ShopFormat }) {
  const counted = readCounted(till.counted) ?? {}
  const moves = readMoves(till.moves)
  const shown = tillMethods.filter((method) => till.expected[method] !== undefined || counted[method] !== undefined)
  const amount = (value: number | undefined): string => (value === undefined ? '–' : format.money(value))
  return (
    <table className="paper-lines">
      <thead>
        <tr>
          <th scope="col">
            Till <Typed text={till.name} />
          </th>
          <th scope="col" className="paper-amount">
            Amount
          </th>
        </tr>
      </thead>
      {shown.map((method) => (
        <tbody key={method}>
          <tr>
            <td>{tillMethodToText(method)}, expected</td>
            <td className="paper-amount">{amount(till.expected[method] ?? 0)}</td>
          </tr>
          <tr>
            <td>{tillMethodToText(method)}, counted</td>
            <td className="paper-amount">{amount(counted[method])}</td>
          </tr>
          <tr>
            <td>{tillMethodToText(method)}, difference</td>
            <td className="paper-amount">{amount(till.difference?.[method])}</td>
          </tr>
        </tbody>
      ))}
      <tbody>
        <tr>
          <td>Float</td>
          <td className="paper-amount">{format.money(till.float)}</td>
        </tr>
        {moves.map((move, place) => (
          <tr key={place}>
            <td>
              {format.time(move.at)} · <Typed text={move.reason} />
            </td>
            <td className="paper-amount">{format.money(move.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
