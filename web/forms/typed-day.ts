/** A day in a form that the row keeps as an instant: the end of that day in the device's time zone. A text that is no day stays. */
export function dayToInstant(day: string): string {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}

export function instantToDay(instant: string): string {
  const time = new Date(instant)
  const twoDigits = (part: number): string => String(part).padStart(2, '0')
  return `${String(time.getFullYear()).padStart(4, '0')}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`
}
