import type { Customer } from '#schema/collections/work/customers.ts'
import { DuplicateIndex, type DuplicateReason } from '#schema/rules/customers/find-duplicates.ts'
import type { Device } from '#web/device/device-types.ts'

export type LikelyCustomer = { customer: Customer; reasons: readonly DuplicateReason[] }

/** `of`: the earlier member of the group that this one likely duplicates. */
export type GroupMember = LikelyCustomer & { of: Customer | undefined }

/** Rows per read: a few milliseconds, so that other reads do not wait. */
const pageSize = 250
/** Limit of candidates per searched value. */
const candidatesMost = 50

/** Likely duplicates of a customer, found by the device's search for each of their values. */
export async function readDuplicatesOf(device: Device, shopId: string, customer: Customer, ownCode: string): Promise<LikelyCustomer[]> {
  const { phone, alternatePhone, email, name } = customer
  const found = await Promise.all([
    ...[phone, alternatePhone].map((number) => (number === null ? [] : device.lists.findMatchingCustomers(shopId, number, candidatesMost))),
    ...[email, name].map((text) => (text === null || text.trim() === '' ? [] : device.lists.searchCustomers(shopId, text, candidatesMost))),
  ])
  const byId = new Map([...found.flat(), customer].map((one) => [one.id, one]))
  const index = new DuplicateIndex(ownCode)
  for (const one of byId.values()) index.put(one)
  return index.likelyOf(customer.id).flatMap(({ id, reasons }) => toLikely(byId, id, reasons))
}

/** All groups of likely duplicates in the shop, by name. Pauses after each page; undefined when aborted. */
export async function readDuplicateGroups(device: Device, shopId: string, ownCode: string, signal: AbortSignal): Promise<GroupMember[][] | undefined> {
  const byId = new Map<string, Customer>()
  const index = new DuplicateIndex(ownCode)
  for (let page = 1; ; page += 1) {
    const customers = await readPage(device, shopId, page, signal)
    if (signal.aborted) return undefined
    for (const customer of customers) {
      byId.set(customer.id, customer)
      index.put(customer)
    }
    // A new list does not know its total yet, so a short page marks the end.
    if (customers.length < pageSize) break
    await new Promise((go) => setTimeout(go))
  }
  return index.groups().map((group) => group.flatMap(({ id, reasons, of }) => toLikely(byId, id, reasons).map((one) => ({ ...one, of: byId.get(of ?? '') }))))
}

const toLikely = (byId: ReadonlyMap<string, Customer>, id: string, reasons: readonly DuplicateReason[]): LikelyCustomer[] => {
  const customer = byId.get(id)
  return customer === undefined ? [] : [{ customer, reasons }]
}

function readPage(device: Device, shopId: string, page: number, signal: AbortSignal): Promise<Customer[]> {
  const list = device.lists.openCustomers({ shopId, search: '', from: null, to: null, page, pageSize })
  return new Promise<Customer[]>((resolve, reject) => {
    const look = (): void => {
      const { state, rows } = list.get()
      if (state === 'failed') reject(new Error('customers not read'))
      if (state === 'ready' || signal.aborted) resolve(rows.map(({ customer }) => customer))
    }
    list.subscribe(look)
    signal.addEventListener('abort', look, { once: true })
    look()
  }).finally(() => list.close())
}
