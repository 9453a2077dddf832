import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { OfflineNotice, OnlineWork } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { AssignShopUsers } from './assign-shop-users.tsx'
import { CreateShop } from './create-shop.tsx'

/** Entity Settings (B section 2): new shops, and who works in which (ENTSET-01..10). `shops`: the person's own. */
export function EntitySettingsPage({ shops }: { shops: readonly BootstrapShop[] }) {
  const [shopId, setShopId] = useState('')
  return (
    <OnlineWork>
      <section aria-label="Entity Settings">
        <PageHeader title="Entity Settings" />
        <OfflineNotice />
        <div className="px-4 pb-8">
          <Section id="create-shop" title="Create New Shop" text="You become a member of the shop and see it at once.">
            <CreateShop onCreated={setShopId} />
          </Section>
          <Section id="shop-users" title="Assign Users To Shop" text="Whom you assign sees the shop without signing in again.">
            <AssignShopUsers ownShops={shops} shopId={shopId} onShopChange={setShopId} />
          </Section>
        </div>
      </section>
    </OnlineWork>
  )
}
