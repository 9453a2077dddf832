import type { ReactNode } from 'react'
import type { Bootstrap } from '#schema/api/sync.ts'
import { LaterPage } from '#web/features/settings/later-page.tsx'
import { ProfilePage } from '#web/features/settings/profile-page.tsx'
import { ShopSettingsPage } from '#web/features/settings/shop-settings-page.tsx'
import { RequirePrivilege } from '#web/session/guards.tsx'
import { useAuth } from '#web/session/session.ts'
import { Frame } from './frame.tsx'
import { useRememberedShopId } from './last-shop.ts'
import { dashboardPath, settingsPaths, sortShops } from './paths.ts'

/** The pages of the user menu (NAV-08..11). Only /entity-settings needs a privilege; the others only a session (PRIV-14). */
export function SettingsRoute({ page, reference }: { page: string; reference: Bootstrap }) {
  const { user } = useAuth()
  const rememberedId = useRememberedShopId()
  const shops = sortShops(reference.shops)
  const shop = shops.find(({ id }) => id === rememberedId) ?? shops[0]
  const { title, content } = pageOf(page)
  return (
    <Frame title={title} shop={shop} tab={undefined} isShopPage={false}>
      {content}
    </Frame>
  )

  function pageOf(path: string): { title: string; content: ReactNode } {
    switch (path) {
      case settingsPaths.profile:
        return { title: 'Profile', content: <ProfilePage user={user} /> }
      case settingsPaths.shopSettings:
        return { title: 'Shop Settings', content: <ShopSettingsPage user={user} shops={shops} shopToPath={(shopId) => dashboardPath({ shopId })} /> }
      case settingsPaths.entitySettings:
        return {
          title: 'Entity Settings',
          content: (
            <RequirePrivilege privilege="view_entity_setting">
              <LaterPage title="Entity Settings" instead="Shops and people are set up at the server until then; see its guide for administrators." />
            </RequirePrivilege>
          ),
        }
      default:
        return { title: 'App Settings', content: <LaterPage title="App Settings" instead="People and their privileges are set up at the server until then; see its guide for administrators." /> }
    }
  }
}
