import { createStore } from '#web/device/platform/observable.ts'
import { followClockOf } from '#web/device/platform/device-clock.ts'
import { useBulk } from '#web/features/orders/bulk/bulk-store.ts'
import { useJustAdded } from '#web/features/orders/just-added.ts'
import { useJustAdded as useJustAddedProducts } from '#web/features/inventory/just-added.ts'
import { useCopiedCategory } from '#web/features/inventory/categories/copied-category.ts'
import { takeOwnNews } from '#web/forms/news/own-news.ts'
import { useDialogs } from '#web/navigation/dialogs.ts'
import { useFindBox } from '#web/shell/find/find-store.ts'
import { useShortcuts } from '#web/shell/menus/shortcuts.ts'
import { useUpdate } from '#web/shell/news/app-update.ts'
import { useDeviceState } from '#web/shell/open-device.ts'
import { useSignOut } from '#web/shell/session/sign-out.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'

/** State that lasts as long as a page. State by user, shop or order needs no reset, since each test has its own. */
const stores = [useBulk, useCopiedCategory, useDeviceState, useDialogs, useFindBox, useJustAdded, useJustAddedProducts, useShortcuts, useSignOut, useUpdate]

export function resetAppState(): void {
  for (const store of stores) (store as { setState: (state: unknown, isWhole: true) => void }).setState(store.getInitialState(), true)
  toastStore.close()
  takeOwnNews()
  followClockOf({ clockOffset: createStore<number | null>(null), bootstrap: createStore(null) })
}
