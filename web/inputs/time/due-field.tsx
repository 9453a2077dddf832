import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { dueLabel, duePresets } from '#schema/rules/orders/due.ts'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { chooseDate, choosePreset, chooseTime, dueToChoice, timeOptions, wallTimeLabel } from './due-choice.ts'
import { useShopFormat } from '../shop-format.tsx'
import { useNow } from './use-now.ts'
import { t } from '#web/inputs/inputs-texts.ts'

type DueFieldProps = {
  /** ISO instant, '' for none. */
  value: string
  onValueChange: (value: string) => void
  error?: string | undefined
  label?: string | undefined
  isFinished?: boolean | undefined
}

const presetOptions = [...duePresets.map((days) => ({ value: String(days), label: daysToLabel(days) })), { value: 'date', label: t.otherDate() }]

function daysToLabel(days: number): string {
  if (days < 2) return days === 0 ? t.today() : t.tomorrow()
  return days % 7 === 0 ? t.weeks({ count: days / 7 }) : t.days({ count: days })
}

export function DueField({ value, onValueChange, error, label = t.due(), isFinished = false }: DueFieldProps) {
  const id = useId()
  const now = useNow()
  const { timeZone, time, wallTime } = useShopFormat()
  const clock = { now, timeZone }
  const choice = dueToChoice(value, clock)
  const [wantsDate, setWantsDate] = useState(false)
  const [chosenTime, setChosenTime] = useState<string>()
  const showsDate = value !== '' && (wantsDate || choice.preset === 'date')

  const changePreset = (preset: string) => {
    setWantsDate(preset === 'date')
    if (preset === '') onValueChange('')
    else if (preset !== 'date') onValueChange(choosePreset(Number(preset), clock, chosenTime))
    else if (value === '') onValueChange(choosePreset(0, clock, chosenTime))
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={`${id}-note`}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-2">
        <Select
          aria-label={t.dueDate()}
          placeholder={t.noDueDate()}
          options={presetOptions}
          value={showsDate ? 'date' : choice.preset}
          onChange={(event) => changePreset(event.target.value)}
        />
        <Select
          aria-label={t.dueTime()}
          placeholder={value === '' ? t.noTime() : undefined}
          disabled={value === ''}
          options={timeOptions(choice.time, wallTime ?? wallTimeLabel, wallTime)}
          value={choice.time}
          onChange={(event) => {
            setChosenTime(event.target.value)
            onValueChange(chooseTime(value, event.target.value, clock))
          }}
        />
      </div>
      {showsDate && (
        <DateField
          aria-label={t.otherDueDate()}
          className="mt-1"
          value={choice.date}
          onChange={(event) => onValueChange(chooseDate(value, event.target.value, clock))}
        />
      )}
      <p id={`${id}-note`} className="min-h-4.5 text-sm text-muted">
        {error ? (
          <span role="alert" className="flex items-start gap-1 text-danger-ink">
            <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
            {error}
          </span>
        ) : (
          dueLabel(value === '' || isFinished ? null : value, now, { timeZone, formatTime: time, texts: t })
        )}
      </p>
    </fieldset>
  )
}
