import { useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useAuth } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { OfflineNotice, OnlineWork } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { AssignShopUsers } from './assign-shop-users.tsx'
import { CreateShop } from './create-shop.tsx'

/** Entity Settings: new shops, and who works in which (ENTSET-01..10). `shops`: the person's own. */
export function EntitySettingsPage({ shops, appSettingsPath }: { shops: readonly BootstrapShop[]; appSettingsPath: string }) {
  const { hasPrivilege } = useAuth()
  const [shopId, setShopId] = useState<string>()
  return (
    <OnlineWork>
      <section aria-label="Entity Settings">
        <PageHeader
          title="Entity Settings"
          actions={
            hasPrivilege('view_app_setting') && (
              <Link to={appSettingsPath} className={buttonClass()}>
                App Settings
              </Link>
            )
          }
        />
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
