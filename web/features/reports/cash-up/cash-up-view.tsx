import { Banknote, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { buildCashUpInSteps, type CashUp, cashUpMethods, type CashUpPart } from '#schema/rules/money/cash-up.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { cn } from '#web/ui/cn.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { cashUpToTable } from './cash-up-csv.ts'
import type { Money } from '../use-report-money.ts'
import { useSteps } from '../use-steps.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../reports-texts.ts'

export function CashUpView({ shopId, money }: { shopId: string; money: Money }) {
  const { timeZone } = useShopFormat()
  const start = useMemo(() => () => buildCashUpInSteps({ payments: money.payments, range: money.range, timeZone }), [money, timeZone])
  const { result } = useSteps(start)
  if (result === undefined) {
    return (
      <p role="status" className="px-4 py-2 text-muted">
        {t.addingPayments()}
      </p>
    )
  }
  if (result.days.length === 0) return <EmptyState icon={<Banknote />} title={t.noPayments()} />
  return (
    <>
      <p className="flex justify-end px-4 pb-2">
        <CsvButton shopId={shopId} what={t.view['cash-up']()} isNamed read={() => cashUpToTable(result)} />
      </p>
      <CashUpTable cashUp={result} />
    </>
  )
}

const cell = 'border-b border-line px-2 py-1 text-right whitespace-nowrap tabular-nums first:pl-4 last:pr-4'

export function CashUpTable({ cashUp: { days, all } }: { cashUp: CashUp }) {
  const { day: formatDay } = useShopFormat()
  return (
    // Focusable because it may scroll.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={t.cashUpByDay()} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{t.cashUpCaption()}</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className={cn(cell, 'sticky top-0 bg-canvas text-left')}>
              {t.day()}
            </th>
            {cashUpMethods.map((method) => (
              <th key={method} scope="col" className={cn(cell, 'sticky top-0 bg-canvas')}>
                {methodToText(method)}
              </th>
            ))}
            <th scope="col" className={cn(cell, 'sticky top-0 bg-canvas')}>
              {t.refunds()}
            </th>
            <th scope="col" className={cn(cell, 'sticky top-0 bg-canvas')}>
              {common.total()}
            </th>
            <th scope="col" className={cn(cell, 'sticky top-0 bg-canvas')}>
              <span className="sr-only">{common.print()}</span>
            </th>
          </tr>
        </thead>
        <tbody className="bg-surface">
          {days.map(({ day, ...part }) => (
            <tr key={day} className="hover:bg-hover">
              <th scope="row" className={cn(cell, 'text-left font-normal')}>
                {formatDay(day)}
              </th>
              <Amounts part={part} />
              <td className={cell}>
                <IconButton
                  label={t.printCashUpOf({ day: formatDay(day) })}
                  icon={<Printer aria-hidden="true" />}
                  onClick={() => openDialog({ kind: 'cash-up', day })}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className={cn(cell, 'py-2.5 text-left')}>
              {t.allDays()}
            </th>
            <Amounts part={all} />
            <td aria-hidden="true" className={cell} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Amounts({ part: { byMethod, total } }: { part: CashUpPart }) {
  const { money } = useShopFormat()
  return (
    <>
      {cashUpMethods.map((method) => {
        const sum = byMethod.get(method)
        return (
          <td key={method} className={cell}>
            {sum === undefined ? <span aria-label={t.nothing()}>–</span> : money(sum.net)}
          </td>
        )
      })}
      <td className={cell}>{total.refunded === 0 ? <span aria-label={t.none()}>–</span> : money(-total.refunded)}</td>
      <td className={cn(cell, 'font-semibold')}>{money(total.net)}</td>
    </>
  )
}
