import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { cn } from '#web/ui/cn.ts'
import { ShopDot } from '../menus/shop-dot.tsx'
import { type ShopWaiting, waitingToShops } from './panel-words.ts'
import { changesText } from './sync-words.ts'
import { useClockTime } from '../../inputs/shop-format.tsx'
import { t } from './sync-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

const listedChanges = 50
const openUpTo = 5

/** Unsent changes by shop. Every shop has a line, so that nothing moves when counts change. */
export function SyncWaiting({ waiting }: { waiting: readonly WaitingChange[] }) {
  const bootstrap = useBootstrap()
  const shops = useMemo(
    () =>
      waitingToShops(
        waiting,
        (bootstrap?.shops ?? []).map(({ id }) => id),
      ),
    [waiting, bootstrap],
  )
  // Decided once, because a list that expands by itself would move what is under the pointer.
  const [openAtFirst] = useState(() => new Set(shops.filter(({ changes }) => changes.length > 0 && changes.length <= openUpTo).map(({ shopId }) => shopId)))
  const [choiceByShop, setChoiceByShop] = useState<ReadonlyMap<string, boolean>>(new Map())
  return (
    <section aria-label={t.waitingHead()} className="border-b border-line pb-1">
      <h3 className="px-4 pt-3 pb-1 text-sm font-semibold text-muted">{t.waitingHead()}</h3>
      {shops.map((shop) => (
        <WaitingShop
          key={shop.shopId}
          waiting={shop}
          shop={bootstrap?.shops.find(({ id }) => id === shop.shopId)}
          isOpen={choiceByShop.get(shop.shopId) ?? openAtFirst.has(shop.shopId)}
          onToggle={(isOpen) => setChoiceByShop(new Map([...choiceByShop, [shop.shopId, isOpen]]))}
        />
      ))}
    </section>
  )
}

type WaitingShopProps = { waiting: ShopWaiting; shop: { name: string; color: string | null } | undefined; isOpen: boolean; onToggle: (isOpen: boolean) => void }

function WaitingShop({ waiting: { shopId, changes, oldestAt }, shop, isOpen, onToggle }: WaitingShopProps) {
  const toClockTime = useClockTime()
  const listId = useId()
  const hasChanges = changes.length > 0
  const isShown = isOpen && hasChanges
  return (
    <div>
      <button
        type="button"
        disabled={!hasChanges}
        aria-expanded={hasChanges ? isShown : undefined}
        aria-controls={isShown ? listId : undefined}
        className="flex min-h-13 w-full items-center gap-2.5 px-4 py-1.5 text-left -outline-offset-2 transition-colors enabled:hover:bg-hover"
        onClick={() => onToggle(!isShown)}
      >
        <ShopDot color={shop?.color ?? null} />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{shop?.name ?? t.formerShop()}</span>
          {shop && <HeldRows shopId={shopId} />}
        </span>
        <span className="shrink-0 text-right tabular-nums">
          <span className={cn('block', !hasChanges && 'text-sm text-muted')}>{hasChanges ? changesText(changes.length) : t.nothingWaiting()}</span>
          {oldestAt !== null && <span className="block text-sm text-muted">{t.since({ time: toClockTime(oldestAt) })}</span>}
        </span>
        <ChevronDown aria-hidden="true" className={cn('size-5 shrink-0 text-muted transition-transform', isShown && 'rotate-180', !hasChanges && 'hidden')} />
      </button>
      {isShown && (
        <div id={listId} className="pb-2">
          <ul>
            {changes.slice(0, listedChanges).map(({ mutationId, summary, at }) => (
              <li key={mutationId} className="flex items-baseline gap-3 py-1 pr-11.5 pl-9.5 text-sm">
                <span className="line-clamp-2 min-w-0 flex-1">{summary}</span>
                <span className="shrink-0 text-muted tabular-nums">{toClockTime(at)}</span>
              </li>
            ))}
          </ul>
          {changes.length > listedChanges && (
            <p className="py-1 pr-4 pl-9.5 text-sm text-muted tabular-nums">{t.andMore({ count: countToText(changes.length - listedChanges) })}</p>
          )}
        </div>
      )}
    </div>
  )
}

/** How many of the shop's rows this device holds, counted when the panel opens. */
function HeldRows({ shopId }: { shopId: string }) {
  const device = useDevice()
  const [held, setHeld] = useState<{ orders: number; customers: number } | null>(null)
  useEffect(() => {
    let isOver = false
    void Promise.all([device.rows.count('orders', shopId), device.rows.count('customers', shopId)]).then(
      ([orders, customers]) => !isOver && setHeld({ orders, customers }),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [device, shopId])
  return (
    <span className="block min-h-4.5 text-sm text-muted tabular-nums">
      {held !== null && (
        <>
          <span className="inline-block">{t.ordersHeld({ count: held.orders })}</span>{' '}
          <span className="inline-block">{t.customersHeld({ count: held.customers })}</span>
        </>
      )}
    </span>
  )
}
