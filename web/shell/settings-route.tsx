import type { ReactNode } from 'react'
import type { Bootstrap } from '#schema/api/sync.ts'
import { RequirePrivilege } from '#web/shell/guards.tsx'
import { useAuth } from '#web/session/session.ts'
import { Frame } from './frame.tsx'
import { useRememberedShop } from '../navigation/last-shop.ts'
import { dashboardPath, type SettingsPath, settingsPaths, sortShops } from '../navigation/paths.ts'
import { laterView } from '#web/navigation/later.tsx'

const AppSettingsPage = laterView(async () => (await import('#web/features/settings/app/app-settings-page.tsx')).AppSettingsPage)
const EntitySettingsPage = laterView(async () => (await import('#web/features/settings/entity/entity-settings-page.tsx')).EntitySettingsPage)
const ProfilePage = laterView(async () => (await import('#web/features/settings/profile/profile-page.tsx')).ProfilePage)
const StartPage = laterView(async () => (await import('#web/features/settings/start/start-page.tsx')).StartPage)
const ShopSettingsPage = laterView(async () => (await import('#web/features/settings/shops/shop-settings-page.tsx')).ShopSettingsPage)

export function SettingsRoute({ page, bootstrap }: { page: SettingsPath; bootstrap: Bootstrap }) {
  const { user } = useAuth()
  const shops = sortShops(bootstrap.shops)
  const shop = useRememberedShop(shops)
  const { title, content } = pageOf(page)
  return (
    <Frame title={title} shop={shop} tab={undefined} isShopPage={false}>
      {content}
    </Frame>
  )

  function pageOf(path: SettingsPath): { title: string; content: ReactNode } {
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
              <EntitySettingsPage shops={shops} appSettingsPath={settingsPaths.appSettings} />
            </RequirePrivilege>
          ),
        }
      case settingsPaths.appSettings:
        return { title: 'App Settings', content: <AppSettingsPage entitySettingsPath={settingsPaths.entitySettings} startPath={settingsPaths.start} /> }
      case settingsPaths.start:
        return {
          title: 'Start',
          content: (
            <StartPage
              shops={shops}
              appSettingsPath={settingsPaths.appSettings}
              shopSettingsPath={settingsPaths.shopSettings}
              shopToPath={(shopId) => dashboardPath({ shopId })}
            />
          ),
        }
    }
  }
}
