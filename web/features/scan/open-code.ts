import type { BootstrapShop } from '#schema/api/sync.ts'
import { readScannedCode, toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { readTicket } from '#schema/rules/orders/ticket.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import { closeDialog, type DialogRequest, openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { dashboardPath, findTicketShop } from '#web/navigation/paths.ts'
import { closeTopDialog, isAnyDialogOpen } from '#web/ui/overlays/open-dialogs.ts'

/** What became of a code: opened, or why not; a question of an open form may stand between. */
export type CodeOutcome = { state: 'opened' } | { state: 'asking' } | { state: 'nothing'; text: string }

type Surroundings = {
  rows: DeviceRows
  shops: readonly BootstrapShop[]
  /** The shop on the screen, to which tickets and SKUs belong. */
  shop: BootstrapShop
  origin: string
}

const opened = { state: 'opened' } as const

/** Opens what a code names; a foreign address is told and never opened. Any other text is nothing here. */
export async function openCode(code: string, { rows, shops, shop, origin }: Surroundings): Promise<CodeOutcome> {
  const read = readScannedCode(code, origin)
  if (read.kind === 'foreign-address') return { state: 'nothing', text: `This code leads to ${read.host}, which is not this app. It was not opened.` }
  if (read.kind === 'other-page') return { state: 'nothing', text: 'This code is of this app, but names no order.' }
  if (read.kind === 'text') return openText(read.text, rows, shop)
  const target = findTicketShop(shops, read.shopPart)
  if (target === undefined) return { state: 'nothing', text: 'This label is of a shop that you do not belong to.' }
  return go(read.kind === 'ticket-address' ? toTicketPath(target.code, read.ticket) : dashboardPath({ shopId: target.id, orderId: read.orderId }))
}

/** A SKU comes before a ticket: it is known to be one. */
async function openText(text: string, rows: DeviceRows, shop: BootstrapShop): Promise<CodeOutcome> {
  const product = await findProduct(text, rows, shop.id)
  if (product !== undefined) return openOver({ kind: 'product-edit', productId: product })
  if (readTicket(text, [shopToProfile(shop).ticketPrefix]).length > 0) return go(toTicketPath(shop.code, text))
  return { state: 'nothing', text: `Nothing here has the code ${text}.` }
}

async function findProduct(sku: string, rows: DeviceRows, shopId: string): Promise<string | undefined> {
  const wanted = sku.toLowerCase()
  const found = (await rows.list('products', shopId)).filter((product) => product.sku?.trim().toLowerCase() === wanted)
  return (found.find(({ archived }) => !archived) ?? found[0])?.id
}

/** Leads there as a link does: a form with unsaved work asks first. What was open over the page before is closed. */
export function go(path: string): CodeOutcome {
  navigate(path, { flushSync: true })
  const wanted = new URL(path, window.location.origin)
  if (window.location.pathname + window.location.search !== wanted.pathname + wanted.search) return { state: 'asking' }
  closeDialog()
  return opened
}

/** What has no address: the form on top is closed first, which asks where something is typed. */
export function openOver(request: DialogRequest): CodeOutcome {
  if (isAnyDialogOpen()) {
    closeTopDialog()
    if (isAnyDialogOpen() && isQuestionOpen()) return { state: 'asking' }
  }
  openDialog(request)
  return opened
}

const isQuestionOpen = (): boolean => document.querySelector('[data-keep-editing]') !== null

/** The shop's orders that hold a text, such as an IMEI. */
export const searchOrders = (shopId: string, text: string): CodeOutcome =>
  go(`${dashboardPath({ shopId, tab: 'orders' })}?${new URLSearchParams({ q: text, status: 'all' }).toString()}`)
