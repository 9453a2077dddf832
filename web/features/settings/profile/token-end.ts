/** The end of a day (`2026-03-03`) in the device's time zone. */
export function dayToEnd(day: string): string {
  const end = new Date(`${day}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}

/** An instant within the last valid day. */
export const endToLastDay = (expiresAt: string): string => new Date(Date.parse(expiresAt) - 1).toISOString()
