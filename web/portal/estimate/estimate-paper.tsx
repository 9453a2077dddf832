import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import { toLineTotal } from '#schema/rules/money/line-totals.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { OrderPhotosOfShop } from '../orders/photos-of-shop.tsx'

type EstimatePaperProps = { estimate: PublicEstimate; format: ShopFormat; photoAddress: (id: string, part: 'content' | 'thumbnail') => string }

export function EstimatePaper({ estimate, format, photoAddress }: EstimatePaperProps) {
  const { itemDetails, ticket, version, lines, total, note, terms, photos } = estimate
  return (
    <section aria-labelledby="estimate-title" className="flex flex-col gap-4">
      <div>
        <h2 id="estimate-title" className="text-lg font-semibold wrap-anywhere">
          Estimate for {itemDetails}
        </h2>
        <p className="text-muted tabular-nums">
          Order {ticket}
          {version > 1 && ` · Version ${version}`}
        </p>
      </div>
      <table className="w-full border-t border-line text-input">
        <caption className="sr-only">What it costs</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index} className="border-b border-line align-top">
              <td className="py-2.5 pr-4 wrap-anywhere">
                {line.description}
                {line.quantity !== 1 && (
                  <span className="block text-sm text-muted tabular-nums">
                    {line.quantity} × {format.money(line.unitPrice)}
                  </span>
                )}
              </td>
              <td className="py-2.5 text-right whitespace-nowrap tabular-nums">{format.money(toLineTotal(line))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="align-top text-lg font-semibold">
            <th scope="row" className="py-3 text-left">
              Total
            </th>
            <td className="py-3 text-right whitespace-nowrap tabular-nums">{format.money(total)}</td>
          </tr>
        </tfoot>
      </table>
      {note !== null && <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>}
      {photos.length > 0 && <OrderPhotosOfShop photos={photos} photoAddress={photoAddress} />}
      {terms !== null && (
        <div>
          <h3 className="text-sm font-semibold">Terms</h3>
          <p className="mt-1 text-sm whitespace-pre-wrap text-muted wrap-anywhere">{terms}</p>
        </div>
      )}
    </section>
  )
}
