/** '45 min', '1 hr', '1 hr 30 min', '2 days', as the reader's language writes it. */
export function minutesToText(minutes: number, locale: string): string {
  const say = (count: number, unit: 'day' | 'hour' | 'minute'): string => count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' })
  if (minutes >= 1_440 && minutes % 1_440 === 0) return say(minutes / 1_440, 'day')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? say(hours, 'hour') : '', rest > 0 || hours === 0 ? say(rest, 'minute') : ''].filter((part) => part !== '').join(' ')
}
