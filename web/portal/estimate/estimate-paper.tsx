import type { ReactNode } from 'react'
import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import { toOfferedItems } from '#schema/rules/estimates/offered-items.ts'
import { sumAmounts } from '#schema/values/money.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { OrderPhotosOfShop } from '../orders/photos-of-shop.tsx'
import { t } from '../language/texts.ts'

type EstimatePaperProps = {
  /** Stands under the title, above what the estimate lists. */
  children?: ReactNode
  estimate: PublicEstimate
  format: ShopFormat
  photoAddress: (id: string, part: 'content' | 'thumbnail') => string
}

export function EstimatePaper({ children, estimate, format, photoAddress }: EstimatePaperProps) {
  const { itemDetails, ticket, version, lines, total, net, tax, note, terms, photos } = estimate
  const items = toOfferedItems(lines, format)
  const isTaxOnTop = sumAmounts(items.map(({ amount }) => amount)) !== total
  return (
    <section aria-labelledby="estimate-title" className="flex flex-col gap-4">
      <div>
        <h2 id="estimate-title" className="text-lg font-semibold wrap-anywhere">
          {t.estimateFor({ device: itemDetails })}
        </h2>
        <p className="text-muted tabular-nums">{version > 1 ? t.estimateVersion({ ticket, version }) : t.order({ ticket })}</p>
      </div>
      {children}
      <table className="w-full border-t border-line text-input">
        <caption className="sr-only">{t.whatItCosts()}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t.what()}</th>
            <th scope="col">{t.price()}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ line, amount }, index) => (
            <tr key={index} className="border-b border-line align-top">
              <td className="py-2.5 pr-4 wrap-anywhere">
                {line.description}
                {line.quantity !== 1 && (
                  <span className="block text-sm text-muted tabular-nums">{t.times({ quantity: line.quantity, price: format.money(line.unitPrice) })}</span>
                )}
              </td>
              <td className="py-2.5 text-right whitespace-nowrap tabular-nums">{format.money(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {isTaxOnTop && <SumRow name={t.subtotal()} amount={format.money(net)} />}
          {isTaxOnTop && <SumRow name={t.tax()} amount={format.money(tax)} />}
          <tr className="align-top text-lg font-semibold">
            <th scope="row" className="py-3 text-left">
              {t.total()}
            </th>
            <td className="py-3 text-right whitespace-nowrap tabular-nums">{format.money(total)}</td>
          </tr>
          {!isTaxOnTop && tax !== 0 && <SumRow name={t.includesTax()} amount={format.money(tax)} />}
        </tfoot>
      </table>
      {note !== null && <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>}
      {photos.length > 0 && <OrderPhotosOfShop photos={photos} photoAddress={photoAddress} />}
      {terms !== null && (
        <div>
          <h3 className="text-sm font-semibold">{t.terms()}</h3>
          <p className="mt-1 text-sm whitespace-pre-wrap text-muted wrap-anywhere">{terms}</p>
        </div>
      )}
    </section>
  )
}

const SumRow = ({ name, amount }: { name: string; amount: string }) => (
  <tr className="align-top text-muted">
    <th scope="row" className="pt-2 text-left font-normal">
      {name}
    </th>
    <td className="pt-2 text-right whitespace-nowrap tabular-nums">{amount}</td>
  </tr>
)
