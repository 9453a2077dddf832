import { toTicket } from '#schema/rules/orders/ticket.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { shopTicketPrefix, shopTicketPrefixes } from '#web/device/platform/known-shop.ts'
import { cn } from '#web/ui/cn.ts'
import { t } from '#web/inputs/inputs-texts.ts'

export const useTicketPrefix = (shopId: string): string => shopTicketPrefix(useBootstrap(), shopId)

/** With the former ones, which may be typed from older paper. */
export const useTicketPrefixes = (shopId: string): readonly string[] => shopTicketPrefixes(useBootstrap(), shopId)

/** An order's ticket, never broken at its hyphen; or a note that the server assigns the number. */
export function Ticket({ shopId, number, className }: { shopId: string; number: number | null; className?: string | undefined }) {
  const prefix = useTicketPrefix(shopId)
  if (number === null) return <span className={cn('text-muted', className)}>{t.numberFollows()}</span>
  return <span className={cn('whitespace-nowrap tabular-nums', className)}>{toTicket(prefix, number)}</span>
}
