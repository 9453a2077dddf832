import { ListX } from 'lucide-react'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import { findShop, parseDashboardPath, refusedChangesPath } from '#web/navigation/paths.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useAuth } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { t } from '../attention-texts.ts'

/** Links holders of `view_activity` to all refused changes of the current shop. */
export function RefusedOfShopLink({ onLeave }: { onLeave: () => void }) {
  const { hasPrivilege } = useAuth()
  const { pathname } = useLocation()
  const shops = useBootstrap()?.shops ?? []
  const parsed = parseDashboardPath(pathname, [])
  const shop = 'shopPart' in parsed ? findShop(shops, parsed.shopPart) : undefined
  if (shop === undefined || !hasPrivilege('view_activity')) return null
  return (
    <div className="border-t border-line px-2 py-1">
      <Link to={refusedChangesPath(shop.id)} onClick={onLeave} className={buttonClass('ghost', 'md', 'justify-start px-2 text-accent-ink')}>
        <ListX aria-hidden="true" />
        {t.notAcceptedHere()}
      </Link>
    </div>
  )
}
