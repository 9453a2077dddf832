import { navigate } from '#web/navigation/navigate.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { allFeatures } from '#web/features/all-features.ts'
import { useHotkeys } from '#web/ui/keys/use-hotkeys.ts'
import { openDialog } from '../../navigation/dialogs.ts'
import { dashboardPath } from '../../navigation/paths.ts'
import { showShortcuts, ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useVisibleViews } from './view-tabs.tsx'

const dialogHotkeys = allFeatures.flatMap(({ hotkeys = [] }) => hotkeys)

/** The keys that work on every page of a shop, and the list that tells about them. */
export function CommandKeys({ shop }: { shop: BootstrapShop | undefined }) {
  const visibleViews = useVisibleViews()
  const shopId = shop?.id
  useHotkeys({
    '?': showShortcuts,
    ...(shopId === undefined
      ? {}
      : {
          '/': focusSearch,
          ...Object.fromEntries(dialogHotkeys.map(({ keys, dialog }) => [keys, () => openDialog(dialog)])),
          ...Object.fromEntries(visibleViews.flatMap(({ hotkey, tab }) => (hotkey ? [[hotkey.keys, () => navigate(dashboardPath({ shopId, tab }))]] : []))),
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
