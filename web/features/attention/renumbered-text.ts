import type { Bootstrap } from '#schema/api/sync.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { Renumbered } from '#web/device/numbers/renumbered.ts'
import { shopTicketPrefix } from '#web/device/platform/known-shop.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './attention-texts.ts'

export const renumberedToText = ({ printed, number }: { printed: number; number: number }, prefix: string): string =>
  t.printedAs({ printed: toTicket(prefix, printed), now: toTicket(prefix, number) })

/** Names the newest and counts the others. */
export function tellRenumbered(renumbered: readonly Renumbered[], bootstrap: Bootstrap | null): void {
  const [newest] = renumbered
  if (newest === undefined) return
  const others = renumbered.length - 1
  showToast({
    title: renumberedToText(newest, shopTicketPrefix(bootstrap, newest.shopId)),
    description: others === 0 ? t.numberTaken() : t.numberTakenMore({ count: countToText(others) }),
  })
}
