/** '45 min', '1 h', '1 h 30 min', '2 d'. */
export function minutesToText(minutes: number): string {
  if (minutes >= 1_440 && minutes % 1_440 === 0) return `${minutes / 1_440} d`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter((part) => part !== '').join(' ')
}
