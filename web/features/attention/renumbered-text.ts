import type { Bootstrap } from '#schema/api/sync.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { Renumbered } from '#web/device/numbers/renumbered.ts'
import { shopTicketPrefix } from '#web/device/platform/known-shop.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

export const renumberedToText = ({ printed, number }: { printed: number; number: number }, prefix: string): string =>
  `Printed as ${toTicket(prefix, printed)}, now ${toTicket(prefix, number)}`

/** Names the newest and counts the others. */
export function tellRenumbered(renumbered: readonly Renumbered[], bootstrap: Bootstrap | null): void {
  const [newest] = renumbered
  if (newest === undefined) return
  const others = renumbered.length - 1
  const more = others === 0 ? '' : ` ${others.toLocaleString('en-US')} more under “Needs attention”.`
  showToast({
    title: renumberedToText(newest, shopTicketPrefix(bootstrap, newest.shopId)),
    description: `The number was taken. Write the new one on the label.${more}`,
  })
}
