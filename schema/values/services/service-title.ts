/** A week's work. */
export const serviceMinutesMax = 10_080

type ServiceValues = Readonly<Record<string, unknown>>

/** "Apple iPhone 12", or '' where the service fits any device. */
export const serviceToDevice = ({ brand, model }: ServiceValues): string => [brand, model].filter((part) => typeof part === 'string' && part !== '').join(' ')

/** "Apple iPhone 12: Screen". */
export const serviceToTitle = (service: ServiceValues): string => [serviceToDevice(service), String(service['name'])].filter((part) => part !== '').join(': ')

/** '45 min', '1 h', '1 h 30 min', '2 d'. */
export function minutesToText(minutes: number): string {
  if (minutes >= 1_440 && minutes % 1_440 === 0) return `${minutes / 1_440} d`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter((part) => part !== '').join(' ')
}
