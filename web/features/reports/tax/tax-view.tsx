import { Percent } from 'lucide-react'
import { type TaxPart, type TaxReport, buildTaxReport } from '#schema/rules/money/tax-report.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { Money } from '../use-report-money.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../reports-texts.ts'
import { useEffect, useState } from 'react'
import { readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'
import { toPrice } from '#schema/rules/money/price.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { rateNameToText } from '#web/language/set-names-texts.ts'
import type { Device } from '#web/device/device-types.ts'

const taxParts = [
  { part: 'documents', title: t.invoicesByIssue() },
  { part: 'payments', title: t.paymentsByDate() },
] as const satisfies readonly { part: keyof TaxReport; title: string }[]

/** A row for each rate of what was issued, then of what was received. */
const taxToTable = (report: TaxReport): CsvTable => ({
  header: ['Of', 'Tax', 'Percent', 'Net', 'Tax amount'],
  rows: taxParts.flatMap(({ part, title }) =>
    report[part].sums.map(({ name, percent, base, tax }) => [title, rateNameToText(name), String(percent), base, tax]),
  ),
})

/** What was charged and received of each tax. */
export function TaxView({ shopId, money }: { shopId: string; money: Money }) {
  const report = useTaxReport(shopId, money)
  if (report === undefined) {
    return (
      <p role="status" className="px-4 py-2 text-muted">
        {t.addingTaxes()}
      </p>
    )
  }
  if (taxParts.every(({ part }) => report[part].sums.length === 0)) return <EmptyState icon={<Percent />} title={t.noTaxes()} />
  return (
    <>
      <p className="flex justify-end px-4 pb-2">
        <CsvButton shopId={shopId} what={t.view.tax()} isNamed read={() => taxToTable(report)} />
      </p>
      {/* Focusable because it may scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={t.view.tax()} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        {taxParts.map(({ part, title }) => report[part].sums.length > 0 && <TaxTable key={part} title={title} part={report[part]} />)}
      </div>
    </>
  )
}

const cell = 'border-b border-line px-2 py-1 text-right whitespace-nowrap tabular-nums first:pl-4 last:pr-4'

function TaxTable({ title, part: { sums, base, tax } }: { title: string; part: TaxPart }) {
  const { money } = useShopFormat()
  return (
    <table className="mb-6 w-full border-separate border-spacing-0">
      <caption className="px-4 py-1 text-left font-semibold">{title}</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className={cn(cell, 'text-left')}>
            {t.view.tax()}
          </th>
          <th scope="col" className={cell}>
            {t.percent()}
          </th>
          <th scope="col" className={cell}>
            {t.taxBase()}
          </th>
          <th scope="col" className={cell}>
            {t.taxAmount()}
          </th>
        </tr>
      </thead>
      <tbody className="bg-surface">
        {sums.map((sum) => (
          <tr key={`${sum.name} ${sum.percent}`} className="hover:bg-hover">
            <th scope="row" className={cn(cell, 'text-left font-normal')}>
              {rateNameToText(sum.name)}
            </th>
            <td className={cell}>{`${sum.percent}%`}</td>
            <td className={cell}>{money(sum.base)}</td>
            <td className={cell}>{money(sum.tax)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" colSpan={2} className={cn(cell, 'py-2.5 text-left')}>
            {common.total()}
          </th>
          <td className={cell}>{money(base)}</td>
          <td className={cell}>{money(tax)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Bases and taxes of the range, from this device's rows; undefined while they are read. */
function useTaxReport(shopId: string, money: Money): TaxReport | undefined {
  const device = useDevice()
  const [invoices, setInvoices] = useState<readonly Invoice[]>()
  const [report, setReport] = useState<TaxReport>()
  useEffect(() => device.rows.watchShop('invoices', shopId, setInvoices), [device, shopId])
  useEffect(() => {
    if (invoices === undefined) return undefined
    let isOver = false
    const read = async (): Promise<void> => {
      const next = await readTaxReport(device.rows, shopId, money, invoices)
      if (!isOver) setReport(next)
    }
    void read()
    return () => void (isOver = true)
  }, [device, shopId, money, invoices])
  return report
}

/** The share of a payment depends on what was paid before it, so all payments of its order are read. */
async function readTaxReport(rows: Device['rows'], shopId: string, { payments, range }: Money, invoices: readonly Invoice[]): Promise<TaxReport> {
  const orders = await rows.readMany('orders', [...new Set(payments.map(({ orderId }) => orderId))])
  const moneyById = await rows.readMoney(shopId, orders)
  const ofOrders = await Promise.all(orders.map(({ id }) => rows.listOf('payments', 'orderId', id)))
  const documents = invoices.map(({ kind, issuedAt, net, taxes }) => ({ kind, issuedAt, net, taxes: readInvoiceTaxes(taxes) }))
  const priceOf = (orderId: string) => {
    const money = moneyById.get(orderId)
    return money && toPrice(money)
  }
  return buildTaxReport({ documents, payments: ofOrders.flat(), priceOf, range })
}
