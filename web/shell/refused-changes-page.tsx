import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { closeDialog } from '../navigation/dialogs.ts'
import { Frame } from './frame.tsx'
import { rememberShop } from '../navigation/last-shop.ts'
import { laterView } from '#web/navigation/later.tsx'

const RefusedChangesView = laterView(async () => (await import('#web/features/attention/refused/refused-changes-view.tsx')).RefusedChangesView)

/** What the server refused in the shop, as a page of its log. */
export function RefusedChangesPage({ shop }: { shop: BootstrapShop }) {
  useEffect(() => {
    rememberShop(shop.id)
    closeDialog()
  }, [shop.id])
  return (
    <Frame title="Refused changes" shop={shop} tab="activities">
      <RefusedChangesView key={shop.id} shop={shop} />
    </Frame>
  )
}
