import type { Service } from '../../collections/stock/services.ts'
import { foldText } from '../../values/customer-match.ts'
import { serviceToDevice, serviceToTitle } from '../../values/services/service-title.ts'
import { findModel } from './service-history.ts'

/** Services with all words of the query, by device and name. */
export function findServices(services: readonly Service[], query: string): Service[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const keyed = services.map((service) => ({ service, title: foldText(serviceToTitle(service)) }))
  return keyed
    .filter(({ title }) => words.every((word) => title.includes(word)))
    .toSorted((one, other) => one.title.localeCompare(other.title, undefined, { numeric: true }))
    .map(({ service }) => service)
}

/** What the price list is chosen by: a device of the list, or '' for services of any device. */
export const listDevices = (services: readonly Service[]): string[] => [...new Set(services.map(serviceToDevice))]

/** The device of the list that a description names. */
export function findDevice(details: string, services: readonly Service[]): string | undefined {
  const devices = new Map(services.flatMap((service) => (service.model === null ? [] : [[service.model, serviceToDevice(service)] as const])))
  const model = findModel(details, [...devices.keys()])
  return model === undefined ? undefined : devices.get(model)
}

/** The devices of the list that have all words of an unfinished description; all while it is blank. */
export function findDevicesNamedBy(details: string, services: readonly Service[]): string[] {
  const words = foldText(details).split(/\s+/).filter(Boolean)
  return listDevices(services).filter((device) => words.every((word) => foldText(device).includes(word)))
}

/** The repairs of a device, then those of any device. */
export const listRepairs = (services: readonly Service[], device: string): Service[] => [
  ...services.filter((service) => serviceToDevice(service) === device && device !== ''),
  ...services.filter((service) => serviceToDevice(service) === ''),
]

type TakenService = Pick<Service, 'id' | 'name' | 'price' | 'productId' | 'taxRateId' | 'warrantyDays'>

/** Null where none of them has a price. */
export const sumPrices = (services: readonly Pick<Service, 'price'>[]): number | null =>
  services.some(({ price }) => price !== null) ? services.reduce((cents, { price }) => cents + Math.round((price ?? 0) * 100), 0) / 100 : null

/**
 * What is written of services that were taken at intake. As long as the quote is their sum they are charged, and the
 * quote stands for them; with another amount as quote they belong to it.
 */
export function planTakenServices(services: readonly TakenService[], quote: number | null): { quoteFromLines: boolean; lines: readonly TakenLine[] } {
  const sum = sumPrices(services)
  const isSum = quote !== null && quote === sum
  const lines = services.map(({ id, name, price, productId, taxRateId, warrantyDays }) => ({
    kind: productId === null ? ('labour' as const) : ('part' as const),
    description: name,
    quantity: 1,
    unitPrice: price ?? 0,
    productId,
    fromStock: productId !== null,
    included: quote !== null && !isSum,
    taxRateId,
    serviceId: id,
    warrantyDays,
  }))
  return { quoteFromLines: isSum && services.length > 0, lines }
}

export type TakenLine = {
  kind: 'labour' | 'part'
  description: string
  quantity: number
  unitPrice: number
  productId: string | null
  fromStock: boolean
  included: boolean
  taxRateId: string | null
  serviceId: string
  warrantyDays: number | null
}
