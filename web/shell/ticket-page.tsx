import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { laterView } from '#web/navigation/later.tsx'
import { closeDialog } from '../navigation/dialogs.ts'
import { rememberShop } from '../navigation/last-shop.ts'
import { Frame } from './frame.tsx'

const TicketView = laterView(async () => (await import('#web/features/orders/ticket/ticket-view.tsx')).TicketView)

/** The address on labels and receipts: leads to the order, in the shop that it names (NUM-09). */
export function TicketPage({ shop, ticket }: { shop: BootstrapShop; ticket: string }) {
  useEffect(() => {
    rememberShop(shop.id)
    closeDialog()
  }, [shop.id])
  return (
    <Frame title="Find a ticket" shop={shop} tab={undefined}>
      <TicketView shopId={shop.id} ticket={ticket} />
    </Frame>
  )
}
