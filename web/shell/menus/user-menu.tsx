import { Building2, CalendarCheck, CircleUserRound, Keyboard, LogOut, Monitor, Moon, Settings, Store, Sun, Trash2 } from 'lucide-react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useAuth } from '#web/session/session.ts'
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'
import { type ThemeChoice, useTheme } from '#web/ui/use-theme.ts'
import { useRememberedShop } from '../../navigation/last-shop.ts'
import { allSettingsPath, deletedPath, settingsPaths, sortShops } from '../../navigation/paths.ts'
import { RefreshMenuItem } from './refresh-button.tsx'
import { ScanMenuItem } from './scan-button.tsx'
import { showShortcuts } from './shortcuts.ts'
import { requestSignOut } from '../session/sign-out.ts'
import { t } from '../shell-texts.ts'
import { menu } from '#web/language/menu-texts.ts'

export function UserMenu({ canScan }: { canScan: boolean }) {
  const { user, hasPrivilege } = useAuth()
  const { theme, setTheme } = useTheme()
  const shops = sortShops(useBootstrap()?.shops ?? [])
  const shop = useRememberedShop(shops)
  const name = user?.name?.trim() || (user?.login_id ?? '')
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={t.userMenu({ name })}
          className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 text-left transition-colors hover:bg-hover"
        >
          <CircleUserRound aria-hidden="true" className="size-6 shrink-0 stroke-[1.75] text-muted lg:max-[72rem]:hidden" />
          <span className="max-w-28 lg:max-xl:max-w-22 lg:max-[67.5rem]:max-w-20 leading-tight max-sm:hidden">
            <span className="block text-xs text-muted">{t.welcome()} </span>
            <span className="line-clamp-2 text-sm font-semibold wrap-anywhere lg:max-[67.5rem]:text-xs lg:max-[67.5rem]:leading-tight">{name}</span>
          </span>
        </button>
      }
    >
      <p className="px-3 pt-2 pb-1 text-sm text-muted sm:max-lg:hidden min-[72.001rem]:hidden">{t.welcomeName({ name })}</p>
      {canScan && (
        <MenuItem icon={<CalendarCheck aria-hidden="true" />} className="sm:hidden" onSelect={() => openDialog({ kind: 'today' })}>
          {menu.today()}
        </MenuItem>
      )}
      {canScan && <ScanMenuItem />}
      <RefreshMenuItem />
      <MenuItem icon={<CircleUserRound aria-hidden="true" />} onSelect={() => navigate(settingsPaths.profile)}>
        {t.profile()}
      </MenuItem>
      {(['view_shop_setting', 'view_entity_setting', 'view_app_setting'] as const).some(hasPrivilege) && (
        <MenuItem icon={<Settings aria-hidden="true" />} onSelect={() => navigate(allSettingsPath)}>
          {t.settings()}
        </MenuItem>
      )}
      {hasPrivilege('view_shop_setting') && (
        <MenuItem icon={<Store aria-hidden="true" />} onSelect={() => navigate(settingsPaths.shopSettings)}>
          {t.shopSettings()}
        </MenuItem>
      )}
      {hasPrivilege('view_entity_setting') && (
        <MenuItem icon={<Building2 aria-hidden="true" />} onSelect={() => navigate(settingsPaths.entitySettings)}>
          {t.entitySettings()}
        </MenuItem>
      )}
      {hasPrivilege('view_app_setting') && (
        <MenuItem icon={<Settings aria-hidden="true" />} onSelect={() => navigate(settingsPaths.appSettings)}>
          {t.appSettings()}
        </MenuItem>
      )}
      {shop !== undefined && (
        <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => navigate(deletedPath(shop.id))}>
          {t.recentlyDeleted()}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuChoice
        label={t.theme()}
        showLabel
        value={theme}
        onValueChange={(choice) => setTheme(choice as ThemeChoice)}
        options={[
          { value: 'system', label: t.themeSystem(), icon: <Monitor aria-hidden="true" /> },
          { value: 'light', label: t.themeLight(), icon: <Sun aria-hidden="true" /> },
          { value: 'dark', label: t.themeDark(), icon: <Moon aria-hidden="true" /> },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden="true" />} shortcut="?" onSelect={showShortcuts}>
        {t.shortcuts()}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={requestSignOut}>
        {t.logout()}
      </MenuItem>
    </DropdownMenu>
  )
}
