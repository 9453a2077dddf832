import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ToggleTip } from '#web/ui/overlays/toggle-tip.tsx'
import { lastMonth, presentMonth, presentYear, readTaxPercent, type ReportFilters, today } from './report-filters.ts'

type ReportFilterBarProps = { filters: ReportFilters; onChange: (change: Partial<ReportFilters>) => void }

const presets = [
  { label: 'Today', range: (zone: string) => ({ from: today(zone), to: today(zone) }) },
  { label: 'This month', range: presentMonth },
  { label: 'Last month', range: lastMonth },
  { label: 'This year', range: presentYear },
  { label: 'All time', range: () => ({ from: null, to: null }) },
] as const

const dateClass = 'w-40 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[calc(50%-0.25rem)]'

export function ReportFilterBar({ filters, onChange }: ReportFilterBarProps) {
  const { from, to } = filters
  const { timeZone } = useShopFormat()
  const isRange = (range: { from: string | null; to: string | null }): boolean => range.from === from && range.to === to
  return (
    <>
      <Field label="From Date" className={dateClass}>
        <DateField value={from ?? ''} max={to ?? undefined} onChange={(event) => onChange({ from: event.target.value || null })} />
      </Field>
      <Field label="To Date" className={dateClass}>
        <DateField value={to ?? ''} min={from ?? undefined} onChange={(event) => onChange({ to: event.target.value || null })} />
      </Field>
      <div role="group" aria-label="Usual ranges" className="flex flex-wrap items-center gap-1">
        {presets.map(({ label, range }) => (
          <Button
            key={label}
            variant="ghost"
            className="px-3 text-sm lg:max-xl:px-2 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            aria-pressed={isRange(range(timeZone))}
            onClick={() => onChange(range(timeZone))}
          >
            {label}
          </Button>
        ))}
      </div>
      {filters.view === 'report' && <TaxField tax={filters.tax} onChange={(tax) => onChange({ tax })} />}
    </>
  )
}

const lastTaxKey = 'mainspring-report-tax'

/** The tax percentage last used on this device. */
const readLastTax = (): string => {
  try {
    return localStorage.getItem(lastTaxKey) ?? '13'
  } catch {
    return '13'
  }
}

function TaxField({ tax, onChange }: { tax: string | null; onChange: (tax: string | null) => void }) {
  const [typed, setTyped] = useState(tax ?? readLastTax())
  const isOn = tax !== null
  const read = readTaxPercent(typed)
  const problem = isOn && 'problem' in read ? read.problem : undefined
  const problemId = useId()
  const change = (text: string): void => {
    setTyped(text)
    onChange(text)
    if (!('percent' in readTaxPercent(text))) return
    try {
      localStorage.setItem(lastTaxKey, text)
    } catch {
      // Without storage the default percentage applies.
    }
  }
  return (
    <div className="relative ml-auto flex items-end gap-1 max-lg:ml-0">
      <Checkbox label="Exclude Tax (%)" checked={isOn} onChange={(event) => onChange(event.target.checked ? typed : null)} />
      <Field label="Tax (%)" labelHidden className="w-22">
        <TextField
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step={0.01}
          numeric
          disabled={!isOn}
          value={typed}
          onChange={(event) => change(event.target.value)}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : problemId}
        />
      </Field>
      <ToggleTip label="How tax is taken out" text="Takes the tax out of every amount marked AT: amount ÷ (1 + tax). Amounts marked BT stay as they are." />
      {/* Absolute, so that the bar keeps its height. */}
      {problem !== undefined && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full right-0 z-20 mt-1 flex items-center gap-1 rounded-md border border-danger bg-surface px-2 py-1 text-sm whitespace-nowrap text-danger-ink shadow-float max-lg:right-auto max-lg:left-0"
        >
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  )
}
