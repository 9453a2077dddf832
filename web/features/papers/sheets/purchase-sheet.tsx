import { Letterhead, Typed } from '#web/sheets/sheet-parts.tsx'
import type { PaperShop } from '../paper.ts'
import { t } from '../printing-texts.ts'

export type PurchaseItem = { id: string; name: string; sku: string | null; quantity: number }

type PurchaseSheetProps = { shop: PaperShop; title: string; day: string; supplierLines: readonly string[]; note: string | null; items: readonly PurchaseItem[] }

/** A purchase for its supplier, without what the shop pays. */
export function PurchaseSheet({ shop, title, day, supplierLines, note, items }: PurchaseSheetProps) {
  return (
    <>
      <Letterhead shop={shop} />
      <div className="paper-title">
        <div className="paper-title-text">
          <h1>{title}</h1>
          <p>{day}</p>
          {supplierLines.map((line) => (
            <p key={line}>
              <Typed text={line} />
            </p>
          ))}
        </div>
      </div>
      <table className="paper-lines">
        <thead>
          <tr>
            <th scope="col">{t.piece()}</th>
            <th scope="col">{t.quantity()}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, name, sku, quantity }) => (
            <tr key={id}>
              <td>
                <Typed text={name} />
                {sku !== null && ` · ${sku}`}
              </td>
              <td className="paper-amount">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== null && (
        <p>
          <Typed text={note} />
        </p>
      )}
    </>
  )
}
