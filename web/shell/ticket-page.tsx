import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { TicketView } from '#web/features/orders/ticket/ticket-view.tsx'
import { closeDialog } from '../navigation/dialogs.ts'
import { rememberShop } from '../navigation/last-shop.ts'
import { Frame } from './frame.tsx'
import { t } from './shell-texts.ts'

/** The address on labels and receipts: opens the order in its shop. */
export function TicketPage({ shop, ticket }: { shop: BootstrapShop; ticket: string }) {
  useEffect(() => {
    rememberShop(shop.id)
    closeDialog()
  }, [shop.id])
  return (
    <Frame title={t.findTicket()} shop={shop} tab={undefined}>
      <TicketView shopId={shop.id} ticket={ticket} />
    </Frame>
  )
}
