import { useState } from 'react'
import { securityEventsPageSize } from '#schema/api/security-events.ts'
import { securityEventKinds } from '#schema/rules/access/security-events.ts'
import { reads } from '#web/api/admin-api.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { CsvLine } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { personName } from '../online/person-name.tsx'
import { eventToPeople, eventToTitle, filtersToQuery, toSecurityTable, type SecurityFilters } from './security-log-text.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-app-texts.ts'

const noFilters: SecurityFilters = { user: '', kind: '', from: '', to: '' }

export function SecurityLog() {
  const [filters, setFilters] = useState(noFilters)
  /** The last entry of each earlier page. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  return (
    <div className="flex max-w-200 flex-col gap-4">
      <Filters
        filters={filters}
        onChange={(changed) => {
          setFilters({ ...filters, ...changed })
          setCursors([])
        }}
      />
      <Page filters={filters} cursors={cursors} onTurn={setCursors} />
    </div>
  )
}

function Filters({ filters, onChange }: { filters: SecurityFilters; onChange: (changed: Partial<SecurityFilters>) => void }) {
  const users = dataOf(useOnline(reads.users)) ?? []
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Field label={t.log.person()}>
        <Select
          placeholder={t.log.everybody()}
          value={filters.user}
          options={users.map(({ id, name, login_id }) => ({ value: id, label: personName(name, login_id) }))}
          onChange={(event) => onChange({ user: event.target.value })}
        />
      </Field>
      <Field label={t.log.kind()}>
        <Select
          placeholder={t.log.everything()}
          value={filters.kind}
          options={securityEventKinds.map((kind) => ({ value: kind, label: t.events[kind]() }))}
          onChange={(event) => onChange({ kind: event.target.value })}
        />
      </Field>
      <Field label={t.log.from()}>
        <DateField value={filters.from} max={filters.to || undefined} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
      <Field label={t.log.to()}>
        <DateField value={filters.to} min={filters.from || undefined} onChange={(event) => onChange({ to: event.target.value })} />
      </Field>
    </div>
  )
}

/** Request one extra entry to know whether there is a next page. */
function Page({ filters, cursors, onTurn }: { filters: SecurityFilters; cursors: readonly string[]; onTurn: (cursors: readonly string[]) => void }) {
  const now = useNow()
  const answer = useOnline(reads.securityEvents(filtersToQuery(filters, securityEventsPageSize + 1, cursors.at(-1))))
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <OnlineData answer={answer}>
      {(rows) => {
        const shown = rows.slice(0, securityEventsPageSize)
        const last = shown.at(-1)
        if (last === undefined) return <p className="border-t border-line py-3 text-muted">{isFiltered ? t.log.noneFits() : t.log.none()}</p>
        return (
          <>
            <CsvLine what={t.log.title()} read={() => toSecurityTable(shown)} />
            <ul aria-label={t.log.title()} className="border-t border-line">
              {shown.map((event) => (
                <li key={event.id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
                  <span className="min-w-0 flex-1 basis-60">
                    <span className="block font-semibold wrap-anywhere">{eventToTitle(event)}</span>
                    <span className="block text-sm wrap-anywhere text-muted">{eventToPeople(event)}</span>
                  </span>
                  <time dateTime={event.lastAt} className="text-sm whitespace-nowrap text-muted tabular-nums">
                    {formatDateTime(event.lastAt, now)}
                  </time>
                </li>
              ))}
            </ul>
            {(cursors.length > 0 || rows.length > shown.length) && (
              <div className="flex gap-3">
                <Button disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
                  {settings.newer()}
                </Button>
                <Button disabled={rows.length === shown.length} onClick={() => onTurn([...cursors, last.id])}>
                  {settings.older()}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </OnlineData>
  )
}
