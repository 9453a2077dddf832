import { Minus, Plus, Trash2 } from 'lucide-react'
import type { PurchaseLine } from '#schema/collections/stock/purchase-lines.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { PurchaseState } from '#schema/values/stock/supply-states.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { NextStatuses } from '#web/features/orders/head/next-statuses.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { OrderOfPart } from './order-of-part.tsx'
import { toReceiveOp } from './purchase-writes.ts'
import type { LineOfOrder } from './use-purchases.ts'
import { t } from './purchases-texts.ts'

type PurchaseLineItemProps = {
  shopId: string
  line: PurchaseLine
  name: string
  state: PurchaseState
  /** The repair that waits for it. */
  ofOrder: LineOfOrder | undefined
  onWrite: (op: OpInput) => void
}

export function PurchaseLineItem({ shopId, line, name, state, ofOrder, onWrite }: PurchaseLineItemProps) {
  const format = useShopFormat()
  const isUnsent = useIsUnsent('purchase_lines', line.id)
  const { id, quantity, received, unitCost } = line
  const isDraft = state === 'draft'
  const rest = quantity - received
  const setQuantity = (next: number) => onWrite({ action: 'update', collection: 'purchase_lines', id, values: { quantity: next }, seen: { quantity } })
  const { order } = ofOrder ?? {}
  const isWaiting = order !== undefined && ofOrder?.line.supply === 'arrived' && order.orderStatusId === orderStatusIdByName['Waiting For Part']
  return (
    <li className="border-b border-line py-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-40 flex-1 wrap-anywhere">
          {name}
          {unitCost !== null && <span className="block text-sm text-muted tabular-nums">{t.each({ price: format.money(unitCost) })}</span>}
        </span>
        {ofOrder !== undefined && <OrderOfPart shopId={shopId} orderId={ofOrder.line.orderId} />}
        {isUnsent && <UnsentMark />}
        <span className="text-sm whitespace-nowrap tabular-nums">{isDraft ? `${quantity} ×` : t.quantityOf({ received, all: quantity })}</span>
        <span className="flex shrink-0 max-sm:ml-auto">
          {isDraft ? (
            <>
              <IconButton label={t.oneLess({ name })} icon={<Minus aria-hidden="true" />} disabled={quantity <= 1} onClick={() => setQuantity(quantity - 1)} />
              <IconButton label={t.oneMore({ name })} icon={<Plus aria-hidden="true" />} onClick={() => setQuantity(quantity + 1)} />
              <IconButton
                label={t.deleteNamed({ name })}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => onWrite({ action: 'delete', collection: 'purchase_lines', id })}
              />
            </>
          ) : (
            <>
              {received > 0 && (
                <IconButton label={t.takeOneBack({ name })} icon={<Minus aria-hidden="true" />} onClick={() => onWrite(toReceiveOp(line, -1))} />
              )}
              {rest > 0 && state !== 'cancelled' && (
                <>
                  <IconButton label={t.receiveOne({ name })} icon={<Plus aria-hidden="true" />} onClick={() => onWrite(toReceiveOp(line, 1))} />
                  <Button className="px-3" aria-label={t.receiveAll({ name })} onClick={() => onWrite(toReceiveOp(line, rest))}>
                    {t.receiveRest({ count: rest })}
                  </Button>
                </>
              )}
            </>
          )}
        </span>
      </div>
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <span className="text-sm">{t.partIsHere()}</span>
          <NextStatuses shopId={shopId} order={order} onStatus={() => undefined} />
        </div>
      )}
    </li>
  )
}
