import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'

/** From and To of a list, by day, inclusive. */
export function DayRangeFilter({ from, to, onChange }: { from: string | null; to: string | null; onChange: (change: { from?: string | null; to?: string | null }) => void }) {
  return (
    <>
      <Field label="From" className="w-40">
        <DateField value={from ?? ''} max={to ?? undefined} onChange={(event) => onChange({ from: event.target.value || null })} />
      </Field>
      <Field label="To" className="w-40">
        <DateField value={to ?? ''} min={from ?? undefined} onChange={(event) => onChange({ to: event.target.value || null })} />
      </Field>
    </>
  )
}

/** The line of active filters with its documented note. */
export function FilteredNote({ clearText, onClear, children }: { clearText: string; onClear: () => void; children: ReactNode }) {
  return (
    <>
      <span role="status" className="text-sm text-muted">
        Showing Filtered Results
      </span>
      {children}
      <Button variant="ghost" className="px-3 text-sm text-accent-ink" onClick={onClear}>
        {clearText}
      </Button>
    </>
  )
}

/** Rows keep their places while somebody looks at them; this puts them where they belong now. */
export function StaleNote({ onSettle }: { onSettle: () => void }) {
  return (
    <Button variant="ghost" className="px-3 text-sm text-accent-ink" onClick={onSettle}>
      <RefreshCw aria-hidden="true" />
      The list has changed: update it
    </Button>
  )
}
