import { useNavigate } from 'react-router'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useHotkeys } from '#web/ui/keys/use-hotkeys.ts'
import { openDialog } from '../../navigation/dialogs.ts'
import { dashboardPath, type DashboardTab } from '../../navigation/paths.ts'
import { showShortcuts, ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useVisibleViews } from './view-tabs.tsx'

const tabByKey: Readonly<Record<string, DashboardTab>> = {
  'g o': 'orders',
  'g c': 'customers',
  'g t': 'tasks',
  'g i': 'inventory',
  'g a': 'activities',
  'g r': 'reports',
}

/** The keys that work on every page of a shop, and the list that tells about them. */
export function CommandKeys({ shop }: { shop: BootstrapShop | undefined }) {
  const navigate = useNavigate()
  const visibleTabs = new Set(useVisibleViews().map(({ tab }) => tab))
  const shopId = shop?.id
  const goTo = Object.entries(tabByKey).filter(([, tab]) => visibleTabs.has(tab))
  useHotkeys({
    '?': showShortcuts,
    ...(shopId === undefined
      ? {}
      : {
          n: () => openDialog({ kind: 'order-add' }),
          c: () => openDialog({ kind: 'customer-add' }),
          '/': focusSearch,
          ...Object.fromEntries(goTo.map(([keys, tab]) => [keys, () => void navigate(dashboardPath({ shopId, tab }))])),
        }),
  })
  return <ShortcutsDialog />
}

/** Views mark their search field with `data-search`. */
function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('[data-search]')
  search?.focus()
  search?.select()
}
