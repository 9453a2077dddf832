import { laterDialog } from '#web/navigation/later.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { allFeatures } from '#web/features/all-features.ts'
import { useHotkeys } from '#web/ui/keys/use-hotkeys.ts'
import { openDialog } from '../../navigation/dialogs.ts'
import { dashboardPath } from '../../navigation/paths.ts'
import { hideShortcuts, showShortcuts, useShortcuts } from './shortcuts.ts'
import { useVisibleViews } from './view-tabs.tsx'

const ShortcutsDialog = laterDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const dialogHotkeys = allFeatures.flatMap(({ hotkeys = [] }) => hotkeys)

export function CommandKeys({ shop }: { shop: BootstrapShop | undefined }) {
  const visibleViews = useVisibleViews()
  const { isShown } = useShortcuts()
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
  return <ShortcutsDialog open={isShown} onClose={hideShortcuts} />
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('[data-search]')
  search?.focus()
  search?.select()
}
