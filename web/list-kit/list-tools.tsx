import { Ellipsis, ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { SelectPill } from '#web/ui/controls/filter-pill.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DropdownMenu } from '#web/ui/overlays/dropdown-menu.tsx'
import { localDayOfMs } from '#schema/rules/text/calendar.ts'
import { useEmployeeOptions } from '../inputs/employee-select.tsx'
import { useShopFormat } from '../inputs/shop-format.tsx'
import { anyTimeLabel, customLabel, type DayPreset, type Days, daysToLabel, labelToDays, pastPresets } from '../inputs/time/day-presets.ts'
import { t } from '#web/inputs/inputs-texts.ts'

type ListFiltersProps = {
  /** How many of the filters are set, without the search. */
  activeCount: number
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
  children: ReactNode
}

/** The filters beside the search; on a phone behind one button until one is set. */
export function ListFilters({ activeCount, onClear, children }: ListFiltersProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const isShown = isOpen ?? activeCount > 0
  return (
    <>
      <Button className="px-3 sm:hidden" aria-expanded={isShown} onClick={() => setIsOpen(!isShown)}>
        <ListFilter aria-hidden="true" />
        <span className="sr-only">{t.filters()}</span>
        <CountBadge count={activeCount} tone="accent" label={t.active()} />
      </Button>
      <div
        className={cn(
          'flex min-w-0 flex-wrap items-center gap-x-1.5 max-sm:order-last max-sm:basis-full',
          !isShown && onClear === undefined && 'max-sm:hidden',
        )}
      >
        <div className={cn('contents', !isShown && 'max-sm:hidden')}>{children}</div>
        {onClear && (
          <span className="relative h-11">
            <span role="status" className="pointer-events-none block px-2 pt-1 text-xs text-muted">
              {t.filtered()}
            </span>
            <Button variant="ghost" className="absolute inset-0 items-end justify-start px-2 pb-1 text-xs text-accent-ink" onClick={onClear}>
              {t.clearFilters()}
            </Button>
          </span>
        )}
      </div>
    </>
  )
}

/** What is done rarely with a list. */
export function ListMenu({ children }: { children: ReactNode }) {
  return <DropdownMenu trigger={<IconButton label={t.more()} icon={<Ellipsis aria-hidden="true" />} />}>{children}</DropdownMenu>
}

const assigneeChoices = [
  { value: 'all', label: t.all() },
  { value: 'unassigned', label: t.unassigned() },
]

export function AssigneeFilter({ shopId, assignee, onChange }: { shopId: string; assignee: string; onChange: (change: { assignee: string }) => void }) {
  const options = useEmployeeOptions(shopId, assigneeChoices, assignee)
  return <SelectPill label={t.assignedTo()} options={options} value={assignee} onChange={(next) => onChange({ assignee: next })} />
}

type DaysFilterProps = Days & {
  label: string
  presets?: readonly DayPreset[]
  fieldLabels?: { from: string; to: string }
  onChange: (days: Days) => void
}

const usualFieldLabels = { from: t.from(), to: t.to() }

/** The usual days, or two fields for others. */
export function DaysFilter({ label, presets = pastPresets, fieldLabels = usualFieldLabels, from, to, onChange }: DaysFilterProps) {
  const { timeZone } = useShopFormat()
  const today = localDayOfMs(correctedNow().getTime(), timeZone)
  // Typed days keep their fields, even where they equal a preset.
  const [typed, setTyped] = useState<Days>()
  const known = typed?.from === from && typed.to === to ? undefined : daysToLabel({ from, to }, presets, today)
  const type = (days: Days): void => {
    setTyped(days)
    onChange(days)
  }
  const choose = (chosen: string): void => {
    if (chosen === customLabel) return setTyped({ from, to })
    setTyped(undefined)
    onChange(labelToDays(chosen, presets, today))
  }
  return (
    <>
      <SelectPill
        label={label}
        options={[anyTimeLabel, ...presets.map((preset) => preset.label), customLabel].map((value) => ({ value, label: value }))}
        value={known ?? customLabel}
        text={known ?? t.custom()}
        onChange={choose}
      />
      {known === undefined && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Field label={fieldLabels.from} className={dayFieldClass}>
            <DateField className={dayClass} value={from ?? ''} max={to ?? undefined} onChange={(event) => type({ from: event.target.value || null, to })} />
          </Field>
          <Field label={fieldLabels.to} className={dayFieldClass}>
            <DateField className={dayClass} value={to ?? ''} min={from ?? undefined} onChange={(event) => type({ from, to: event.target.value || null })} />
          </Field>
        </span>
      )}
    </>
  )
}

const dayFieldClass = 'sm:flex-row sm:items-center sm:gap-2'
const dayClass = 'w-38'
