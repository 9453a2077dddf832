import type { MouseEvent } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { ReportLine, ReportOrder } from '#schema/rules/money/report.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { useShopFormat, useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useRovingRows } from '#web/ui/tables/use-roving-rows.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './reports-texts.ts'

export type ReportRow = { report: ReportOrder; order: Order | undefined; customer: Customer | undefined }

const headers = [
  { text: common.customer(), width: '16%', isRight: false },
  { text: t.item(), width: undefined, isRight: false },
  { text: common.status(), width: '18%', isRight: false },
  { text: t.totalPayments(), width: '13%', isRight: true },
  { text: t.totalCosts(), width: '13%', isRight: true },
  { text: t.net(), width: '13%', isRight: true },
] as const

export function ReportTable({ rows }: { rows: readonly ReportRow[] }) {
  const isNarrow = useMediaQuery('(max-width: 639px)')
  return isNarrow ? <ReportCards rows={rows} /> : <ReportGrid rows={rows} />
}

const openOrder = ({ report }: ReportRow): void => openDialog({ kind: 'order-edit', orderId: report.orderId })

function ReportGrid({ rows }: { rows: readonly ReportRow[] }) {
  const { rowProps, containerProps } = useRovingRows({ count: rows.length, onOpen: (index) => rows[index] && openOrder(rows[index]) })
  return (
    <div className="relative min-h-0 flex-1 overflow-auto">
      <table role="grid" aria-label={t.view.report()} {...containerProps} className="w-full table-fixed border-separate border-spacing-0">
        <colgroup>
          {headers.map(({ text, width }) => (
            <col key={text} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {headers.map(({ text, isRight }) => (
              <th
                key={text}
                scope="col"
                className={cn(
                  'sticky top-0 z-10 h-10 border-b border-line bg-canvas px-2 text-sm leading-tight font-semibold text-muted first:pl-4 last:pr-4',
                  isRight ? 'text-right' : 'text-left',
                )}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row, index) => (
          <tbody key={row.report.orderId} className="cursor-pointer bg-surface align-top hover:bg-hover has-focus-visible:bg-hover">
            <tr {...rowProps(index)} aria-describedby={`lines-${row.report.orderId}`} className="focus-visible:-outline-offset-2">
              <td rowSpan={2} className="border-b border-line py-2.5 pr-2 pl-4">
                <span className="line-clamp-3 wrap-anywhere" title={row.customer?.name}>
                  {row.customer?.name ?? '…'}
                </span>
              </td>
              <td className="px-2 pt-2.5 pb-1">
                <span className="line-clamp-2 wrap-anywhere">{row.order?.itemDetails ?? '…'}</span>
                {row.order && <Ticket shopId={row.order.shopId} number={row.order.number} className="text-sm text-muted" />}
              </td>
              <td className="px-2 pt-2">{row.order && <StatusChip statusId={row.order.orderStatusId} />}</td>
              <MoneyCell amount={row.report.totalPayments} />
              <MoneyCell amount={-row.report.totalCosts} />
              <MoneyCell amount={row.report.net} isStrong />
            </tr>
            <tr onClick={openAbove}>
              <td colSpan={5} id={`lines-${row.report.orderId}`} className="border-b border-line px-2 pb-2.5">
                <ReportLines lines={row.report.lines} />
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** A press on the lines opens the row above them. */
function openAbove({ currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  const row = currentTarget.previousElementSibling
  if (row instanceof HTMLElement) row.click()
}

function MoneyCell({ amount, isStrong = false }: { amount: number; isStrong?: boolean }) {
  const { money } = useShopFormat()
  return <td className={cn('px-2 pt-2.5 text-right wrap-anywhere tabular-nums last:pr-4 max-xl:text-sm', isStrong && 'font-semibold')}>{money(amount)}</td>
}

function ReportLines({ lines }: { lines: readonly ReportLine[] }) {
  const { money, date } = useShopFormat()
  const isTaxed = useShopTaxMode() !== 'none'
  return (
    <ul className="grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-2 text-sm text-muted">
      {lines.map((line) => (
        <li key={line.id} className="col-span-3 grid grid-cols-subgrid items-baseline">
          <span className="text-right tabular-nums">{money(line.amount)}</span>
          <TaxMark line={line} isTaxed={isTaxed} />
          <span className="line-clamp-2 min-w-0 wrap-anywhere" title={line.text ?? undefined}>
            {t.line[line.kind]()} {date(line.createdAt)}
            {line.text !== null && `, ${line.text}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Where the shop charges taxes, payments are all after tax and need no mark. */
function TaxMark({ line: { kind, afterTax }, isTaxed }: { line: ReportLine; isTaxed: boolean }) {
  if (kind === 'part') return <span className="shrink-0 rounded-sm bg-sunken px-1 text-xs">{t.part()}</span>
  if (isTaxed && kind !== 'cost') return <span />
  return (
    <abbr title={afterTax ? t.afterTax() : t.beforeTax()} className="shrink-0 rounded-sm bg-sunken px-1 text-xs no-underline">
      {afterTax ? t.afterTaxMark() : t.beforeTaxMark()}
    </abbr>
  )
}

function ReportCards({ rows }: { rows: readonly ReportRow[] }) {
  const { rowProps, containerProps } = useRovingRows({ count: rows.length, onOpen: (index) => rows[index] && openOrder(rows[index]) })
  return (
    <ul aria-label={t.view.report()} {...containerProps} className="relative min-h-0 flex-1 overflow-auto">
      {rows.map((row, index) => (
        <li key={row.report.orderId}>
          <div
            role="button"
            {...rowProps(index)}
            className="flex cursor-pointer flex-col gap-1 border-b border-line bg-surface px-4 py-3 focus-visible:-outline-offset-2 active:bg-hover"
          >
            <div className="flex items-start justify-between gap-3">
              <span className="line-clamp-3 min-w-0 font-semibold wrap-anywhere">{row.order?.itemDetails ?? '…'}</span>
              {row.order && <StatusChip statusId={row.order.orderStatusId} className="max-w-[55%] shrink-0" />}
            </div>
            <span className="line-clamp-2 text-sm wrap-anywhere">
              {row.order && <Ticket shopId={row.order.shopId} number={row.order.number} className="mr-2 text-muted" />}
              {row.customer?.name ?? '…'}
            </span>
            <dl className="grid grid-cols-3 gap-2 text-sm tabular-nums">
              <CardAmount label={t.totalPayments()} amount={row.report.totalPayments} />
              <CardAmount label={t.totalCosts()} amount={-row.report.totalCosts} />
              <CardAmount label={t.net()} amount={row.report.net} />
            </dl>
            <ReportLines lines={row.report.lines} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function CardAmount({ label, amount }: { label: string; amount: number }) {
  const { money } = useShopFormat()
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd>{money(amount)}</dd>
    </div>
  )
}
