import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { toWaysToPay } from '#schema/rules/money/pay-online.ts'
import { noPricing, type PriceItem, toPrice } from '#schema/rules/money/price.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { toAddressBlock } from '#schema/rules/customers/address-lines.ts'
import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { isSale } from '#schema/values/order-kind.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { comparePayments } from '#schema/values/payments/payment-order.ts'
import { paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import { isAbroad } from '#schema/values/phone.ts'
import type { DeviceFiles } from '#web/device/files/device-files.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import { testsToPrinted, toOrderTests } from '#schema/rules/tests/order-tests.ts'
import { readWarranty } from '#web/device/lists/read-warranty.ts'
import type { OrderMoney } from '#web/device/lists/totals.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import type { PaperOrder, PaperShop, PaperSignature } from './paper.ts'
import { blobToDataUrl } from '#web/api/data-url.ts'
import { phoneToText } from '#web/inputs/customer-line.tsx'
import { loadRules } from '#web/inputs/phone/use-international-text.ts'
import { toCustomerLanguage, toLocale } from '#schema/rules/customers/customer-language.ts'
import { loadPaperTexts } from '#web/sheets/paper-texts.tsx'

type Shop = Pick<BootstrapShop, 'id' | 'code' | 'name' | 'profile'>

export function toPaperShop(shop: Shop, logo: string | null): PaperShop {
  const { address, phone, email, website, taxId, language, terms, receiptFooter, otherTexts } = shopToProfile(shop)
  return { name: shop.name, address, phone, email, website, taxId, language, terms, receiptFooter, otherTexts, logo }
}

type ReadOptions = {
  rows: DeviceRows
  files: DeviceFiles
  shop: Shop
  orderIds: readonly string[]
  origin: string | null
  statusNames: ReadonlyMap<string, string>
}

/** Printable data of orders, read from this device only; missing orders are left out. */
export async function readPaperOrders({ rows, files, shop, orderIds, origin, statusNames }: ReadOptions): Promise<PaperOrder[]> {
  const [orders, employees, items, lists] = await Promise.all([
    rows.readMany('orders', orderIds),
    rows.list('employees', shop.id),
    rows.list('checklist_items', shop.id),
    rows.list('tests', shop.id),
  ])
  const moneyById = await rows.readMoney(shop.id, orders)
  const profile = shopToProfile(shop)
  const { country } = profile
  const nameOfEmployee = new Map(employees.map(({ id, name }) => [id, name]))
  const nameOfItem = new Map(items.map(({ id, name }) => [id, name]))
  return Promise.all(
    orders.map(async (order) => {
      const [customer, asset, payments, documents, ticks, results, warranty, signatures] = await Promise.all([
        order.customerId === null ? undefined : rows.read('customers', order.customerId),
        order.assetId === null ? undefined : rows.read('assets', order.assetId),
        rows.listOf('payments', 'orderId', order.id),
        rows.listOf('invoices', 'orderId', order.id),
        rows.listOf('checklist_selections', 'orderId', order.id),
        rows.listOf('test_results', 'orderId', order.id),
        readWarranty(rows, order, { warrantyDays: profile.warrantyDays, timeZone: profile.effectiveTimeZone }),
        // Print without signatures if they cannot be read.
        readSignatures(rows, files, order.id).catch(() => []),
      ])
      if (isAbroad(customer?.countryCode) || isAbroad(customer?.alternateCountryCode)) await loadRules()
      const phones =
        customer === undefined
          ? []
          : [
              phoneToText(customer.countryCode, customer.phone, profile.countryCode),
              phoneToText(customer.alternateCountryCode, customer.alternatePhone, profile.countryCode),
            ]
      const language = toCustomerLanguage(customer, profile)
      await loadPaperTexts([language, profile.language])
      const block = customer && toAddressBlock(customer, { ownCountry: country, locale: toLocale(language, profile) })
      const coded = toCoded(order, shop, origin)
      const charged = toCharged(moneyById.get(order.id), payments)
      return {
        ...coded,
        customerName: customer?.name ?? '',
        language,
        customerLines: block?.lines ?? [],
        customerTaxId: block?.taxId ?? null,
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
        warranty,
        tests: testsToPrinted(toOrderTests(lists, results, asset?.kind)),
        quotedCost: order.quotedCost,
        payments: payments.toSorted(comparePayments).map((payment) => ({
          text: payment.paymentText,
          amount: paymentToSigned(payment),
          isAfterTax: payment.afterTax,
          method: payment.method,
          at: payment.createdAt,
        })),
        ...charged,
        pay: toWaysToPay(profile, { shopName: shop.name, balance: charged.balance.balance, ticket: coded.ticket }),
        invoiceFollows: documents.some((one) => one.kind === 'invoice' && !isIssued(one)),
        exemptReason: customer?.taxExempt === true ? (customer.taxExemptReason ?? '') : null,
        serial: asset?.serial ?? undefined,
        imei: asset?.imei ?? undefined,
        passcode: order.passcode ?? undefined,
        signatures,
        orderId: order.id,
        customerId: order.customerId,
        isSale: isSale(order),
        handedIn: ticks.map(({ dropoffChecklistId }) => nameOfItem.get(dropoffChecklistId)).filter((name) => name !== undefined),
      }
    }),
  )
}

export function toCharged(money: OrderMoney | undefined, payments: readonly Payment[]): Pick<PaperOrder, 'balance' | 'taxMode' | 'items' | 'lines'> {
  const input = money ?? { quotedCost: null, quoteFromLines: false, lines: [], isExempt: false, pricing: noPricing }
  const price = toPrice(input)
  return {
    balance: priceToBalance(price, payments),
    taxMode: input.pricing.taxMode,
    items: price.items.map(toPaperItem),
    lines: price.items.flatMap(({ line }) => (line === null || line.kind === 'discount' ? [] : [{ text: line.description, quantity: String(line.quantity) }])),
  }
}

function toPaperItem({ line, amount }: PriceItem<OrderLine>): PaperOrder['items'][number] {
  if (line === null) return { text: null, quantity: '1', unitPrice: null, amount }
  const percent = line.percent === null ? '' : ` (${line.percent}%)`
  return { text: `${line.description}${percent}`, quantity: String(line.quantity), unitPrice: line.kind === 'discount' ? null : line.unitPrice, amount }
}

/** The ticket and its URL with the shop's code, as the public page uses; without a number the order's id stands in. */
function toCoded(order: Pick<Order, 'id' | 'number'>, shop: Shop, origin: string | null): Pick<PaperOrder, 'ticket' | 'code'> {
  const ticket = toPrintedTicket(order, shopToProfile(shop).ticketPrefix)
  // Scanning in the app opens a path too: nobody can type a ticket that has no number yet.
  if (order.number === null) return { ticket, code: (origin ?? '') + dashboardPath({ shopId: shop.id, orderId: order.id }) }
  return { ticket, code: origin === null ? ticket : origin + toTicketPath(shop.code, ticket) }
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
