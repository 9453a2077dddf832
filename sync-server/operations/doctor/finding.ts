/** One line of the doctor: a state and, where needed, what to do. */
export type Finding = { state: 'ok' | 'warn' | 'fail'; about: string; text: string }

const minuteMs = 60_000

/** `3 minutes`, `5 hours`, `2 days`. */
export function toAge(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

export const toReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
