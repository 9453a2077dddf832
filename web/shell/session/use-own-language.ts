import { useEffect, useRef } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { tabs } from '#web/features/all-features.ts'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { shopToStaffLanguage } from '#web/language/shop-language.ts'
import { keepLanguage } from '#web/language/staff-texts.ts'
import { useRememberedShop } from '#web/navigation/last-shop.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { findShop, parseDashboardPath, sortShops } from '#web/navigation/paths.ts'
import { useAuth } from '#web/session/session.ts'

/**
 * Shows the app in the language of who signed in: as they chose, else as the open shop. A page that begins in another one is
 * loaded anew; what is learned later shows at the next start, since people may be typing.
 */
export function useOwnLanguage(): void {
  const { user } = useAuth()
  const shop = useOpenShop(useBootstrap()?.shops ?? [])
  const language = user?.language ?? (shop && shopToStaffLanguage(shop))
  const isSettled = useRef(false)
  useEffect(() => {
    if (language === undefined) return
    const isOther = keepLanguage(language)
    if (isOther && !isSettled.current && !hasUnsavedText()) window.location.reload()
    isSettled.current = true
  }, [language])
}

function useOpenShop(shops: readonly BootstrapShop[]): BootstrapShop | undefined {
  const { pathname } = useLocation()
  const sorted = sortShops(shops)
  const remembered = useRememberedShop(sorted)
  const parsed = parseDashboardPath(pathname, tabs)
  return ('shopPart' in parsed ? findShop(sorted, parsed.shopPart) : undefined) ?? remembered
}
