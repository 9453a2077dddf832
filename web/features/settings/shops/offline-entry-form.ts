import { offlineConfigFields } from '#schema/api/offline-config.ts'

/** Rules for opening devices offline; '' is the default. */
export type OfflineEntryForm = { days: string; asksPin: boolean }

type Stored = { offlineDays?: number | undefined; offlinePin?: boolean | undefined }

export const offlineEntryToForm = ({ offlineDays, offlinePin }: Stored): OfflineEntryForm => ({
  days: offlineDays === undefined ? '' : String(offlineDays),
  asksPin: offlinePin ?? false,
})

type Body = { offlineDays: number | null; offlinePin: boolean | null }

/** The configuration fields, or an error for the days. */
export function formToOfflineEntry({ days, asksPin }: OfflineEntryForm): { body: Body; problem?: undefined } | { body?: undefined; problem: string } {
  const digits = days.trim()
  const parsed = offlineConfigFields.offlineDays.safeParse(digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : digits)
  return parsed.success ? { body: { offlineDays: parsed.data ?? null, offlinePin: asksPin || null } } : { problem: parsed.error.issues[0]?.message ?? '' }
}
