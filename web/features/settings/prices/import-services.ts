import { type ReadServices, readServiceRows, type ServiceAct } from '#schema/rules/services/service-rows.ts'
import type { Device } from '#web/device/device-types.ts'
import { readTable } from '../tables/read-file.ts'
import { shopWriting } from '#web/inputs/shop-amounts.ts'

type Rows = Pick<Device, 'rows' | 'write'>

/** Lines of one mutation: small enough for other writes to get through between them. */
const linesAtOnce = 100

export type ImportedServices = Pick<ReadServices, 'same' | 'refused'> & { added: number; changed: number }

/** Reads a CSV into the shop's price list. It is written on this device and sent like any other change. @throws Error for a file that cannot be read */
export async function importServices(device: Rows, shopId: string, bytes: Uint8Array): Promise<ImportedServices> {
  const { header, lines } = readTable(bytes)
  const shelf = await readShelf(device, shopId)
  const { acts, same, refused } = readServiceRows(header, lines, shelf, shopWriting().mark)
  for (let start = 0; start < acts.length; start += linesAtOnce) await device.write(shopId, acts.slice(start, start + linesAtOnce).map(toOp))
  const added = acts.filter((act) => 'values' in act).length
  return { added, changed: acts.length - added, same, refused }
}

export async function readShelf({ rows }: Pick<Device, 'rows'>, shopId: string) {
  const [services, products, rates] = await Promise.all([rows.list('services', shopId), rows.list('products', shopId), rows.list('tax_rates', shopId)])
  return { services, products, rates }
}

const toOp = (act: ServiceAct) =>
  'values' in act
    ? ({ action: 'create', collection: 'services', values: act.values } as const)
    : ({ action: 'update', collection: 'services', id: act.id, values: act.changes } as const)
