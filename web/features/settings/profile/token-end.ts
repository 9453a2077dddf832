/** The instant at which a day (`2026-03-03`) is over where this device is. */
export function dayToEnd(day: string): string {
  const end = new Date(`${day}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}

/** An instant that still belongs to the last day. */
export const endToLastDay = (expiresAt: string): string => new Date(Date.parse(expiresAt) - 1).toISOString()
