/** What a date-and-time input holds, in the browser's zone, from an ISO instant; '' for none. */
export function instantToLocalInput(instant: string): string {
  if (instant === '') return ''
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The instant that such an input means; '' for what is empty or no date. */
export function localInputToInstant(text: string): string {
  if (text === '') return ''
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || date.getFullYear() > 9999 ? '' : date.toISOString()
}
