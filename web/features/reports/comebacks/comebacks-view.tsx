import { RotateCcw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type ComebackGroup, comebackGroups, type ComebackRow, toComebacks, toRate } from '#schema/rules/orders/comebacks.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { serviceToTitle } from '#schema/values/services/service-title.ts'
import type { Device } from '#web/device/device-types.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { t } from '../reports-texts.ts'

type NamedRow = ComebackRow & { name: string }
type Comebacks = Readonly<Record<ComebackGroup, readonly NamedRow[]>>

type ComebacksProps = { shopId: string; from: string | null; to: string | null }

/** Which repairs came back under warranty, from the rows of this device; the days are those on which they were finished. */
export function ComebacksView(props: ComebacksProps) {
  const comebacks = useComebacks(props)
  if (comebacks === undefined) {
    return (
      <p role="status" className="px-4 py-2 text-muted">
        {t.countingRepairs()}
      </p>
    )
  }
  const shown = comebackGroups.filter((group) => comebacks[group].length > 0)
  if (shown.length === 0) return <EmptyState icon={<RotateCcw />} title={t.noRepairs()} />
  const toTable = () => ({
    header: ['Group', 'Name', 'Repairs', 'Came back', 'Rate'],
    rows: shown.flatMap((group) => comebacks[group].map((row) => [t.group[group](), row.name, BigInt(row.done), BigInt(row.cameBack), toRate(row)])),
  })
  return (
    <>
      <p className="flex justify-end px-4 pb-2">
        <CsvButton shopId={props.shopId} what={t.view.comebacks()} isNamed read={toTable} />
      </p>
      {/* Focusable because it may scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={t.view.comebacks()} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        {shown.map((group) => (
          <ComebackTable key={group} group={group} rows={comebacks[group]} />
        ))}
      </div>
    </>
  )
}

const cell = 'border-b border-line px-2 py-1 text-right whitespace-nowrap tabular-nums first:pl-4 last:pr-4'

function ComebackTable({ group, rows }: { group: ComebackGroup; rows: readonly NamedRow[] }) {
  return (
    <table className="mb-6 w-full border-separate border-spacing-0">
      <caption className="px-4 py-1 text-left font-semibold">{t.by[group]()}</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className={cn(cell, 'w-full text-left')}>
            {t.group[group]()}
          </th>
          <th scope="col" className={cell}>
            {t.repairs()}
          </th>
          <th scope="col" className={cell}>
            {t.cameBack()}
          </th>
          <th scope="col" className={cell}>
            {t.rate()}
          </th>
        </tr>
      </thead>
      <tbody className="bg-surface">
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-hover">
            <th scope="row" className={cn(cell, 'text-left font-normal whitespace-normal wrap-anywhere')}>
              {row.name}
            </th>
            <td className={cell}>{row.done}</td>
            <td className={cell}>{row.cameBack}</td>
            <td className={cell}>{toRate(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Read once for each range; opening the report again counts anew. Undefined while counting. */
function useComebacks({ shopId, from, to }: ComebacksProps): Comebacks | undefined {
  const { rows } = useDevice()
  const { timeZone } = useShopFormat()
  const [read, setRead] = useState<{ of: object; comebacks: Comebacks }>()
  const asked = useMemo(() => ({ shopId, range: dayToInstantRange(from, to, timeZone) }), [shopId, from, to, timeZone])
  useEffect(() => {
    let isOver = false
    void readComebacks(rows, asked).then((comebacks) => isOver || setRead({ of: asked, comebacks }))
    return () => {
      isOver = true
    }
  }, [rows, asked])
  return read?.of === asked ? read.comebacks : undefined
}

type Asked = { shopId: string; range: ReturnType<typeof dayToInstantRange> }

async function readComebacks(rows: Device['rows'], { shopId, range }: Asked): Promise<Comebacks> {
  const [orders, lines, products] = await Promise.all([rows.list('orders', shopId), rows.list('order_lines', shopId), rows.list('products', shopId)])
  const productById = new Map(products.map((product) => [product.id, product]))
  const counted = toComebacks(orders, lines, { range, supplierOf: (id) => productById.get(id)?.supplierId })
  const [services, suppliers, employees] = await Promise.all([
    rows.readMany(
      'services',
      counted.services.map(({ id }) => id),
    ),
    rows.readMany(
      'suppliers',
      counted.suppliers.map(({ id }) => id),
    ),
    rows.readMany(
      'employees',
      counted.people.map(({ id }) => id),
    ),
  ])
  const named = (found: readonly ComebackRow[], names: readonly (readonly [string, string])[]): NamedRow[] => {
    const nameById = new Map(names)
    return found.map((row) => ({ ...row, name: nameById.get(row.id) ?? t.noLongerHere() }))
  }
  return {
    services: named(
      counted.services,
      services.map((service) => [service.id, serviceToTitle(service)]),
    ),
    parts: named(
      counted.parts,
      products.map(({ id, name }) => [id, name]),
    ),
    suppliers: named(
      counted.suppliers,
      suppliers.map(({ id, supplierName }) => [id, supplierName]),
    ),
    people: named(
      counted.people,
      employees.map(({ id, name }) => [id, name]),
    ),
  }
}
