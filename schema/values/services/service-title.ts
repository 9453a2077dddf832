/** A week's work. */
export const serviceMinutesMax = 10_080

type ServiceValues = Readonly<Record<string, unknown>>

/** "Apple iPhone 12", or '' where the service fits any device. */
export const serviceToDevice = ({ brand, model }: ServiceValues): string => [brand, model].filter((part) => typeof part === 'string' && part !== '').join(' ')

/** "Apple iPhone 12: Screen". */
export const serviceToTitle = (service: ServiceValues): string => [serviceToDevice(service), String(service['name'])].filter((part) => part !== '').join(': ')
