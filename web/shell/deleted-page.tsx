import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { closeDialog } from '../navigation/dialogs.ts'
import { Frame } from './frame.tsx'
import { rememberShop } from '../navigation/last-shop.ts'
import { laterView } from '#web/navigation/later.tsx'

const DeletedView = laterView(async () => (await import('#web/features/deleted/deleted-view.tsx')).DeletedView)

/** The shop's list of what can be brought back, in the frame of its views. */
export function DeletedPage({ shop }: { shop: BootstrapShop }) {
  useEffect(() => {
    rememberShop(shop.id)
    closeDialog()
  }, [shop.id])
  return (
    <Frame title="Recently deleted" shop={shop} tab={undefined}>
      <DeletedView key={shop.id} shopId={shop.id} />
    </Frame>
  )
}
