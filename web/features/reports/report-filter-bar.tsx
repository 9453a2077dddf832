import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { DaysFilter } from '#web/list-kit/list-tools.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ToggleTip } from '#web/ui/overlays/toggle-tip.tsx'
import { readTaxPercent, type ReportFilters } from './report-filters.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './reports-texts.ts'

type ReportFilterBarProps = { filters: ReportFilters; onChange: (change: Partial<ReportFilters>) => void }

const dayFields = { from: t.fromDate(), to: t.toDate() }

export function ReportFilterBar({ filters, onChange }: ReportFilterBarProps) {
  const { from, to } = filters
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 max-sm:basis-full">
        <DaysFilter label={common.date()} fieldLabels={dayFields} from={from} to={to} onChange={onChange} />
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
    <div className="relative ml-auto flex items-center gap-2 max-lg:ml-0">
      <Checkbox label={t.excludeTax()} checked={isOn} onChange={(event) => onChange(event.target.checked ? typed : null)} />
      <Field label={t.taxPercent()} labelHidden className="w-22">
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
      <ToggleTip label={t.howTax()} text={t.howTaxText()} />
      {/* Absolute, so that the bar keeps its height. */}
      {problem !== undefined && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full right-0 z-20 mt-1 flex items-center gap-1 rounded-md border border-danger bg-surface px-2 py-1 text-sm whitespace-nowrap text-danger-ink shadow-float max-sm:right-auto max-sm:left-0"
        >
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  )
}
