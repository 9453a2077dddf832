import { ChevronDown } from 'lucide-react'
import { navigate } from '#web/navigation/navigate.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { DropdownMenu, MenuChoice } from '#web/ui/overlays/dropdown-menu.tsx'
import { closeDialog } from '../../navigation/dialogs.ts'
import { dashboardPath, type DashboardTab, sortShops } from '../../navigation/paths.ts'
import { ShopDot } from './shop-dot.tsx'
import { t } from '../shell-texts.ts'

/** Changing the shop keeps the view. */
export function ShopSelector({ shop, tab }: { shop: BootstrapShop | undefined; tab: DashboardTab | undefined }) {
  const shops = sortShops(useBootstrap()?.shops ?? [])
  if (shops.length === 0) return <span className="truncate px-2 font-semibold">{t.app()}</span>
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={shop ? t.shopIs({ name: shop.name }) : t.chooseShop()}
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 font-semibold transition-colors hover:bg-hover sm:max-w-64 lg:min-w-24 lg:shrink-[99]"
        >
          {shop && <ShopDot color={shop.color} />}
          <span className="truncate text-left wrap-anywhere max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-tight max-sm:whitespace-normal lg:max-2xl:line-clamp-2 lg:max-2xl:text-sm lg:max-2xl:leading-tight lg:max-2xl:whitespace-normal lg:max-[67.5rem]:line-clamp-3 lg:max-[67.5rem]:text-xs">
            {shop?.name ?? t.shops()}
          </span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoice
        label={t.shop()}
        value={shop?.id ?? ''}
        onValueChange={(shopId) => {
          closeDialog()
          navigate(dashboardPath({ shopId, tab }))
        }}
        options={shops.map(({ id, name, color }) => ({ value: id, label: name, icon: <ShopDot color={color} /> }))}
      />
    </DropdownMenu>
  )
}
