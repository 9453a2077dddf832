import { useEffect, useMemo, useState } from 'react'
import type { Order } from '#schema/collections/work/orders.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { sumIncomeInSteps } from '#schema/rules/charts/income.ts'
import { countOrdersInSteps } from '#schema/rules/charts/order-charts.ts'
import type { PeriodUnit } from '#schema/rules/charts/periods.ts'
import { statusColorsWithoutConfig } from '#schema/rules/orders/status-age.ts'
import { finishedStatusIds, orderStatusIdByName } from '#schema/values/order-status.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { allOrders } from '#web/features/orders/list/kept-views.ts'
import { ageBandNames, createOrdersFiltersCodec, noOrdersFilters, type OrdersFilters } from '#web/features/orders/list/orders-filters.ts'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { reportFiltersCodec, type ReportFilters } from '../report-filters.ts'
import type { Money } from '../use-report-money.ts'
import { useSteps } from '../use-steps.ts'
import { toLocale } from '#schema/rules/customers/customer-language.ts'
import { createPeriodText } from './period-text.ts'
import { BarChart } from './bar-chart.tsx'
import { common } from '#web/language/common-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'
import { t } from './charts-texts.ts'

type ChartsViewProps = { shop: BootstrapShop; money: Money; filters: ReportFilters; onChange: (change: Partial<ReportFilters>) => void }

export function ChartsView({ shop, money, filters, onChange }: ChartsViewProps) {
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-auto p-4 lg:grid-cols-2">
      <IncomeChart shopId={shop.id} money={money} filters={filters} onChange={onChange} />
      <OrderCharts shop={shop} />
    </div>
  )
}

const units = [
  { value: 'day', label: t.byDay() },
  { value: 'week', label: t.byWeek() },
  { value: 'month', label: t.byMonth() },
] as const

const incomeSeries = [
  { key: 'income', name: t.income() },
  { key: 'costs', name: t.costs() },
] as const

function IncomeChart({ shopId, money, filters, onChange }: Omit<ChartsViewProps, 'shop'> & { shopId: string }) {
  const format = useShopFormat()
  const [unit, setUnit] = useState<PeriodUnit>()
  const { timeZone } = format
  const locale = toLocale(readLanguage(), useShopProfile(shopId))
  const start = useMemo(() => () => sumIncomeInSteps({ ...money, timeZone, unit }), [money, timeZone, unit])
  const { result } = useSteps(start)
  if (result === undefined) return <Counting />
  const periodText = createPeriodText(locale, result.bars)
  const bars = result.bars.map(({ from, to, income, costs }) => ({
    id: from,
    label: periodText({ from, to }, unit ?? result.unit),
    values: { income, costs },
    href: `${dashboardPath({ shopId, tab: 'reports' })}${reportFiltersCodec.write({ ...filters, from, to, view: 'report', page: 1 })}`,
    onOpen: () => onChange({ from, to, view: 'report', page: 1 }),
  }))
  return (
    <div className="flex min-w-0 flex-col gap-2 lg:col-span-2">
      <Field label={t.bars()} labelHidden className="w-40">
        <Select value={unit ?? result.unit} options={units} onChange={(event) => setUnit(units.find(({ value }) => value === event.target.value)?.value)} />
      </Field>
      <BarChart
        title={t.incomeTitle()}
        note={t.incomeNote()}
        axis={t.time()}
        series={incomeSeries}
        bars={bars}
        toText={format.money}
        toTick={(amount) => format.money(Math.round(amount))}
      />
    </div>
  )
}

const ageSeries = [
  { key: 'green', name: ageBandNames.green },
  { key: 'yellow', name: ageBandNames.yellow },
  { key: 'red', name: ageBandNames.red },
] as const
const assigneeSeries = [
  { key: 'open', name: t.open() },
  { key: 'finished', name: t.finished() },
] as const
const turnaroundSeries = [{ key: 'days', name: t.days() }] as const
const doneStatuses = [orderStatusIdByName.Fixed, orderStatusIdByName['Picked up']]

const toCount = (value: number): string => value.toLocaleString(readLanguage(), { maximumFractionDigits: 1 })

function OrderCharts({ shop }: { shop: BootstrapShop }) {
  const { timeZone, day } = useShopFormat()
  const orders = useShopOrders(shop.id)
  const colors = shop.config.orderConfig.statusColors ?? statusColorsWithoutConfig
  const employeeName = useEmployeeNames(shop.id)
  const statuses = useOrderStatuses()
  const start = useMemo(
    () => (orders === undefined ? undefined : () => countOrdersInSteps({ orders, now: correctedNow(), timeZone, colors })),
    [orders, timeZone, colors],
  )
  const { result } = useSteps(start)
  if (result === undefined) return <Counting />
  const toOrders = (filters: Partial<OrdersFilters>): string =>
    `${dashboardPath({ shopId: shop.id })}${createOrdersFiltersCodec(allOrders).write({ ...noOrdersFilters, ...filters })}`
  const statusName = (id: string): string => statuses.find((status) => status.id === id)?.statusName ?? t.unknownStatus()
  return (
    <>
      <BarChart
        title={t.statusTitle()}
        note={t.statusNote({ fresh: colors.greenEnd, old: colors.yellowEnd })}
        axis={common.status()}
        series={ageSeries}
        bars={result.statuses.map(({ statusId, green, yellow, red }) => ({
          id: statusId,
          label: statusName(statusId),
          values: { green, yellow, red },
          href: toOrders({ status: [statusId] }),
          hrefs: {
            green: toOrders({ status: [statusId], age: 'green' }),
            yellow: toOrders({ status: [statusId], age: 'yellow' }),
            red: toOrders({ status: [statusId], age: 'red' }),
          },
        }))}
        toText={toCount}
        isStacked
        isLying
      />
      <BarChart
        title={t.assigneeTitle()}
        note={t.assigneeNote()}
        axis={t.assignedTo()}
        series={assigneeSeries}
        bars={result.assignees.map(({ employeeId, open, finished }) => ({
          id: employeeId ?? '',
          label: employeeId === null ? t.unassigned() : employeeName(employeeId),
          values: { open, finished },
          href: toOrders({ assignee: employeeId ?? 'unassigned' }),
          hrefs: {
            open: toOrders({ assignee: employeeId ?? 'unassigned', status: 'open' }),
            finished: toOrders({ assignee: employeeId ?? 'unassigned', status: finishedStatusIds }),
          },
        }))}
        toText={toCount}
        isStacked
        isLying
      />
      <div className="min-w-0 lg:col-span-2">
        <BarChart
          title={t.turnaroundTitle()}
          note={t.turnaroundNote()}
          axis={t.month()}
          series={turnaroundSeries}
          bars={result.turnaround.map(({ from, to, medianDays }) => ({
            id: from,
            label: `${day(from)} – ${day(to)}`,
            values: { days: medianDays ?? 0 },
            href: toOrders({ from, to, status: doneStatuses }),
          }))}
          toText={toCount}
        />
      </div>
    </>
  )
}

const Counting = () => (
  <p role="status" className="p-4 text-muted">
    {t.counting()}
  </p>
)

const allTime = { fromInstant: null, toInstantExclusive: null }

/** The shop's undeleted orders, live; undefined while loading. */
function useShopOrders(shopId: string): readonly Order[] | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ shopId: string; orders: readonly Order[] }>()
  useEffect(() => device.rows.watchRange('orders', shopId, allTime, (orders) => setHeld({ shopId, orders })), [device, shopId])
  return held?.shopId === shopId ? held.orders : undefined
}
