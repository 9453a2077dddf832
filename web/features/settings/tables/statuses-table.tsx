import type { StatusCount } from '#schema/rules/import/table-survey.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { t } from './tables-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

type StatusesTableProps = { statuses: readonly StatusCount[]; isDisabled: boolean; onChange: (text: string, statusId: string) => void }

const options = orderStatuses.map(({ id, statusName }) => ({ value: id, label: statusName }))

/** The statuses of the file with their counts, each with a select for the status that it becomes. */
export function StatusesTable({ statuses, isDisabled, onChange }: StatusesTableProps) {
  return (
    <div className="mt-4">
      <h4 className="font-semibold">{t.statuses()}</h4>
      {statuses.some(({ isKnown }) => !isKnown) && <p className="text-sm text-muted">{t.statusesText()}</p>}
      <ul className="mt-2 max-w-160 divide-y divide-line border-y border-line sm:max-h-96 sm:overflow-y-auto">
        {statuses.map(({ text, count, statusId, isKnown }) => (
          <li key={text} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
            <span className="min-w-40 flex-1 wrap-anywhere">
              {text} <span className="text-sm whitespace-nowrap text-muted tabular-nums">× {countToText(count)}</span>
              {!isKnown && <span className="ml-2 text-sm whitespace-nowrap text-warn-ink">{t.notKnown()}</span>}
            </span>
            <Select
              aria-label={t.comesInAs({ text })}
              className="max-w-64"
              value={statusId}
              disabled={isDisabled}
              options={options}
              onChange={({ target }) => onChange(text, target.value)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
