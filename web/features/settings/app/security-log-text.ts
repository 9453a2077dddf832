import type { SecurityEventAnswer } from '#schema/api/security-events.ts'
import { isSecurityEventKind } from '#schema/rules/access/security-events.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { dayToEnd } from '../profile/token-end.ts'
import { t } from './settings-app-texts.ts'

/** "Privilege given: view_report". */
export function eventToTitle({ kind, detail, times }: Pick<SecurityEventAnswer, 'kind' | 'detail' | 'times'>): string {
  const title = isSecurityEventKind(kind) ? t.events[kind]() : kind
  const event = detail === null ? title : `${title}: ${detail}`
  return times > 1 ? t.log.times({ event, count: String(times) }) : event
}

/** Actor, subject and place: "Ada → Ben · North · 10.0.0.1". */
export function eventToPeople({ userName, loginId, subjectName, subjectUserId, userId, shopName, address }: SecurityEventAnswer): string {
  const actor = userName ?? (loginId === null ? t.log.system() : t.log.loginId({ loginId }))
  const toSomebody = subjectName !== null && subjectUserId !== userId ? ` → ${subjectName}` : ''
  return [`${actor}${toSomebody}`, shopName, address].filter((part) => part !== null).join(' · ')
}

/** Only the entries of the current page, since the log is unbounded. */
export const toSecurityTable = (events: readonly SecurityEventAnswer[]): CsvTable => ({
  header: [t.log.csv.time(), t.log.csv.what(), t.log.csv.who()],
  rows: events.map((event) => [event.lastAt, eventToTitle(event), eventToPeople(event)]),
})

export type SecurityFilters = { user: string; kind: string; from: string; to: string }

/** Query for the server; days are the device's, the last one included. */
export function filtersToQuery({ user, kind, from, to }: SecurityFilters, limit: number, after: string | undefined): Record<string, string> {
  return {
    limit: String(limit),
    ...(after !== undefined && { after }),
    ...(user !== '' && { user }),
    ...(kind !== '' && { kind }),
    ...(from !== '' && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { to: dayToEnd(to) }),
  }
}
