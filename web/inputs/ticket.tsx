import { toTicket } from '#schema/rules/orders/ticket.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { shopTicketPrefix } from '#web/device/platform/known-shop.ts'
import { cn } from '#web/ui/cn.ts'

/** What stands in front of the shop's ticket numbers. */
export const useTicketPrefix = (shopId: string): string => shopTicketPrefix(useBootstrap(), shopId)

const noNumberText = 'No. follows'

/** An order's ticket, or that its number comes with the server's answer (NUM-05). */
export function Ticket({ shopId, number, className }: { shopId: string; number: number | null; className?: string | undefined }) {
  const text = useTicketText(shopId, number)
  return <span className={cn(number === null ? 'text-muted' : 'tabular-nums', className)}>{text}</span>
}

export function useTicketText(shopId: string, number: number | null): string {
  const prefix = useTicketPrefix(shopId)
  return number === null ? noNumberText : toTicket(prefix, number)
}
