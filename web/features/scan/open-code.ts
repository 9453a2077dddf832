import type { BootstrapShop } from '#schema/api/sync.ts'
import { readScannedCode, toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { readTicket } from '#schema/rules/orders/ticket.ts'
import { findByCode } from '#schema/rules/inventory/product-codes.ts'
import { shopToTicketPrefixes } from '#schema/rules/shop/profile.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import { closeDialog, type DialogRequest, openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { dashboardPath, findTicketShop } from '#web/navigation/paths.ts'
import type { Burst } from '#web/ui/keys/key-burst.ts'
import { closeTopDialog, isAnyDialogOpen } from '#web/ui/overlays/open-dialogs.ts'
import { t } from './scan-texts.ts'

/** 'asking': an open form asks about unsaved text first. */
type CodeOutcome = { state: 'opened' } | { state: 'asking' } | { state: 'nothing'; text: string }

type Surroundings = {
  rows: DeviceRows
  shops: readonly BootstrapShop[]
  /** The current shop, whose tickets and products are searched. */
  shop: BootstrapShop
  /** Where others open this app. */
  address: string | null
}

const opened = { state: 'opened' } as const

/** Opens what a scanner typed, which may be set to another keyboard than the computer. */
export async function openBurst({ text, placed }: Burst, surroundings: Surroundings): Promise<CodeOutcome> {
  const outcome = await openCode(text, surroundings)
  if (outcome.state !== 'nothing' || placed === text) return outcome
  const byPlace = await openCode(placed, surroundings)
  return byPlace.state === 'nothing' ? outcome : byPlace
}

/** Opens what a code names; foreign addresses are reported and never opened. */
async function openCode(code: string, { rows, shops, shop, address }: Surroundings): Promise<CodeOutcome> {
  const read = readScannedCode(code, [window.location.origin, address ?? window.location.origin])
  if (read.kind === 'foreign-address') return { state: 'nothing', text: t.foreign({ host: read.host }) }
  if (read.kind === 'other-page') return { state: 'nothing', text: t.otherPage() }
  if (read.kind === 'text') return openText(read.text, rows, shop)
  const target = findTicketShop(shops, read.shopPart)
  if (target === undefined) return { state: 'nothing', text: t.otherShop() }
  return go(read.kind === 'ticket-address' ? toTicketPath(target.code, read.ticket) : dashboardPath({ shopId: target.id, orderId: read.orderId }))
}

/** A product's code is tried before a ticket: a match proves that it is one. */
async function openText(text: string, rows: DeviceRows, shop: BootstrapShop): Promise<CodeOutcome> {
  const product = findByCode(await rows.list('products', shop.id), text)
  if (product !== undefined) return openOver({ kind: 'product-edit', productId: product.id })
  if (readTicket(text, shopToTicketPrefixes(shop)).length > 0) return go(toTicketPath(shop.code, text))
  return { state: 'nothing', text: isPrintedText(text) ? t.unknownCode({ code: text }) : t.unknownCodeKeyboard({ code: text }) }
}

/** Labels hold such signs; others come from a scanner that is set to another keyboard. */
export const isPrintedText = (text: string): boolean => /^[\w .,:;/+#*=@%$-]*$/.test(text)

/** Navigates as a link does: a form with unsaved text asks first, and other dialogs close. */
export function go(path: string): CodeOutcome {
  navigate(path, { flushSync: true })
  const wanted = new URL(path, window.location.origin)
  if (window.location.pathname + window.location.search !== wanted.pathname + wanted.search) return { state: 'asking' }
  closeDialog()
  return opened
}

/** For dialogs without an address: closes the top form first, which asks if something is typed. */
export function openOver(request: DialogRequest): CodeOutcome {
  if (isAnyDialogOpen()) {
    closeTopDialog()
    if (isAnyDialogOpen() && isQuestionOpen()) return { state: 'asking' }
  }
  openDialog(request)
  return opened
}

const isQuestionOpen = (): boolean => document.querySelector('[data-keep-editing]') !== null

/** Searches the shop's orders for a text, such as an IMEI. */
export const searchOrders = (shopId: string, text: string): CodeOutcome =>
  go(`${dashboardPath({ shopId, tab: 'orders' })}?${new URLSearchParams({ q: text, status: 'all' }).toString()}`)
