import type { TillDay } from '#schema/collections/work/till-days.ts'
import { readCounted, readMoves, type TillSums } from '#schema/rules/money/till.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { tillMethods } from '#schema/values/payments/till-methods.ts'
import { Letterhead, Typed } from '#web/sheets/sheet-parts.tsx'
import type { PaperShop } from '../paper.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { t } from '../printing-texts.ts'

export type CountedTill = TillDay & TillSums

export const tillMethodToText = (method: string): string => methodToText(method === 'none' ? null : method)

/** A closed till: what should have been in it, what was counted, the differences, and the cash moves. */
export function TillSheet({ shop, till, format, printedAt }: { shop: PaperShop; till: CountedTill; format: ShopFormat; printedAt: string }) {
  const when = (at: string) => ({ date: format.date(at), time: format.time(at) })
  return (
    <>
      <Letterhead shop={shop} />
      <div className="paper-title">
        <div className="paper-title-text">
          <h1>{t.till()}</h1>
          <p className="paper-ticket">
            <Typed text={till.name} />
          </p>
          {till.openedAt !== null && <p>{t.openedAt(when(till.openedAt))}</p>}
          {till.closedAt !== null && <p>{t.closedAt(when(till.closedAt))}</p>}
          <p>{t.printedAt(when(printedAt))}</p>
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
          <th scope="col">{fillNodes(t.tillOf({ name: '{name}' }), { name: <Typed text={till.name} /> })}</th>
          <th scope="col" className="paper-amount">
            {t.amount()}
          </th>
        </tr>
      </thead>
      {shown.map((method) => (
        <tbody key={method}>
          <tr>
            <td>{t.expected({ method: tillMethodToText(method) })}</td>
            <td className="paper-amount">{amount(till.expected[method] ?? 0)}</td>
          </tr>
          <tr>
            <td>{t.counted({ method: tillMethodToText(method) })}</td>
            <td className="paper-amount">{amount(counted[method])}</td>
          </tr>
          <tr>
            <td>{t.difference({ method: tillMethodToText(method) })}</td>
            <td className="paper-amount">{amount(till.difference?.[method])}</td>
          </tr>
        </tbody>
      ))}
      <tbody>
        <tr>
          <td>{t.float()}</td>
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
