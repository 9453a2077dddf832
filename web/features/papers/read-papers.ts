import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { toBalance } from '#schema/rules/money/balance.ts'
import { toLineTotal } from '#schema/rules/money/line-totals.ts'
import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import { formatPhone } from '#schema/values/phone.ts'
import type { DeviceFiles } from '#web/device/files/device-files.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import type { PaperOrder, PaperShop, PaperSignature } from './paper.ts'
import { blobToDataUrl } from '#web/api/data-url.ts'

type Shop = Pick<BootstrapShop, 'id' | 'code' | 'name' | 'profile'>

export function toPaperShop(shop: Shop, logo: string | null): PaperShop {
  const { address, phone, email, website, taxId, terms, receiptFooter } = shopToProfile(shop)
  return { name: shop.name, address, phone, email, website, taxId, terms, footer: receiptFooter, logo }
}

type ReadOptions = { rows: DeviceRows; files: DeviceFiles; shop: Shop; orderIds: readonly string[]; origin: string; statusNames: ReadonlyMap<string, string> }

/** Printable data of orders, read from this device only; missing orders are left out. */
export async function readPaperOrders({ rows, files, shop, orderIds, origin, statusNames }: ReadOptions): Promise<PaperOrder[]> {
  const [orders, employees, items] = await Promise.all([
    rows.readMany('orders', orderIds),
    rows.list('employees', shop.id),
    rows.list('checklist_items', shop.id),
  ])
  const nameOfEmployee = new Map(employees.map(({ id, name }) => [id, name]))
  const nameOfItem = new Map(items.map(({ id, name }) => [id, name]))
  return Promise.all(
    orders.map(async (order) => {
      const [customer, asset, payments, lines, ticks, signatures] = await Promise.all([
        rows.read('customers', order.customerId),
        order.assetId === null ? undefined : rows.read('assets', order.assetId),
        rows.listOf('payments', 'orderId', order.id),
        rows.listOf('order_lines', 'orderId', order.id),
        rows.listOf('checklist_selections', 'orderId', order.id),
        // Print without signatures if they cannot be read.
        readSignatures(rows, files, order.id).catch(() => []),
      ])
      const phones = [formatPhone(customer?.countryCode, customer?.phone), formatPhone(customer?.alternateCountryCode, customer?.alternatePhone)]
      return {
        ...toAddressed(order, shop, origin),
        customerName: customer?.name ?? '',
        customerPhones: phones.filter((phone) => phone !== ''),
        device: order.itemDetails,
        issue: order.issueDescription,
        requests: order.additionalRequests,
        notes: order.orderNotes,
        status: statusNames.get(order.orderStatusId) ?? orderStatusById.get(order.orderStatusId)?.statusName ?? '',
        assignee: order.assignedEmployeeId === null ? null : (nameOfEmployee.get(order.assignedEmployeeId) ?? null),
        isPriority: order.priority,
        isRepeat: order.repeat,
        createdAt: order.createdAt,
        dueAt: order.dueTimestamp,
        quotedCost: order.quotedCost,
        payments: payments
          .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0))
          .map((payment) => ({
            text: payment.paymentText,
            amount: paymentToSigned(payment),
            isAfterTax: payment.afterTax,
            method: payment.method,
            at: payment.createdAt,
          })),
        balance: toBalance({ quotedCost: order.quotedCost, lines, payments }),
        lines: lines
          .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : one.id < other.id ? -1 : 1))
          .map((line) => ({ text: line.description, quantity: String(line.quantity), unitPrice: line.unitPrice, total: toLineTotal(line) })),
        serial: asset?.serial ?? undefined,
        imei: asset?.imei ?? undefined,
        passcode: order.passcode ?? undefined,
        signatures,
        orderId: order.id,
        handedIn: ticks.map(({ dropoffChecklistId }) => nameOfItem.get(dropoffChecklistId)).filter((name) => name !== undefined),
      }
    }),
  )
}

/** The ticket and its URL with the shop's code, as the public page uses; without a number the order's id stands in. */
function toAddressed(order: Pick<Order, 'id' | 'number'>, shop: Shop, origin: string): Pick<PaperOrder, 'ticket' | 'address'> {
  const ticket = toPrintedTicket(order, shopToProfile(shop).ticketPrefix)
  return { ticket, address: origin + (order.number === null ? dashboardPath({ shopId: shop.id, orderId: order.id }) : toTicketPath(shop.code, ticket)) }
}

/** An order's signatures, oldest first; those without a readable picture are left out. */
async function readSignatures(rows: DeviceRows, files: DeviceFiles, orderId: string): Promise<PaperSignature[]> {
  const signed = (await rows.listOf('attachments', 'orderId', orderId))
    .filter(({ kind }) => kind === 'signature')
    .toSorted((one, other) => ((one.takenAt ?? one.createdAt) < (other.takenAt ?? other.createdAt) ? -1 : 1))
  if (signed.length === 0 || files.isOff) return []
  const room = await files.open()
  const signatures = await Promise.all(
    signed.map(async (row): Promise<PaperSignature | undefined> => {
      const answer = await room.read(row, 'content')
      if (answer.state !== 'here' || (row.caption !== 'drop-off' && row.caption !== 'pick-up')) return undefined
      const at = row.takenAt ?? row.createdAt
      return { paper: row.caption, picture: await blobToDataUrl(answer.blob), name: row.signedName ?? '', at, terms: row.signedTerms }
    }),
  )
  return signatures.filter((signature) => signature !== undefined)
}
